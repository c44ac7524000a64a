#include "draw/image.hpp"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

#include <algorithm>
#include <cmath>
#include <new>

namespace carom::draw {
namespace {

unsigned char byte_of(float share) {
    return static_cast<unsigned char>(std::lround(255 * std::clamp(share, 0.0F, 1.0F)));
}

float digit_pair(const std::string& digits) {
    return static_cast<float>(std::stoi(digits, nullptr, 16)) / 255;
}

void append(void* text, void* bytes, int size) {
    static_cast<std::string*>(text)->append(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

}  // namespace

Colour colour_of(const std::string& hexadecimal) {
    const bool digits = hexadecimal.size() > 1 && hexadecimal[0] == '#' &&
                        hexadecimal.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
    if (digits && hexadecimal.size() == 7) {
        return {digit_pair(hexadecimal.substr(1, 2)), digit_pair(hexadecimal.substr(3, 2)),
                digit_pair(hexadecimal.substr(5, 2))};
    }
    if (digits && hexadecimal.size() == 4) {
        return {digit_pair(std::string(2, hexadecimal[1])), digit_pair(std::string(2, hexadecimal[2])),
                digit_pair(std::string(2, hexadecimal[3]))};
    }
    return {};
}

std::string hexadecimal(const Colour& colour) {
    constexpr const char* digits = "0123456789abcdef";
    std::string text = "#";
    for (const float share : {colour.red, colour.green, colour.blue}) {
        const unsigned value = byte_of(share);
        text += digits[value / 16];
        text += digits[value % 16];
    }
    return text;
}

Image::Image(int width, int height, const Colour& background)
    : width_(width),
      height_(height),
      pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), background) {}

std::string to_png(const Image& image) {
    std::vector<unsigned char> bytes;
    bytes.reserve(3 * static_cast<std::size_t>(image.width()) * static_cast<std::size_t>(image.height()));
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const Colour& pixel = image.at(x, y);
            for (const float share : {pixel.red, pixel.green, pixel.blue}) bytes.push_back(byte_of(share));
        }
    }
    stbi_write_png_compression_level = 32;
    std::string png;
    if (stbi_write_png_to_func(append, &png, image.width(), image.height(), 3, bytes.data(),
                               3 * image.width()) == 0) {
        throw std::bad_alloc();
    }
    return png;
}

}  // namespace carom::draw
