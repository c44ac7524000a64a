// PNG files as a reader that is not ours sees them.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace carom::test {

struct Rgb {
    int red = 0, green = 0, blue = 0;

    bool white() const { return red > 250 && green > 250 && blue > 250; }
};

/// A decoded picture.
struct Decoded {
    int width = 0, height = 0;
    std::vector<unsigned char> bytes;  // three a pixel

    Rgb at(int x, int y) const {
        const std::size_t k =
            3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
        return {bytes[k], bytes[k + 1], bytes[k + 2]};
    }
};

/// Empty, with a failure of the test, when it is no PNG.
Decoded decoded(const std::string& png);

/// Means of square fields of `side` pixels.
Decoded reduced(const Decoded& picture, int side);

}  // namespace carom::test
