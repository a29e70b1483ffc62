/*
 * feedcore-gtk-demo: a home page with all that libfeedcore-gtk has, in a window.
 *
 *     feedcore-gtk-demo --url http://127.0.0.1:8080
 */
#include "demo-application.h"

int main(int argc, char **argv)
{
    g_autoptr(DemoApplication) application = demo_application_new();
    return g_application_run(G_APPLICATION(application), argc, argv);
}
