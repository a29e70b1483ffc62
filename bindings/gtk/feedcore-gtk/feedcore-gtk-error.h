#pragma once

#include "feedcore-gtk-api.h"
#include "feedcore-gtk-enums.h"

G_BEGIN_DECLS

#define FEEDCORE_GTK_ERROR (feedcore_gtk_error_quark())

FEEDCORE_GTK_API GQuark feedcore_gtk_error_quark(void);
FEEDCORE_GTK_API int feedcore_gtk_error_get_http_status(const GError *error);
FEEDCORE_GTK_API const char *feedcore_gtk_error_get_service_code(const GError *error);
FEEDCORE_GTK_API const char *feedcore_gtk_error_get_service_message(const GError *error);
FEEDCORE_GTK_API gboolean feedcore_gtk_error_is_retryable(const GError *error);

G_END_DECLS
