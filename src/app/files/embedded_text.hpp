// Text files that were compiled into the command (cmake/embed_texts.cmake).
#pragma once

#include <span>
#include <string_view>

namespace carom::app {

struct EmbeddedText {
    std::string_view name;  // of the file, without its extension
    std::string_view text;
};

/// Those of the directory scenes/, by name.
std::span<const EmbeddedText> bundled_scenes();

/// What `carom new` starts from: the only one.
std::span<const EmbeddedText> starter_scenes();

/// The licence of Carom and those of what it contains of others: the only one.
std::span<const EmbeddedText> notices();

}  // namespace carom::app
