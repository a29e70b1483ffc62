#pragma once

#include <feedcore-gtk.h>

/* In place of the sections of a source that failed: why, and a button to try again. */
#define DEMO_TYPE_FAILURE (demo_failure_get_type())
G_DECLARE_FINAL_TYPE(DemoFailure, demo_failure, DEMO, FAILURE, GtkBox)

/* It is hidden as long as the source hasn't failed. */
GtkWidget *demo_failure_new(FeedcoreGtkSource *source);
FeedcoreGtkSource *demo_failure_get_source(DemoFailure *self);
