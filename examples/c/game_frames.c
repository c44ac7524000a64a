/* Many balls in a game: all contacts of a frame, and a step that bounces them. */
#include <math.h>
#include <stdio.h>

#include "carom/carom.h"

enum { kBalls = 400, kFrames = 60 };

int main(void) {
    static double x[kBalls], y[kBalls], radius[kBalls], dx[kBalls], dy[kBalls];
    carom_frame* frame = NULL;
    unsigned i, k;
    size_t impacts = 0, contacts = 0;
    for (i = 0; i < kBalls; ++i) {
        x[i] = i % 20;
        y[i] = i / 20;
        radius[i] = 0.3 + 0.1 * (i % 3);
        dx[i] = 0.05 * ((double)(i * 7 % 11) - 5);
        dy[i] = 0.05 * ((double)(i * 5 % 13) - 6);
    }
    if (carom_frame_create(2, 1, &frame) != CAROM_OK) {
        fprintf(stderr, "%s\n", carom_message());
        return 1;
    }
    for (k = 0; k < kFrames; ++k) {
        const carom_ball_columns balls = {{{x, kBalls, 0}, {y, kBalls, 0}, {NULL, 0, 0}},
                                          {radius, kBalls, 0},
                                          {{dx, kBalls, 0}, {dy, kBalls, 0}, {NULL, 0, 0}}};
        const carom_body_columns bodies = {{{x, kBalls, 0}, {y, kBalls, 0}, {NULL, 0, 0}},
                                           {radius, kBalls, 0},
                                           {{dx, kBalls, 0}, {dy, kBalls, 0}, {NULL, 0, 0}},
                                           {NULL, 0, 0}};
        size_t found = 0, bounced = 0;
        if (carom_frame_find(frame, &balls, &found) != CAROM_OK ||
            carom_frame_step(frame, &bodies, 1.0, 0.0, &bounced) != CAROM_OK) {
            fprintf(stderr, "%s\n", carom_message());
            return 1;
        }
        if (k == 0 && found > 0) {
            carom_frame_contact first;
            carom_frame_contacts(frame, 0, 1, &first);
            printf("first contact: balls %u and %u at %.6f of the frame\n", (unsigned)first.a,
                   (unsigned)first.b, first.first);
        }
        contacts += found;
        impacts += bounced;
    }
    carom_frame_free(frame);
    {
        double energy = 0;
        for (i = 0; i < kBalls; ++i) energy += dx[i] * dx[i] + dy[i] * dy[i];
        printf("%lu contacts and %lu impacts in %d frames; energy %.6f\n", (unsigned long)contacts,
               (unsigned long)impacts, kFrames, energy);
    }
    return 0;
}
