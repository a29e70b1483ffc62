#define _GNU_SOURCE /* strtod_l */
#include "include/shim.h"

#include <locale.h>
#include <math.h>
#include <pthread.h>

static locale_t c_locale;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_locale(void)
{
    c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

double feedcore_strtod(const char *text)
{
    pthread_once(&once, make_locale);
    if (c_locale == (locale_t)0)
        return NAN;
    return strtod_l(text, NULL, c_locale);
}
