// A shot that was played, for the parts of the module that ask about it.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "carom/billiards/referee.hpp"
#include "carom/billiards/table_scene.hpp"
#include "common.hpp"

namespace carom::python {

/// The scene file of a table, for pickles.
struct TableText {
    std::string text, name;
};

/// What was played.
struct PyShot {
    std::shared_ptr<const billiards::TableScene> scene;
    std::shared_ptr<const TableText> text;
    std::vector<billiards::BallState> start, end;
    std::vector<billiards::ShotEvent> events;
    double duration = 0;
    int cue_ball = 0;

    billiards::ShotFacts facts() const {
        return billiards::facts_of(start, events, cue_ball, scene->setup.table);
    }
};

/// An array with a row for each state.
py::object rows_of_states(std::span<const billiards::BallState> states);

/// Pairs of ball and pocket, in order.
inline py::list fallen_balls(const billiards::ShotFacts& facts) {
    py::list pairs;
    for (const billiards::FallenBall& fallen : facts.pocketed)
        pairs.append(py::make_tuple(fallen.ball, fallen.pocket));
    return pairs;
}

/// After add_billiards.
void add_referee(py::module_& module);

}  // namespace carom::python
