#pragma once

#include <feedcore.h>
#include <gtk/gtk.h>

#define FEEDCORE_GTK_API __attribute__((visibility("default"))) extern
