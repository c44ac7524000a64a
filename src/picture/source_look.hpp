// How the source of a picture looks: as its scene says, or as the table on which it was played.
#pragma once

#include <vector>

#include "look/scene_look.hpp"
#include "look/table_look.hpp"
#include "picture/felt_svg.hpp"
#include "picture/moment.hpp"

namespace carom::app {

template <int N>
look::Ground ground_of(const PictureSource<N>& source) {
    if (!source.table) return look::ground_of(source.scene);
    return source.table->setup.table.straight_cushions.empty() ? look::Ground::paper : look::Ground::felt;
}

/// The table on whose felt it is.
inline FeltTable felt_of(const PictureSource<2>& source) {
    return {source.scene.world.box, source.table ? source.table->setup.table : billiards::Table()};
}

template <int N>
std::vector<look::BallLook> looks_of(const PictureSource<N>& source) {
    if constexpr (N == 2) {
        if (source.table) return look::table_looks_of(source.scene);
    }
    return look::looks_of(source.scene);
}

}  // namespace carom::app
