// Which colour does each ball of a picture have, and what does the colour say?
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "draw/image.hpp"
#include "look/scene_look.hpp"
#include "picture/moment.hpp"

namespace carom::app {

using look::ColourBy;

/// What a picture has to say about its colours.
struct ColourKey {
    struct Swatch {
        std::string text;
        draw::Colour colour;
    };

    ColourBy by = ColourBy::id;
    std::vector<Swatch> entries;  // none where the colours need no words
    double fastest = 0;           // the end of the scale of speeds
};

/// The colour at a share of the scale of speeds, from dark and slow to light and fast.
draw::Colour speed_colour(double share);

template <int N>
class BallColours {
public:
    /// `fastest` is the largest speed of all pictures that belong together.
    BallColours(const PictureSource<N>& source, ColourBy by, double fastest);

    const ColourKey& key() const { return key_; }
    /// The colour of every ball at a moment.
    std::vector<draw::Colour> at(const Moment<N>& moment) const;

private:
    void colour_by_id(const PictureSource<N>& source);
    void colour_by_species();

    const Scene<N>& scene_;
    ColourKey key_;
    std::vector<draw::Colour> fixed_;  // of each ball, where time changes nothing
};

}  // namespace carom::app
