// What shots on a billiard table cost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace carom::bench {

struct TableSettings {
    int shots = 1000;  ///< different ones of each kind
    int rounds = 5;    ///< of which the fastest counts
    std::uint64_t seed = 1;
    std::string only;  ///< shots with this in their names
};

struct TableRow {
    std::string name;
    double shots_per_second = 0;
    double ns_per_event = 0;
    double events_per_shot = 0;
    double worst_overlap = 0;     ///< [m], in a sample that is followed event by event
    double most_energy_rise = 0;  ///< of one event, relative, in the same sample
    std::uint64_t hash = 0;       ///< of all places where balls came to rest
};

/// Random breaks of nine and fifteen balls, apart and touching, and shots of two balls.
std::vector<TableRow> table_rows(const TableSettings& settings);

/// What an event costs with 1,000 balls, over what it costs with 16 at the same density.
double cost_per_event_ratio(const TableSettings& settings);

}  // namespace carom::bench
