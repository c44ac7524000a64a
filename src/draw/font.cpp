#include "draw/font.hpp"

#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb/stb_truetype.h>

#include <array>
#include <cstddef>
#include <stdexcept>

#include "core/utf8.hpp"

// The font files, put between two labels of the program's read-only data.
#define CAROM_EMBEDDED(name, file)                                       \
    asm(".section .rodata\n.global " name "\n" name ":\n.incbin \"" file \
        "\"\n.byte 0\n"                                                  \
        ".previous\n")
CAROM_EMBEDDED("carom_font_regular", CAROM_FONT_REGULAR);
CAROM_EMBEDDED("carom_font_bold", CAROM_FONT_BOLD);

extern "C" const unsigned char carom_font_regular[];
extern "C" const unsigned char carom_font_bold[];

namespace carom::draw {
namespace {

struct Font {
    explicit Font(const unsigned char* file) {
        if (stbtt_InitFont(&info, file, 0) == 0)
            throw std::runtime_error("the font in the program is broken");
    }

    double scale(double size) const {
        return stbtt_ScaleForMappingEmToPixels(&info, static_cast<float>(size));
    }

    stbtt_fontinfo info{};
};

const Font& font_of(Weight weight) {
    static const Font regular(carom_font_regular);
    static const Font bold(carom_font_bold);
    return weight == Weight::bold ? bold : regular;
}

struct Character {
    int code = 0;
    std::string_view bytes;
};

/// The characters of UTF-8 text; a broken one is the replacement character.
std::vector<Character> characters_of(std::string_view text) {
    std::vector<Character> characters;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t begin = i;
        const auto lead = static_cast<unsigned char>(text[i++]);
        const int more = lead < 0x80 ? 0 : lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : -1;
        unsigned value = more <= 0 ? lead : lead & (0x3FU >> static_cast<unsigned>(more));
        bool sound = more >= 0;
        for (int k = 0; k < more; ++k) {
            const bool follows = i < text.size() && detail::continues_character(text[i]);
            sound = sound && follows;
            if (follows) value = value * 64 + (static_cast<unsigned char>(text[i++]) & 0x3FU);
        }
        characters.push_back({sound ? static_cast<int>(value) : 0xFFFD, text.substr(begin, i - begin)});
    }
    return characters;
}

/// Calls `visit(glyph, x)` for each character with its place along the line, in units of the font; returns
/// the width.
template <class Visit>
double set_line(const Font& font, std::string_view text, Visit visit) {
    double x = 0;
    int before = 0;
    for (const Character& character : characters_of(text)) {
        const int glyph = stbtt_FindGlyphIndex(&font.info, character.code);
        if (before != 0) x += stbtt_GetGlyphKernAdvance(&font.info, before, glyph);
        visit(glyph, x);
        int advance = 0, bearing = 0;
        stbtt_GetGlyphHMetrics(&font.info, glyph, &advance, &bearing);
        x += advance;
        before = glyph;
    }
    return x;
}

/// The closed lines of a letter, its curves as four straight pieces each.
Outline letter(const Font& font, int glyph, Point origin, double scale) {
    stbtt_vertex* vertices = nullptr;
    const int count = stbtt_GetGlyphShape(&font.info, glyph, &vertices);
    Outline outline;
    const auto place = [&](double x, double y) { return Point{origin.x + scale * x, origin.y - scale * y}; };
    for (int k = 0; k < count; ++k) {
        const stbtt_vertex& v = vertices[k];
        const Point to = place(v.x, v.y);
        if (v.type == STBTT_vmove) outline.emplace_back();
        if (v.type == STBTT_vcurve) {
            const Point from = outline.back().back(), bend = place(v.cx, v.cy);
            for (const double u : {0.25, 0.5, 0.75}) {
                const double a = (1 - u) * (1 - u), b = 2 * u * (1 - u), c = u * u;
                outline.back().push_back(
                    {a * from.x + b * bend.x + c * to.x, a * from.y + b * bend.y + c * to.y});
            }
        }
        outline.back().push_back(to);
    }
    stbtt_FreeShape(&font.info, vertices);
    return outline;
}

}  // namespace

double text_width(std::string_view text, double size, Weight weight) {
    const Font& font = font_of(weight);
    return font.scale(size) * set_line(font, text, [](int, double) {});
}

Outline text_outline(std::string_view text, Point origin, double size, Weight weight) {
    const Font& font = font_of(weight);
    const double scale = font.scale(size);
    Outline outline;
    set_line(font, text, [&](int glyph, double x) {
        for (Line& line : letter(font, glyph, {origin.x + scale * x, origin.y}, scale))
            outline.push_back(std::move(line));
    });
    return outline;
}

std::string missing_letters(std::string_view text) {
    const Font& font = font_of(Weight::regular);
    std::string missing;
    for (const Character& character : characters_of(text)) {
        const bool known = stbtt_FindGlyphIndex(&font.info, character.code) != 0;
        if (!known && missing.find(character.bytes) == std::string::npos) missing += character.bytes;
    }
    return missing;
}

}  // namespace carom::draw
