// What frames keep beside obstacles: a filter, an acceleration, a bound.
#include "c/frame_object.hpp"

namespace carom::c {
namespace {

std::optional<std::vector<std::uint32_t>> bits_of(const carom_ints& column) {
    if (column.data == nullptr) return {};
    std::vector<std::uint32_t> bits(column.count);
    for (std::size_t k = 0; k < bits.size(); ++k) bits[k] = entry<std::uint32_t>(column, k);
    return bits;
}

}  // namespace
}  // namespace carom::c

using namespace carom::c;

carom_status carom_frame_set_filter(carom_frame* frame, const carom_pair_filter* filter) {
    return with<Frame>(frame, [&](Frame& object) -> carom_status {
        KeptFilter kept;
        if (filter != nullptr) {
            if (filter->ignored == nullptr && filter->ignored_count > 0) return bad(kNullPointer);
            kept.group = bits_of(filter->group);
            kept.mask = bits_of(filter->mask);
            for (std::size_t k = 0; k < filter->ignored_count; ++k)
                kept.ignored.emplace_back(filter->ignored[k][0], filter->ignored[k][1]);
        }
        object.filter = std::move(kept);
        return CAROM_OK;
    });
}

carom_status carom_frame_set_acceleration(carom_frame* frame, const carom_doubles* acceleration) {
    return with<Frame>(frame, [&](Frame& object) -> carom_status {
        std::optional<StepSettings::Vectors> kept;
        if (acceleration != nullptr) {
            const std::string fault = read_vectors(acceleration, "acceleration", object.dimension,
                                                   acceleration->count, kept.emplace());
            if (!fault.empty()) return bad(fault);
        }
        object.settings.acceleration = std::move(kept);
        return CAROM_OK;
    });
}

carom_status carom_frame_set_most_bounces(carom_frame* frame, unsigned most_bounces) {
    return with<Frame>(frame, [&](Frame& object) -> carom_status {
        if (most_bounces == 0) return bad("most_bounces: it must be 1 or more");
        object.settings.most_bounces = most_bounces;
        return CAROM_OK;
    });
}
