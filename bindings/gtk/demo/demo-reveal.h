#pragma once

#include <gtk/gtk.h>

/* Slides a revealer's child in or out; out of sight it is out of the way of keyboards and screen readers too. */
void demo_reveal(GtkRevealer *revealer, gboolean is_revealed);
