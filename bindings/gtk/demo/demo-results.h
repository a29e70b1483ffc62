#pragma once

#include <feedcore-gtk.h>

/* What the search finds, or in place of it how it stands, and what was searched for lately. */
#define DEMO_TYPE_RESULTS (demo_results_get_type())
G_DECLARE_FINAL_TYPE(DemoResults, demo_results, DEMO, RESULTS, GtkBox)
