#pragma once

#include "feedcore-gtk-action.h"
#include "feedcore-gtk-context.h"
#include "feedcore-gtk-error.h"
#include "feedcore-gtk-feed.h"
#include "feedcore-gtk-item.h"
#include "feedcore-gtk-owner-private.h"
#include "feedcore-gtk-section.h"
#include "feedcore-gtk-source.h"
#include "feedcore-gtk-textures-private.h"

/* ------------------------------------------------------------------ errors */

/* A copy as a GError; CANCELLED is G_IO_ERROR_CANCELLED. NULL for NULL. */
GError *feedcore_gtk_error_new(const feedcore_error *error);

/* What a call returned, as GLib tells it: TRUE for FEEDCORE_OK, else FALSE, and `error` is set. `why` is freed; where it
 * is NULL, the status has a text of its own. */
gboolean feedcore_gtk_error_take(feedcore_status status, feedcore_error *why, GError **error);

/* TRUE if both are NULL, or say the same. */
gboolean feedcore_gtk_error_equal(const GError *one, const GError *other);

/* What is shown is the core's error now; TRUE if it said something else before. */
gboolean feedcore_gtk_error_replace(GError **shown, const feedcore_error *error);

/* ----------------------------------------------------------------- actions */

/* Takes the action over; NULL for NULL. */
FeedcoreGtkAction *feedcore_gtk_action_take(feedcore_action *action);

/* ----------------------------------------------------------------- threads */

FeedcoreGtkOwner *feedcore_gtk_context_get_owner(FeedcoreGtkContext *self);

/* feedcore_gtk_owner_defer() for an object of a context; FALSE if it has none any more. */
gboolean feedcore_gtk_context_defer(FeedcoreGtkContext *self, gpointer object);

/* ---------------------------------------------------------------- pictures */

/* Told once, in a dispatch, unless it is cancelled: a path, or an error. */
typedef void (*FeedcoreGtkImageFunc)(gpointer user_data, const char *path, const GError *error);

/* The number of the request; 0, with `error` set, if it can't be asked for. */
guint64 feedcore_gtk_context_request_image(FeedcoreGtkContext *self, const char *url, guint width,
                                           feedcore_image_priority priority, FeedcoreGtkImageFunc func,
                                           gpointer user_data, GError **error);
void feedcore_gtk_context_prefer_image(FeedcoreGtkContext *self, guint64 request, feedcore_image_priority priority);
void feedcore_gtk_context_cancel_image(FeedcoreGtkContext *self, guint64 request);

/* The pictures shown lately. */
FeedcoreGtkTextures *feedcore_gtk_context_get_textures(FeedcoreGtkContext *self);

/* ------------------------------------------------------------------- feeds */

/* The feed of a search, which the search keeps; until it forgets it, since the handle goes with the search. */
FeedcoreGtkFeed *feedcore_gtk_feed_wrap(FeedcoreGtkContext *context, feedcore_feed *handle);
void feedcore_gtk_feed_forget(FeedcoreGtkFeed *self);

/* A request of a feed, as a task. `request` is the number that the call of the core gave out, 0 for nothing to wait for;
 * `status` what it returned. */
void feedcore_gtk_feed_wait(FeedcoreGtkFeed *self, GTask *task, feedcore_status status, guint64 request);

/* ------------------------------------------------------- sections and items */

FeedcoreGtkSection *feedcore_gtk_section_new(FeedcoreGtkFeed *feed, feedcore_snapshot *page,
                                             const feedcore_section *record);

/* A page is shown step by step. Up to the place of a step a section's items are those of `record` in `page`, which is the
 * new page; behind it they are still the old ones. When all steps are made, it settles. */
void feedcore_gtk_section_splice(FeedcoreGtkSection *self, feedcore_snapshot *page, const feedcore_section *record,
                                 guint position, guint removed, guint added);
void feedcore_gtk_section_change_item(FeedcoreGtkSection *self, feedcore_snapshot *page,
                                      const feedcore_section *record, guint position);
void feedcore_gtk_section_settle(FeedcoreGtkSection *self, feedcore_snapshot *page, const feedcore_section *record);

/* All of it is another one now, told as one splice at most. */
void feedcore_gtk_section_replace(FeedcoreGtkSection *self, feedcore_snapshot *page, const feedcore_section *record);

/* Reads again what isn't in the page: how it is laid out and stands, as the one at `index` of the feed. Of a feed that is
 * gone, NULL, nothing is read. */
void feedcore_gtk_section_measure_again(FeedcoreGtkSection *self, feedcore_feed *feed, gsize index);
void feedcore_gtk_section_read_state(FeedcoreGtkSection *self, feedcore_feed *feed, gsize index);
void feedcore_gtk_section_read_banner(FeedcoreGtkSection *self, feedcore_feed *feed);

FeedcoreGtkOwner *feedcore_gtk_section_get_owner(FeedcoreGtkSection *self);

/* The feed that it is, or was, a section of; NULL if that is gone. A new reference. */
FeedcoreGtkFeed *feedcore_gtk_section_dup_feed(FeedcoreGtkSection *self);

/* The item or child with this uid; NULL if there is none. A new reference. */
FeedcoreGtkItem *feedcore_gtk_section_find_item(FeedcoreGtkSection *self, guint64 uid);

/* The one object for an item, which lives as long as somebody wants it. A new reference. */
FeedcoreGtkItem *feedcore_gtk_section_dup_item(FeedcoreGtkSection *self, feedcore_snapshot *page,
                                               const feedcore_item *record);
void feedcore_gtk_section_forget_item(FeedcoreGtkSection *self, FeedcoreGtkItem *item);

FeedcoreGtkItem *feedcore_gtk_item_new(FeedcoreGtkSection *section, feedcore_snapshot *page,
                                       const feedcore_item *record);

/* Its key in a GHashTable of g_int64_hash. */
const guint64 *feedcore_gtk_item_key(FeedcoreGtkItem *self);

/* The same item in another page, where it shows the same. */
void feedcore_gtk_item_move(FeedcoreGtkItem *self, feedcore_snapshot *page, const feedcore_item *record);

/* The same item in another page, where it may show something else: that is notified. */
void feedcore_gtk_item_show(FeedcoreGtkItem *self, feedcore_snapshot *page, const feedcore_item *record);

/* ----------------------------------------------------------------- sources */

FeedcoreGtkSource *feedcore_gtk_source_new(FeedcoreGtkFeed *feed, guint index);
void feedcore_gtk_source_read(FeedcoreGtkSource *self, feedcore_feed *feed);
