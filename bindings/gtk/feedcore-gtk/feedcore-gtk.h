/*
 * libfeedcore-gtk-4: feeds as list models, for GTK 4. What a type, property or function does is said beside it in its
 * .c file, and in the reference that `make gtk-docs` makes.
 */
#pragma once

#include "feedcore-gtk-action.h"
#include "feedcore-gtk-context.h"
#include "feedcore-gtk-counter.h"
#include "feedcore-gtk-enums.h"
#include "feedcore-gtk-enum-types.h"
#include "feedcore-gtk-error.h"
#include "feedcore-gtk-feed.h"
#include "feedcore-gtk-item.h"
#include "feedcore-gtk-paintable.h"
#include "feedcore-gtk-search.h"
#include "feedcore-gtk-section.h"
#include "feedcore-gtk-source.h"
#include "feedcore-gtk-texts.h"
#include "feedcore-gtk-theme.h"
