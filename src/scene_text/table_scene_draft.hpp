// A table scene while it is being read, and where everything was written.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "carom/billiards/table_scene.hpp"
#include "scene_text/table_reader.hpp"

namespace carom::detail {

struct TableSceneDraft {
    billiards::TableScene scene;
    const TomlNode* table = nullptr;      ///< `[table]`
    const TomlNode* cue = nullptr;        ///< `[cue]`; null without it
    const TomlNode* laws = nullptr;       ///< `[laws]`; null without it
    const TomlNode* game = nullptr;       ///< `[game]`; null without it
    std::optional<billiards::Game> rack;  ///< what `[rack]` is for
    std::size_t racked_from = 0;          ///< the balls before the rack: so many
    double length = 0, width = 0;         ///< of the playing area; 0 for a free table
    bool is_free = false;                 ///< a free table; not one whose kind was refused
    std::vector<const TomlNode*> balls;   ///< per ball: its table
    std::vector<const TomlNode*> shots;   ///< per shot
    std::vector<bool> sound_shots;  ///< per shot: false when something of it was refused where it stands
    bool sound = true;              ///< the same of all but the shots
};

/// A centre beyond the noses of a table whose playing area is known is a fault.
void check_on_table(TableReader& reader, std::string_view key, const Vec2d& place,
                    const TableSceneDraft& draft);

/// `[table]`.
void read_table(TableReader& top, TableSceneDraft& draft, PlacedFaults& faults);
/// `[defaults]`, `[[balls]]` and `[rack]`.
void read_table_balls(TableReader& top, TableSceneDraft& draft, PlacedFaults& faults);
/// `[game]`, after the balls.
void read_game(TableReader& top, TableSceneDraft& draft, PlacedFaults& faults);
/// `[cue]`, `[laws]` and `[[shots]]`.
void read_shots(TableReader& top, TableSceneDraft& draft, PlacedFaults& faults);

}  // namespace carom::detail
