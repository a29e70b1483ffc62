#pragma once

#include "feedcore-gtk-api.h"
#include "feedcore-gtk-enums.h"

G_BEGIN_DECLS

#define FEEDCORE_GTK_TYPE_ACTION (feedcore_gtk_action_get_type())
typedef struct _FeedcoreGtkAction FeedcoreGtkAction;

FEEDCORE_GTK_API GType feedcore_gtk_action_get_type(void) G_GNUC_CONST;
FEEDCORE_GTK_API FeedcoreGtkAction *feedcore_gtk_action_ref(FeedcoreGtkAction *self);
FEEDCORE_GTK_API void feedcore_gtk_action_unref(FeedcoreGtkAction *self);
FEEDCORE_GTK_API FeedcoreGtkActionKind feedcore_gtk_action_get_kind(FeedcoreGtkAction *self);
FEEDCORE_GTK_API const char *feedcore_gtk_action_get_id(FeedcoreGtkAction *self);
FEEDCORE_GTK_API const char *feedcore_gtk_action_get_url(FeedcoreGtkAction *self);
FEEDCORE_GTK_API const char *feedcore_gtk_action_get_text(FeedcoreGtkAction *self);
FEEDCORE_GTK_API const char *feedcore_gtk_action_get_parameter(FeedcoreGtkAction *self, const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(FeedcoreGtkAction, feedcore_gtk_action_unref)

G_END_DECLS
