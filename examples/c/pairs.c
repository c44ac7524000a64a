/* When do two balls touch, and how do they bounce? Then the same for many pairs at once. */
#include <stdio.h>

#include "carom/carom.h"

static int failed(const char* call) {
    fprintf(stderr, "%s: %s\n", call, carom_message());
    return 1;
}

int main(void) {
    const carom_ball a = {{0, 0, 0}, 0.5, {3, 0, 0}};
    const carom_ball b = {{2, 0.25, 0}, 0.5, {0, 0, 0}};
    carom_sweep_answer answer;
    if (carom_sweep(2, &a, &b, &answer) != CAROM_OK) return failed("carom_sweep");
    if (answer.state == CAROM_APART) {
        printf("they do not meet\n");
        return 0;
    }
    printf("they meet after %.6f of the frame, at (%.6f, %.6f)\n", answer.first, answer.point[0],
           answer.point[1]);

    carom_body first = {{answer.center_a[0], answer.center_a[1], 0}, {3, 0, 0}, 1};
    carom_body second = {{answer.center_b[0], answer.center_b[1], 0}, {0, 0, 0}, 1};
    double velocity_a[3], velocity_b[3];
    if (carom_bounce(2, &first, &second, 0.9, velocity_a, velocity_b) != CAROM_OK)
        return failed("carom_bounce");
    printf("after it: (%.6f, %.6f) and (%.6f, %.6f)\n", velocity_a[0], velocity_a[1], velocity_b[0],
           velocity_b[1]);

    /* Columns may be members of structs: a stride leads from one to the next. */
    const carom_ball many[4] = {{{0, 0, 0}, 0.5, {3, 0, 0}},
                                {{0, 2, 0}, 0.5, {1, 0, 0}},
                                {{5, 0, 0}, 0.5, {-4, 0, 0}},
                                {{2, 2, 0}, 0.5, {0, -1, 0}}};
    const ptrdiff_t stride = sizeof(carom_ball);
    const carom_ball_columns balls = {
        {{&many[0].center[0], 4, stride}, {&many[0].center[1], 4, stride}, {NULL, 0, 0}},
        {&many[0].radius, 4, stride},
        {{&many[0].displacement[0], 4, stride}, {&many[0].displacement[1], 4, stride}, {NULL, 0, 0}}};
    int32_t states[16];
    double times[16];
    const carom_sweep_columns answers = {{states, 16, 0}, {times, 16, 0}, {NULL, 0, 0}};
    size_t contacts = 0;
    size_t i, j;
    if (carom_sweep_all(2, &balls, &balls, &answers, &contacts) != CAROM_OK) return failed("carom_sweep_all");
    for (i = 0; i < 4; ++i) {
        for (j = i + 1; j < 4; ++j) {
            if (states[4 * i + j] != CAROM_APART)
                printf("balls %u and %u meet at %.6f\n", (unsigned)i, (unsigned)j, times[4 * i + j]);
        }
    }

    /* What is wrong is said. */
    {
        const carom_ball wrong = {{0, 0, 0}, -1, {0, 0, 0}};
        const carom_status status = carom_sweep(2, &wrong, &b, &answer);
        printf("%s: %s\n", carom_status_name(status), carom_message());
    }
    return 0;
}
