// The elements of an SVG text, one after the other, for the subset of SVG that Carom writes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace carom::draw {

enum class TagType : unsigned char { opening, closing, alone };

struct SvgTag {
    TagType type = TagType::alone;
    std::string name;
    std::map<std::string, std::string, std::less<>> attributes;
    std::string text;  // that follows it, with its entities resolved

    const std::string* find(std::string_view attribute) const;
    double number(std::string_view attribute, double otherwise) const;
};

/// Goes through a text; a copy remembers its place.
class SvgReader {
public:
    explicit SvgReader(std::string_view text) : rest_(text) {}

    /// Empty at the end.
    std::optional<SvgTag> next();

private:
    std::string_view rest_;
};

}  // namespace carom::draw
