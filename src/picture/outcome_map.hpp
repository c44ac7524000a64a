// A map of outcomes: which values of two numbers lead to what.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "draw/image.hpp"

namespace carom::app {

/// A number that changes, and its values as texts.
struct MapAxis {
    std::string name;
    std::vector<std::string> values;
};

struct OutcomeMap {
    std::string title, facts;  // two lines over the map
    MapAxis across, up;
    std::vector<std::string> panels;    // the title of each; a panel has a cell for each two values
    std::vector<std::string> outcomes;  // the first ones have colours of their own
    std::size_t nothing = SIZE_MAX;     // which of them is that nothing happens: it is grey
    /// Which outcome the cell has.
    std::function<std::uint32_t(std::size_t panel, std::size_t across, std::size_t up)> at;
};

/// So many panels fit a picture at most.
inline constexpr std::size_t kMostMapPanels = 24;

/// As pixels, with axes and a legend.
draw::Image outcome_map(const OutcomeMap& map);

}  // namespace carom::app
