// The ignored pairs of a filter in the order in which `PairCheck` searches them.
#pragma once

#include <algorithm>
#include <vector>

#include "carom/frame/frame_balls.hpp"

namespace carom::detail {

/// Keeps its memory from frame to frame. Pairs that are in order already are not copied.
class IgnoredPairs {
public:
    /// The same filter, with each ignored pair's lower ball first, and the pairs in ascending order; valid
    /// until the next call.
    PairFilter in_order(const PairFilter& filter) {
        const auto is_lower_first = [](const Pair& pair) { return pair.first <= pair.second; };
        const auto& given = filter.ignored;
        if (std::all_of(given.begin(), given.end(), is_lower_first) &&
            std::is_sorted(given.begin(), given.end()))
            return filter;
        pairs_.clear();
        for (const auto& [a, b] : given) pairs_.emplace_back(std::minmax(a, b));
        std::sort(pairs_.begin(), pairs_.end());
        return {filter.group, filter.mask, pairs_};
    }

    std::size_t bytes() const { return pairs_.capacity() * sizeof(Pair); }

private:
    using Pair = std::pair<std::uint32_t, std::uint32_t>;
    std::vector<Pair> pairs_;
};

}  // namespace carom::detail
