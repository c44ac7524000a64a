/* A shot on a table, and then thousands of them at once. */
#include <stdio.h>
#include <string.h>

#include "carom/carom.h"

static const char kTable[] =
    "[table]\n"
    "kind = \"pool_9_foot\"\n"
    "[[balls]]\n"
    "name = \"cue\"\n"
    "position = [0.4, 0.6]\n"
    "[[balls]]\n"
    "name = \"1\"\n"
    "position = [0.9, 1.8]\n";

enum { kShots = 10000 };

static int failed(const char* call) {
    fprintf(stderr, "%s: %s\n", call, carom_message());
    return 1;
}

int main(void) {
    static double speed[kShots], direction[kShots];
    static int32_t pocket[2 * kShots], first_hit[kShots];
    carom_table* table = NULL;
    carom_player* player = NULL;
    carom_strike strike = {0, 1.5, 67.51, 0, 0, 0};
    carom_ball_state end[2];
    carom_shot_event event;
    carom_strike_columns strikes;
    carom_outcome_columns outcomes;
    size_t events = 0, k;
    unsigned hit = 0, sunk = 0, scratched = 0;

    if (carom_table_parse(kTable, strlen(kTable), "table.toml", &table) != CAROM_OK) return failed("table");
    if (carom_player_create(table, &player) != CAROM_OK) return failed("player");
    if (carom_play(player, NULL, 0, &strike, &events) != CAROM_OK) return failed("play");
    for (k = 0; k < events; ++k) {
        if (carom_player_events(player, k, 1, &event) != CAROM_OK) return failed("events");
        if (event.kind == CAROM_SHOT_BALL_BALL) printf("the cue ball meets the 1 after %.6f s\n", event.time);
        if (event.kind == CAROM_SHOT_POCKET)
            printf("ball %d falls into pocket %d\n", event.ball, event.other);
    }
    if (carom_player_states(player, 0.5, 2, end) != CAROM_OK) return failed("states");
    printf("after half a second the cue ball is at (%.6f, %.6f)\n", end[0].position[0], end[0].position[1]);

    for (k = 0; k < kShots; ++k) {
        speed[k] = 1.5;
        direction[k] = 60 + 15.0 * (double)k / kShots;
    }
    memset(&strikes, 0, sizeof strikes);
    memset(&outcomes, 0, sizeof outcomes);
    strikes.speed.data = speed;
    strikes.speed.count = kShots;
    strikes.direction.data = direction;
    strikes.direction.count = kShots;
    outcomes.pocket.data = pocket;
    outcomes.pocket.count = 2 * (size_t)kShots;
    outcomes.first_hit.data = first_hit;
    outcomes.first_hit.count = kShots;
    if (carom_play_batch(table, &strikes, &outcomes, 0, NULL, NULL) != CAROM_OK) return failed("batch");
    for (k = 0; k < kShots; ++k) {
        hit += first_hit[k] == 1;
        sunk += pocket[2 * k + 1] >= 0;
        scratched += pocket[2 * k] >= 0;
    }
    printf("of %d shots %u meet the 1, %u sink it, and %u sink the cue ball\n", kShots, hit, sunk, scratched);
    carom_player_free(player);
    carom_table_free(table);
    return 0;
}
