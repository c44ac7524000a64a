/* Many balls in a game: all contacts of a frame, and a step that bounces them off each other and off walls.
 */
#include <math.h>
#include <stdio.h>

#include "carom/carom.h"

enum { kBalls = 400, kFrames = 60 };

/* Four walls around the balls, of which those of the first row pass through each other. */
static int set_up(carom_frame* frame) {
    static const double normal_x[] = {1, -1, 0, 0}, normal_y[] = {0, 0, 1, -1}, offset[] = {-1, -20, -1, -20};
    static int32_t group[kBalls], mask[kBalls];
    carom_obstacle_columns walls = {0};
    carom_pair_filter filter = {0};
    unsigned i;
    for (i = 0; i < kBalls; ++i) {
        group[i] = i < 20 ? 2 : 1;
        mask[i] = i < 20 ? 1 : 3;
    }
    walls.half_space_normal[0].data = normal_x;
    walls.half_space_normal[1].data = normal_y;
    walls.half_space_offset.data = offset;
    walls.half_space_normal[0].count = walls.half_space_normal[1].count = walls.half_space_offset.count = 4;
    filter.group.data = group;
    filter.mask.data = mask;
    filter.group.count = filter.mask.count = kBalls;
    return carom_frame_set_obstacles(frame, &walls, 1.0) == CAROM_OK &&
           carom_frame_set_filter(frame, &filter) == CAROM_OK;
}

/* A ball of 10 mm falls on a floor of restitution 0.6, and comes to rest. Lengths are metres. */
static int fall(void) {
    const double duration = 1.0 / 60, zero = 0, up = 1, gravity = -9.81 * duration * duration;
    const double radius = 0.005;
    double x = 0, y = 0.3, dx = 0, dy = 0;
    const carom_doubles acceleration[2] = {{&zero, 1, 0}, {&gravity, 1, 0}};
    const carom_body_columns ball = {{{&x, 1, 0}, {&y, 1, 0}, {NULL, 0, 0}},
                                     {&radius, 1, 0},
                                     {{&dx, 1, 0}, {&dy, 1, 0}, {NULL, 0, 0}},
                                     {NULL, 0, 0}};
    carom_obstacle_columns floor = {0};
    carom_frame* frame = NULL;
    int k, is_well;
    size_t bounces = 0;
    floor.half_space_normal[0] = acceleration[0];
    floor.half_space_normal[1].data = &up;
    floor.half_space_offset.data = &zero;
    floor.half_space_normal[1].count = floor.half_space_offset.count = 1;
    is_well = carom_frame_create(2, 1, &frame) == CAROM_OK &&
              carom_frame_set_obstacles(frame, &floor, 0.6) == CAROM_OK &&
              carom_frame_set_acceleration(frame, acceleration) == CAROM_OK;
    for (k = 0; is_well && k < 300; ++k)
        is_well = carom_frame_step(frame, &ball, 1.0, 0.0, &bounces) == CAROM_OK;
    if (!is_well) fprintf(stderr, "%s\n", carom_message());
    carom_frame_free(frame);
    if (is_well) printf("a ball that fell lies still %.3f mm over the floor\n", 1000 * (y - radius));
    return is_well && dy == 0;
}

static double energy_of(const double* dx, const double* dy) {
    double energy = 0;
    unsigned i;
    for (i = 0; i < kBalls; ++i) energy += dx[i] * dx[i] + dy[i] * dy[i];
    return energy;
}

int main(void) {
    static double x[kBalls], y[kBalls], radius[kBalls], dx[kBalls], dy[kBalls];
    carom_frame* frame = NULL;
    unsigned i, k;
    size_t impacts = 0, contacts = 0, off_walls = 0, unfinished = 0, picture = 0;
    for (i = 0; i < kBalls; ++i) {
        x[i] = i % 20;
        y[i] = i / 20;
        radius[i] = 0.3 + 0.1 * (i % 3);
        dx[i] = 0.05 * ((double)(i * 7 % 11) - 5);
        dy[i] = 0.05 * ((double)(i * 5 % 13) - 6);
    }
    if (carom_frame_create(2, 1, &frame) != CAROM_OK || !set_up(frame)) {
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
        size_t found = 0, bounced = 0, lost = 0;
        if (carom_frame_find(frame, &balls, &found) != CAROM_OK ||
            carom_frame_step(frame, &bodies, 1.0, 0.0, &bounced) != CAROM_OK ||
            carom_frame_lost_count(frame, &lost) != CAROM_OK) {
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
        unfinished += lost;
        for (i = 0; i < bounced; ++i) {
            carom_obstacle wall;
            carom_frame_bounce_obstacles(frame, i, 1, &wall);
            if (wall.kind == CAROM_OBSTACLE_HALF_SPACE) ++off_walls;
        }
    }
    if (carom_frame_svg(frame, 0, NULL, &picture) == CAROM_OK)
        printf("a picture of the last frame has %lu bytes\n", (unsigned long)picture);
    carom_frame_free(frame);
    if (!fall()) return 1;
    printf("%lu contacts and %lu impacts in %d frames, %lu of them off walls; energy %.6f\n",
           (unsigned long)contacts, (unsigned long)impacts, kFrames, (unsigned long)off_walls,
           energy_of(dx, dy));
    printf("%lu moves were not finished\n", (unsigned long)unfinished);
    return 0;
}
