/* The header alone, as C99 and, under another name, as C++17: it needs no other header, and may be
 * included twice. */
#include <feedcore.h>
#include <feedcore.h>

int main(void)
{
    feedcore_counter *counter = feedcore_counter_new(FEEDCORE_VERSION_MINOR);
    feedcore_status status = feedcore_counter_increment(counter);
    feedcore_counter_free(counter);
    return status == FEEDCORE_OK ? 0 : 1;
}
