#include "demo-model.h"

#include "demo-application.h"

#define RESOURCES "/org/feedcore/demo/"

static char *quoted(const char *text)
{
    GString *json = g_string_new("\"");
    for (const char *next = text; *next; next++) {
        if (*next == '"' || *next == '\\')
            g_string_append_c(json, '\\');
        if ((unsigned char)*next >= ' ')
            g_string_append_c(json, *next);
    }
    g_string_append_c(json, '"');
    return g_string_free(json, FALSE);
}

/* A config among the resources, with what isn't known before in it. */
static char *config(const char *name, const char *mark, const char *value)
{
    g_autofree char *path = g_strconcat(RESOURCES, name, NULL);
    g_autoptr(GBytes) bytes = g_resources_lookup_data(path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
    g_autoptr(GString) text = g_string_new_len(g_bytes_get_data(bytes, NULL), (gssize)g_bytes_get_size(bytes));
    g_string_replace(text, mark, value, 0);
    return g_strdup(text->str);
}

static FeedcoreGtkContext *new_context(const char *folder, GError **error)
{
    g_autofree char *store = g_build_filename(folder, "store.db", NULL);
    g_autofree char *path = quoted(store);
    g_autofree char *json = config("context.json", "@STORE@", path);
    return feedcore_gtk_context_new(json, error);
}

static FeedcoreGtkFeed *new_feed(FeedcoreGtkContext *context, const char *url, gboolean is_still, GError **error)
{
    g_autofree char *address = quoted(url);
    g_autofree char *json = config("home.json", "@URL@", address);
    g_autoptr(GString) text = g_string_new(json);
    g_string_replace(text, "@INTERVAL@", is_still ? "0" : "5000", 0);
    return feedcore_gtk_feed_new(context, text->str, error);
}

static FeedcoreGtkSearch *new_search(FeedcoreGtkContext *context, const char *url, GError **error)
{
    g_autofree char *address = quoted(url);
    g_autofree char *json = config("search.json", "@URL@", address);
    return feedcore_gtk_search_new(context, json, error);
}

/* -------------------------------------------------------------- settings */

static char *settings_path(DemoModel *model)
{
    return g_build_filename(model->folder, "settings.ini", NULL);
}

/* A file that is missing or broken has none. */
static void load_settings(DemoModel *model)
{
    g_autofree char *path = settings_path(model);
    model->settings = g_key_file_new();
    g_key_file_load_from_file(model->settings, path, G_KEY_FILE_NONE, NULL);
}

static void save_settings(DemoModel *model)
{
    g_autofree char *path = settings_path(model);
    g_autoptr(GError) error = NULL;
    if (!g_key_file_save_to_file(model->settings, path, &error))
        g_printerr("feedcore-gtk-demo: %s\n", error->message);
}

/* By the names that the command line has, too. */
void demo_model_load_appearance(DemoModel *model)
{
    g_autoptr(GEnumClass) class = g_type_class_ref(FEEDCORE_GTK_TYPE_APPEARANCE);
    g_autofree char *name = g_key_file_get_string(model->settings, "window", "appearance", NULL);
    const GEnumValue *value = name ? g_enum_get_value_by_nick(class, name) : NULL;
    if (value)
        feedcore_gtk_theme_set_appearance(model->theme, (FeedcoreGtkAppearance)value->value);
}

static void save_appearance(DemoModel *model)
{
    g_autoptr(GEnumClass) class = g_type_class_ref(FEEDCORE_GTK_TYPE_APPEARANCE);
    const GEnumValue *value = g_enum_get_value(class, (int)feedcore_gtk_theme_get_appearance(model->theme));
    g_key_file_set_string(model->settings, "window", "appearance", value->value_nick);
    save_settings(model);
}

void demo_model_keep_appearance(DemoModel *model)
{
    g_signal_connect_swapped(model->theme, "notify::appearance", G_CALLBACK(save_appearance), model);
}

/* ----------------------------------------------------------- rearranging */

static char *arrangement_path(DemoModel *model)
{
    return g_build_filename(model->folder, "arrangement.json", NULL);
}

/* One that is missing or broken is the server's own order. */
static void load_arrangement(DemoModel *model)
{
    g_autofree char *path = arrangement_path(model);
    g_autofree char *json = NULL;
    if (g_file_get_contents(path, &json, NULL, NULL))
        feedcore_gtk_feed_set_arrangement(model->feed, json, NULL);
}

void demo_model_save_arrangement(DemoModel *model)
{
    g_autofree char *path = arrangement_path(model);
    g_autofree char *json = feedcore_gtk_feed_dup_arrangement(model->feed);
    g_autoptr(GError) error = NULL;
    if (!g_file_set_contents(path, json, -1, &error))
        g_printerr("feedcore-gtk-demo: %s\n", error->message);
}

void demo_model_hide(DemoModel *model, const char *key, gboolean hidden)
{
    feedcore_gtk_feed_hide_section(model->feed, key, hidden);
    demo_model_save_arrangement(model);
}

void demo_model_reset(DemoModel *model)
{
    feedcore_gtk_feed_set_arrangement(model->feed, "{}", NULL);
    demo_model_save_arrangement(model);
}

/* ------------------------------------------------------------------ life */

DemoModel *demo_model_new(const char *url, const char *folder, const char *language, gboolean is_still,
                          GError **error)
{
    DemoModel *model = g_new0(DemoModel, 1);
    model->folder = g_strdup(folder);
    model->texts = feedcore_gtk_texts_new(language);
    load_settings(model);
    g_mkdir_with_parents(folder, 0700);
    if ((model->context = new_context(folder, error)) &&
        (model->theme = feedcore_gtk_theme_new(model->context, NULL, error)) &&
        (model->feed = new_feed(model->context, url, is_still, error)) &&
        (model->search = new_search(model->context, url, error))) {
        load_arrangement(model);
        return model;
    }
    demo_model_free(model);
    return NULL;
}

void demo_model_free(DemoModel *model)
{
    g_clear_object(&model->search);
    g_clear_object(&model->feed);
    g_clear_object(&model->theme);
    g_clear_object(&model->context);
    g_clear_object(&model->texts);
    g_key_file_unref(model->settings);
    g_free(model->folder);
    g_free(model);
}

DemoModel *demo_model(void)
{
    return demo_application_get_model(DEMO_APPLICATION(g_application_get_default()));
}

/* ----------------------------------------------------------------- words */

static const struct {
    const char *english, *chinese;
} words[] = {
    {"Appearance", "外观"},
    {"As the desktop", "跟随系统"},
    {"Light", "浅色"},
    {"Dark", "深色"},
    {"Rearrange sections", "调整板块顺序"},
    {"Original order", "恢复默认排列"},
    {"Done", "完成"},
    {"Drag, or use the arrows. The order is kept.", "拖动，或用箭头调整；顺序会保留。"},
    {"Move up", "上移"},
    {"Move down", "下移"},
    {"Hide", "隐藏"},
    {"Hidden", "已隐藏"},
    {"Show", "显示"},
    {"Show “%s”", "显示「%s」"},
    {"Undo", "撤销"},
    {"“%s” is hidden", "已隐藏「%s」"},
    {"Main menu", "主菜单"},
    {"Options for “%s”", "「%s」的选项"},
    {"Back", "后退"},
    {"Forward", "前进"},
    {"Search results", "搜索结果"},
    {"Recent searches", "最近搜索"},
    {"Clear", "清除"},
    {"%s followers", "%s 位关注者"},
    {"Banner %d of %d", "第 %d 张，共 %d 张"},
    {"Banners", "焦点图"},
    {"Round menus", "圆形菜单"},
    {"Programmes of today", "今日节目"},
    {"The page", "首页"},
    {"%s can't be opened", "无法打开 %s"},
};

const char *demo_word(const char *english)
{
    if (!g_str_has_prefix(feedcore_gtk_texts_get_language(demo_model()->texts), "zh"))
        return english;
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++)
        if (g_str_equal(words[i].english, english))
            return words[i].chinese;
    return english;
}
