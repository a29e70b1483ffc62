#ifndef FEEDCORE_CCURL_EXIT_H
#define FEEDCORE_CCURL_EXIT_H

/* Makes the gate close at exit, before what was registered for the exit earlier. */
void feedcore_gate_install(void);

/* Around all that may touch TLS; not nested. Entering a closed gate takes for ever. */
void feedcore_gate_enter(void);
void feedcore_gate_leave(void);

#endif
