#pragma once

#include "feedcore-gtk-action.h"
#include "feedcore-gtk-context.h"
#include "feedcore-gtk-error.h"
#include "feedcore-gtk-feed.h"
#include "feedcore-gtk-item.h"
#include "feedcore-gtk-section.h"
#include "feedcore-gtk-source.h"

/* ------------------------------------------------------------------ errors */

/* A copy as a GError; CANCELLED is G_IO_ERROR_CANCELLED. NULL for NULL. */
GError *feedcore_gtk_error_new(const feedcore_error *error);

/* What a call returned, as GLib tells it: TRUE for FEEDCORE_OK, else FALSE, and `error` is set. `why` is freed; where it
 * is NULL, the status has a text of its own. */
gboolean feedcore_gtk_error_take(feedcore_status status, feedcore_error *why, GError **error);

/* TRUE if both are NULL, or say the same. */
gboolean feedcore_gtk_error_equal(const GError *one, const GError *other);

/* ----------------------------------------------------------------- actions */

/* Takes the action over; NULL for NULL. */
FeedcoreGtkAction *feedcore_gtk_action_take(feedcore_action *action);

/* ---------------------------------------------------------------- pictures */

/* Told once, in a dispatch, unless it is cancelled: a path, or an error. */
typedef void (*FeedcoreGtkImageFunc)(gpointer user_data, const char *path, const GError *error);

/* The number of the request; 0, with `error` set, if it can't be asked for. */
guint64 feedcore_gtk_context_request_image(FeedcoreGtkContext *self, const char *url, guint width,
                                           feedcore_image_priority priority, FeedcoreGtkImageFunc func,
                                           gpointer user_data, GError **error);
void feedcore_gtk_context_prefer_image(FeedcoreGtkContext *self, guint64 request, feedcore_image_priority priority);
void feedcore_gtk_context_cancel_image(FeedcoreGtkContext *self, guint64 request);

/* ------------------------------------------------------------------- feeds */

/* The feed of a search, which the search keeps; until it forgets it, since the handle goes with the search. */
FeedcoreGtkFeed *feedcore_gtk_feed_wrap(FeedcoreGtkContext *context, feedcore_feed *handle);
void feedcore_gtk_feed_forget(FeedcoreGtkFeed *self);

/* A request of a feed, as a task. `request` is the number that the call of the core gave out, 0 for nothing to wait for;
 * `status` what it returned. */
void feedcore_gtk_feed_wait(FeedcoreGtkFeed *self, GTask *task, feedcore_status status, guint64 request);
