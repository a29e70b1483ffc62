#pragma once

#include <feedcore-gtk.h>

/* What the demo shows, without a widget: the library's objects, and where they are kept. */
typedef struct {
    FeedcoreGtkContext *context;
    FeedcoreGtkFeed *feed;
    FeedcoreGtkSearch *search;
    FeedcoreGtkTexts *texts;
    FeedcoreGtkTheme *theme;
    GKeyFile *settings;
    char *folder;
} DemoModel;

/* `url` is the server's address without a path; `folder` is made if it isn't there; NULL for `language` is the
 * desktop's. `is_still`: banners don't turn. NULL, with an error, if it can't be done. */
DemoModel *demo_model_new(const char *url, const char *folder, const char *language, gboolean is_still,
                          GError **error);
void demo_model_free(DemoModel *model);

/* How the reader rearranged the page is kept in the folder. */
void demo_model_save_arrangement(DemoModel *model);

/* Takes the appearance that was kept; and keeps what it changes to from now on. */
void demo_model_load_appearance(DemoModel *model);
void demo_model_keep_appearance(DemoModel *model);

/* Hides a section, or shows it again. Kept as well. */
void demo_model_hide(DemoModel *model, const char *key, gboolean hidden);

/* Back to the server's order, with nothing hidden. */
void demo_model_reset(DemoModel *model);

/* That of the application that runs. */
DemoModel *demo_model(void);

/* A word of the demo's own, in the reader's language, by what it is in English. */
const char *demo_word(const char *english);
