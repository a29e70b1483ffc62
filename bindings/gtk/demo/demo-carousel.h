#pragma once

#include <feedcore-gtk.h>

/* The banners of a section, side by side. The core turns them; so do the keyboard and the dots. */
#define DEMO_TYPE_CAROUSEL (demo_carousel_get_type())
G_DECLARE_FINAL_TYPE(DemoCarousel, demo_carousel, DEMO, CAROUSEL, GtkWidget)

GtkWidget *demo_carousel_new(FeedcoreGtkSection *section);
