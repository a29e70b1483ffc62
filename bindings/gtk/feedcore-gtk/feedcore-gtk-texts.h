#pragma once

#include "feedcore-gtk-api.h"
#include "feedcore-gtk-enums.h"

G_BEGIN_DECLS

#define FEEDCORE_GTK_TYPE_TEXTS (feedcore_gtk_texts_get_type())
FEEDCORE_GTK_API G_DECLARE_FINAL_TYPE(FeedcoreGtkTexts, feedcore_gtk_texts, FEEDCORE_GTK, TEXTS, GObject)

/* NULL: the language of the desktop. What is absent is NULL. Times are milliseconds since 1970, UTC, and are shown
 * in the zone of the desktop. */
FEEDCORE_GTK_API FeedcoreGtkTexts *feedcore_gtk_texts_new(const char *language);
FEEDCORE_GTK_API const char *feedcore_gtk_texts_get_language(FeedcoreGtkTexts *self);

FEEDCORE_GTK_API char *feedcore_gtk_texts_count(FeedcoreGtkTexts *self, gint64 count);
FEEDCORE_GTK_API char *feedcore_gtk_texts_plays(FeedcoreGtkTexts *self, gint64 count);
FEEDCORE_GTK_API char *feedcore_gtk_texts_duration(FeedcoreGtkTexts *self, gint64 milliseconds);
FEEDCORE_GTK_API char *feedcore_gtk_texts_date(FeedcoreGtkTexts *self, gint64 time);
FEEDCORE_GTK_API char *feedcore_gtk_texts_date_time(FeedcoreGtkTexts *self, gint64 time);
FEEDCORE_GTK_API char *feedcore_gtk_texts_relative(FeedcoreGtkTexts *self, gint64 time);
FEEDCORE_GTK_API char *feedcore_gtk_texts_age(FeedcoreGtkTexts *self, gint64 time);
FEEDCORE_GTK_API char *feedcore_gtk_texts_year(FeedcoreGtkTexts *self, gint64 year);
FEEDCORE_GTK_API char *feedcore_gtk_texts_rating(FeedcoreGtkTexts *self, double rating);

FEEDCORE_GTK_API const char *feedcore_gtk_texts_section_title(FeedcoreGtkTexts *self, FeedcoreGtkSectionKind kind);
FEEDCORE_GTK_API const char *feedcore_gtk_texts_screen_title(FeedcoreGtkTexts *self, const char *preset);
FEEDCORE_GTK_API const char *feedcore_gtk_texts_state(FeedcoreGtkTexts *self, FeedcoreGtkState state);
FEEDCORE_GTK_API const char *feedcore_gtk_texts_search(FeedcoreGtkTexts *self, FeedcoreGtkSearchState state);
FEEDCORE_GTK_API const char *feedcore_gtk_texts_error(FeedcoreGtkTexts *self, const GError *error);
FEEDCORE_GTK_API const char *feedcore_gtk_texts_word(FeedcoreGtkTexts *self, FeedcoreGtkWord word);

G_END_DECLS
