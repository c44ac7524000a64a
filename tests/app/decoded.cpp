#include "app/decoded.hpp"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#include <stb/stb_image.h>

namespace carom::test {

Decoded decoded(const std::string& png) {
    Decoded picture;
    int channels = 0;
    unsigned char* const bytes =
        stbi_load_from_memory(reinterpret_cast<const unsigned char*>(png.data()),
                              static_cast<int>(png.size()), &picture.width, &picture.height, &channels, 3);
    EXPECT_NE(bytes, nullptr) << "no PNG";
    if (bytes == nullptr) return {};
    const auto size = 3 * static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height);
    picture.bytes.assign(bytes, bytes + size);
    stbi_image_free(bytes);
    return picture;
}

Decoded reduced(const Decoded& picture, int side) {
    Decoded small{picture.width / side, picture.height / side, {}};
    for (int y = 0; y < small.height; ++y) {
        for (int x = 0; x < small.width; ++x) {
            Rgb sum;
            for (int k = 0; k < side * side; ++k) {
                const Rgb pixel = picture.at(x * side + k % side, y * side + k / side);
                sum = {sum.red + pixel.red, sum.green + pixel.green, sum.blue + pixel.blue};
            }
            for (const int channel : {sum.red, sum.green, sum.blue})
                small.bytes.push_back(static_cast<unsigned char>(channel / (side * side)));
        }
    }
    return small;
}

}  // namespace carom::test
