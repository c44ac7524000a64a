// A picture in memory and on the disk: PNG.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace carom::draw {

/// Shares of the sRGB scale, 0 to 1.
struct Colour {
    float red = 0, green = 0, blue = 0;

    friend bool operator==(const Colour&, const Colour&) = default;
};

/// The colour between two others.
constexpr Colour mixed(const Colour& from, const Colour& to, float share) {
    return {from.red + share * (to.red - from.red), from.green + share * (to.green - from.green),
            from.blue + share * (to.blue - from.blue)};
}

/// "#1f6552" or "#fff"; black for anything else.
Colour colour_of(const std::string& hexadecimal);
/// "#1f6552".
std::string hexadecimal(const Colour& colour);

/// Rows from top to bottom, x to the right.
class Image {
public:
    Image(int width, int height, const Colour& background);

    int width() const { return width_; }
    int height() const { return height_; }
    Colour& at(int x, int y) { return pixels_[index(x, y)]; }
    const Colour& at(int x, int y) const { return pixels_[index(x, y)]; }

private:
    std::size_t index(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
    }

    int width_, height_;
    std::vector<Colour> pixels_;
};

/// The bytes of a PNG file, 8 bits a channel.
std::string to_png(const Image& image);

}  // namespace carom::draw
