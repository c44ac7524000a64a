// Text files that were compiled into the command (cmake/embed_texts.cmake).
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

namespace carom::app {

struct EmbeddedText {
    std::string_view name;  // of the file, without its extension
    std::string_view text;
};

/// The one of this name; null where there is none.
inline const EmbeddedText* text_named(std::span<const EmbeddedText> texts, std::string_view name) {
    const auto found =
        std::find_if(texts.begin(), texts.end(), [&](const EmbeddedText& one) { return one.name == name; });
    return found == texts.end() ? nullptr : &*found;
}

/// Those of the directory scenes/, by name.
std::span<const EmbeddedText> bundled_scenes();

/// What `carom new` and `carom play` start from: "starter" and "starter_table".
std::span<const EmbeddedText> starter_scenes();

/// The licence of Carom and those of what it contains of others: the only one.
std::span<const EmbeddedText> notices();

}  // namespace carom::app
