/// \file
/// A table scene as the text of a scene file. Format: docs/formats/table_scene.md.
#pragma once

#include <optional>
#include <string>

#include "carom/billiards/table_scene.hpp"

namespace carom {

/// The text, which `parse_table_scene` reads back with the same bits; only a ball out of play loses its
/// place. A ready table is named, another one is written cushion by cushion; what has its default is left
/// out. Nothing when a shot strikes a ball that cannot be named: it has no name, or another ball has it too.
std::optional<std::string> table_scene_text(const billiards::TableScene& scene);

}  // namespace carom
