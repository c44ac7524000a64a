// The tables [[moves]]: balls that lie elsewhere than where they were made.
#include "scene/wording.hpp"
#include "scene_text/scene_draft.hpp"

namespace carom::detail {

template <int N>
void read_moves(TableReader& top, SceneDraft<N>& draft, PlacedFaults& faults) {
    std::size_t index = 0;
    for (const TomlNode* table : top.tables("moves")) {
        TableReader reader(*table, "move " + text(index), faults);
        const auto ball = reader.needed("ball", reader.whole("ball", 0));
        const auto position = reader.needed("position", reader.vec<N>("position"));
        reader.reject_other_keys();
        ++index;
        if (!ball || !position) continue;
        if (*ball < draft.scene.balls.size()) {
            if (!draft.moved.emplace(*ball, table).second)
                reader.fault("wrong values", "ball", "ball " + text(*ball) + " is moved twice");
            draft.scene.balls[*ball].position = *position;
        } else if (draft.complete) {
            reader.fault("wrong values", "ball",
                         "there is no ball " + text(*ball) + ": there are " + text(draft.scene.balls.size()) +
                             ", counted from 0");
        }
    }
}

template void read_moves(TableReader&, SceneDraft<2>&, PlacedFaults&);
template void read_moves(TableReader&, SceneDraft<3>&, PlacedFaults&);

}  // namespace carom::detail
