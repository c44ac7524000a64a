#include "draw/svg_reader.hpp"

#include <cstdlib>
#include <utility>

namespace carom::draw {
namespace {

constexpr std::pair<std::string_view, char> kEntities[] = {
    {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}};

std::string resolved(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        std::size_t length = 1;
        char character = text[0];
        for (const auto& [entity, meaning] : kEntities) {
            if (text.substr(0, entity.size()) != entity) continue;
            length = entity.size();
            character = meaning;
        }
        result += character;
        text.remove_prefix(length);
    }
    return result;
}

constexpr std::string_view kSpace = " \n\t\r";

/// NAME="VALUE" ...
void read_attributes(std::string_view text, SvgTag& tag) {
    while (true) {
        const std::size_t begin = text.find_first_not_of(kSpace);
        const std::size_t equals = text.find("=\"");
        if (begin == std::string_view::npos || equals == std::string_view::npos) return;
        const std::size_t end = text.find('"', equals + 2);
        if (end == std::string_view::npos) return;
        tag.attributes.emplace(text.substr(begin, equals - begin),
                               resolved(text.substr(equals + 2, end - equals - 2)));
        text.remove_prefix(end + 1);
    }
}

}  // namespace

const std::string* SvgTag::find(std::string_view attribute) const {
    const auto found = attributes.find(attribute);
    return found == attributes.end() ? nullptr : &found->second;
}

double SvgTag::number(std::string_view attribute, double otherwise) const {
    const std::string* const value = find(attribute);
    return value == nullptr ? otherwise : std::strtod(value->c_str(), nullptr);
}

std::optional<SvgTag> SvgReader::next() {
    const std::size_t begin = rest_.find('<');
    const std::size_t end = rest_.find('>');
    if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return {};
    std::string_view inside = rest_.substr(begin + 1, end - begin - 1);
    rest_.remove_prefix(end + 1);
    SvgTag tag;
    if (inside.substr(0, 1) == "/") {
        tag.type = TagType::closing;
        inside.remove_prefix(1);
    } else if (inside.empty() || inside.back() != '/') {
        tag.type = TagType::opening;
    } else {
        inside.remove_suffix(1);
    }
    const std::size_t name_end = inside.find_first_of(kSpace);
    tag.name = inside.substr(0, name_end);
    if (name_end != std::string_view::npos) read_attributes(inside.substr(name_end), tag);
    tag.text = resolved(rest_.substr(0, rest_.find('<')));
    return tag;
}

}  // namespace carom::draw
