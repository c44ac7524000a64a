// Tables and shots.
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <optional>

#include "carom/billiards/shot_batch.hpp"
#include "carom/billiards/shot_playback.hpp"
#include "carom/scene_text/table_scene_file.hpp"
#include "common.hpp"
#include "pages.hpp"
#include "played.hpp"

namespace carom::python {
namespace {

using billiards::BallState;
using billiards::TableScene;

struct BallRow {
    std::int32_t phase;
    std::array<double, 3> position, velocity, spin;
};

struct ShotEventRow {
    double time;
    std::int32_t kind, ball, other;
    BallRow ball_after, other_after;
};

/// All of an event, for pickles.
struct KeptEventRow {
    ShotEventRow event;
    std::int32_t following;
    std::array<double, 2> ball_acceleration, other_acceleration;
};

std::array<double, 3> numbers(const Vec3d& from) {
    return {from[0], from[1], from[2]};
}

BallRow row_of(const BallState& state) {
    return {static_cast<std::int32_t>(state.phase), numbers(state.position), numbers(state.velocity),
            numbers(state.spin)};
}

BallState state_of(const BallRow& row) {
    if (row.phase < 0 || row.phase > static_cast<int>(billiards::Phase::off_table))
        throw std::invalid_argument("start: there is no phase " + std::to_string(row.phase));
    const auto vec = [](const std::array<double, 3>& from) { return Vec3d{from[0], from[1], from[2]}; };
    return {static_cast<billiards::Phase>(row.phase), vec(row.position), vec(row.velocity), vec(row.spin)};
}

using BallRows = py::array_t<BallRow>;

BallRows rows_of(std::span<const BallState> states) {
    BallRows rows(static_cast<py::ssize_t>(states.size()));
    std::transform(states.begin(), states.end(), rows.mutable_data(), row_of);
    return rows;
}

struct PyTable {
    std::shared_ptr<const TableScene> scene;
    std::shared_ptr<const TableText> text;
};

PyTable table_of(Result<TableSceneFile, SceneFaults> file, std::string text, std::string name) {
    if (!file) raise_scene_error(file.error().lines);
    return {std::make_shared<const TableScene>(std::move(file->scene)),
            std::make_shared<const TableText>(TableText{std::move(text), std::move(name)})};
}

PyTable parse(const std::string& text, const std::string& name) {
    return table_of(parse_table_scene(text, name), text, name);
}

PyTable read(const std::string& path) {
    require_file(path);
    std::ifstream stream(path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(stream)), {});
    return table_of(parse_table_scene(text, path), std::move(text), path);
}

/// Raises the faults of some starts, `changed.start` being one of them.
void require_playable(const TableScene& changed, const std::string& which) {
    std::vector<std::string> messages;
    for (const billiards::TableFault& fault : faults_of(changed)) messages.push_back(which + fault.message);
    if (!messages.empty()) raise_scene_error(messages);
}

/// The start of a shot: that of the scene, or one that can be played.
std::vector<BallState> start_of(const TableScene& scene, const std::optional<BallRows>& start) {
    if (!start) return scene.start;
    if (start->ndim() != 1 || start->shape(0) != static_cast<py::ssize_t>(scene.start.size()))
        throw std::invalid_argument("start: it needs a row for each of the " +
                                    std::to_string(scene.start.size()) + " balls");
    TableScene changed = scene;
    changed.shots.clear();
    for (std::size_t k = 0; k < scene.start.size(); ++k) changed.start[k] = state_of(start->at(k));
    require_playable(changed, "");
    return changed.start;
}

/// The starts of many shots: one for all, or a row for each.
std::vector<BallState> starts_of(const TableScene& scene, const std::optional<BallRows>& start,
                                 std::size_t shots) {
    if (!start || start->ndim() != 2) return start_of(scene, start);
    const std::size_t balls = scene.start.size();
    if (start->shape(0) != static_cast<py::ssize_t>(shots) ||
        start->shape(1) != static_cast<py::ssize_t>(balls))
        throw std::invalid_argument("start: its shape must be (" + std::to_string(balls) + ",) or (" +
                                    std::to_string(shots) + ", " + std::to_string(balls) + ")");
    TableScene changed = scene;
    changed.shots.clear();
    std::vector<BallState> states;
    states.reserve(shots * balls);
    for (std::size_t shot = 0; shot < shots; ++shot) {
        for (std::size_t k = 0; k < balls; ++k) changed.start[k] = state_of(start->at(shot, k));
        require_playable(changed, "shot " + std::to_string(shot) + ": ");
        states.insert(states.end(), changed.start.begin(), changed.start.end());
    }
    return states;
}

ShotEventRow row_of(const billiards::ShotEvent& event) {
    return {event.time,
            static_cast<std::int32_t>(event.kind),
            event.ball,
            event.other,
            row_of(event.ball_after),
            row_of(event.other_after)};
}

py::array_t<ShotEventRow> event_rows(const PyShot& shot) {
    py::array_t<ShotEventRow> rows(static_cast<py::ssize_t>(shot.events.size()));
    std::transform(shot.events.begin(), shot.events.end(), rows.mutable_data(),
                   [](const billiards::ShotEvent& event) { return row_of(event); });
    return rows;
}

using KeptEventRows = py::array_t<KeptEventRow>;
/// What a pickle of a shot has: text and name of its table, start, end, events, duration, cue ball.
using KeptShot = std::tuple<std::string, std::string, BallRows, BallRows, KeptEventRows, double, int>;

KeptShot kept(const PyShot& shot) {
    KeptEventRows rows(static_cast<py::ssize_t>(shot.events.size()));
    std::transform(shot.events.begin(), shot.events.end(), rows.mutable_data(),
                   [](const billiards::ShotEvent& event) {
                       return KeptEventRow{row_of(event),
                                           event.following,
                                           {event.ball_acceleration[0], event.ball_acceleration[1]},
                                           {event.other_acceleration[0], event.other_acceleration[1]}};
                   });
    return {shot.text->text, shot.text->name, rows_of(shot.start), rows_of(shot.end), rows,
            shot.duration,   shot.cue_ball};
}

billiards::ShotEvent event_of(const KeptEventRow& row, int balls) {
    const ShotEventRow& event = row.event;
    if (event.kind < 0 || event.kind > static_cast<int>(billiards::EventKind::off_table) || event.ball < 0 ||
        event.ball >= balls)
        throw std::invalid_argument("this is no pickle of a shot");
    return {event.time,
            static_cast<billiards::EventKind>(event.kind),
            event.ball,
            event.other,
            row.following,
            state_of(event.ball_after),
            state_of(event.other_after),
            {row.ball_acceleration[0], row.ball_acceleration[1]},
            {row.other_acceleration[0], row.other_acceleration[1]}};
}

std::vector<BallState> states_of(const BallRows& rows, std::size_t balls) {
    if (rows.ndim() != 1 || rows.shape(0) != static_cast<py::ssize_t>(balls))
        throw std::invalid_argument("this is no pickle of a shot");
    std::vector<BallState> states;
    for (std::size_t k = 0; k < balls; ++k) states.push_back(state_of(rows.at(k)));
    return states;
}

PyShot shot_again(const std::string& text, const std::string& name, const BallRows& start,
                  const BallRows& end, const KeptEventRows& events, double duration, int cue_ball) {
    const PyTable table = parse(text, name);
    const std::size_t balls = table.scene->start.size();
    PyShot shot{table.scene, table.text, states_of(start, balls), states_of(end, balls), {},
                duration,    cue_ball};
    for (py::ssize_t k = 0; k < events.size(); ++k)
        shot.events.push_back(event_of(events.at(k), static_cast<int>(balls)));
    return shot;
}

/// At times that do not decrease: an array of time and ball.
BallRows states_at(const PyShot& shot, const Doubles& times) {
    BallRows rows({times.size(), static_cast<py::ssize_t>(shot.start.size())});
    BallRow* row = rows.mutable_data();
    billiards::ShotPlayback playback(shot.scene->setup, shot.start);
    auto event = shot.events.begin();
    for (py::ssize_t i = 0; i < times.size(); ++i) {
        const double time = times.data()[i];
        for (; event != shot.events.end() && event->time <= time; ++event) playback.take(*event);
        for (std::size_t k = 0; k < shot.start.size(); ++k)
            *row++ = row_of(playback.state(static_cast<int>(k), time));
    }
    return rows;
}

py::dict facts_as_dict(const PyShot& shot) {
    const billiards::ShotFacts found = shot.facts();
    py::dict result;
    const auto ball = [](int index) { return index < 0 ? py::object(py::none()) : py::int_(index); };
    result["first_hit"] = ball(found.first_hit);
    result["second_hit"] = ball(found.second_hit);
    result["tied_hits"] = found.tied_hits;
    result["cushions_before_hit"] = found.cushions_before_hit;
    result["cushions_before_second"] = found.cushions_before_second;
    result["cushion_after_hit"] = found.cushion_after_hit;
    result["to_cushion"] = found.to_cushion;
    result["pocketed"] = fallen_balls(found);
    result["off_table"] = found.off_table;
    if (const auto& lines = found.lines) {
        result["starts_behind_head_string"] = lines->starts_behind;
        result["crosses_head_string"] = lines->crosses;
        result["hit_behind_head_string"] = lines->hit_behind;
        result["starts_in_d"] = lines->starts_in_d;
    }
    return result;
}

PyShot play(const PyTable& table, const std::array<double, 5>& strike, int cue_ball,
            const std::optional<BallRows>& start) {
    const TableScene& scene = *table.scene;
    PyShot shot{table.scene, table.text, start_of(scene, start), {}, {}, 0, cue_ball};
    const billiards::Strike how{strike[0], strike[1], strike[2], strike[3], strike[4]};
    auto faults = faults_of(how);
    if (cue_ball < 0 || static_cast<std::size_t>(cue_ball) >= shot.start.size()) {
        faults.emplace_back("cue_ball: there is no ball " + std::to_string(cue_ball));
    } else if (shot.start[static_cast<std::size_t>(cue_ball)].phase != billiards::Phase::resting) {
        faults.emplace_back("cue_ball: ball " + std::to_string(cue_ball) + " does not rest");
    }
    if (!faults.empty()) raise_scene_error(faults);
    Signals signals;
    {
        const py::gil_scoped_release release;
        billiards::ShotPlayer player(scene.setup);
        player.play(shot.start, billiards::Shot{cue_ball, how}, billiards::Detail::every_motion,
                    [&] { return signals.go_on(); });
        shot.events.assign(player.events().begin(), player.events().end());
        shot.end.assign(player.final_states().begin(), player.final_states().end());
        shot.duration = player.end_time();
    }
    signals.raise();
    return shot;
}

py::dict play_many(const PyTable& table, const Doubles& speed, const Doubles& direction,
                   const Doubles& elevation, const Doubles& left, const Doubles& up, const Ints& cue_ball,
                   const std::optional<BallRows>& start, unsigned threads) {
    const TableScene& scene = *table.scene;
    const auto count = static_cast<std::size_t>(speed.size());
    const std::size_t ball_count = scene.start.size();
    const std::vector<BallState> from = starts_of(scene, start, count);
    // Those that are left out have no entries.
    const auto column = [](const Doubles& each) {
        return std::span<const double>(each.data(), static_cast<std::size_t>(each.size()));
    };
    const billiards::StrikeColumns strikes{
        column(speed), column(direction), column(elevation),
        column(left),  column(up),        {cue_ball.data(), static_cast<std::size_t>(cue_ball.size())}};
    const auto rows = static_cast<py::ssize_t>(count), balls = static_cast<py::ssize_t>(ball_count);
    // Two large arrays that all columns are parts of: new pages are costly, and NumPy asks for large ones
    // then.
    py::array_t<double> numbers(rows * (2 * balls + 1));
    const billiards::RuledGame game{scene.game, numbers_in(rules_of(scene.game), scene.ball_names),
                                    &scene.setup.table};
    const bool has_game = rules_of(scene.game) != billiards::Rules::none;
    constexpr std::array kNames{"events",
                                "ball_ball",
                                "cushions",
                                "first_hit",
                                "cushions_before_hit",
                                "second_hit",
                                "cushions_before_second",
                                "cushion_after_hit",
                                "to_cushion",
                                "fouls",
                                "continues",
                                "points",
                                "winner"};
    constexpr std::size_t kRulings = 4;  // the last of them
    const std::size_t wholes_of_a_shot = has_game ? kNames.size() : kNames.size() - kRulings;
    py::array_t<int> wholes(rows * (balls + static_cast<py::ssize_t>(wholes_of_a_shot)));
    const std::size_t places = count * ball_count;
    double* const x = numbers.mutable_data();
    int* const pocket = wholes.mutable_data();
    const auto whole = [&](std::size_t k) {
        return k < wholes_of_a_shot ? std::span<int>(pocket + places + k * count, count) : std::span<int>();
    };
    const billiards::OutcomeColumns outcomes{{x, places},      {x + places, places},
                                             {pocket, places}, {x + 2 * places, count},
                                             whole(0),         whole(1),
                                             whole(2),         whole(3),
                                             whole(4),         whole(5),
                                             whole(6),         whole(7),
                                             whole(8),         has_game ? &game : nullptr,
                                             whole(9),         whole(10),
                                             whole(11),        whole(12)};
    const auto faults = faults_of(ball_count, from, strikes, outcomes);
    if (!faults.empty()) raise_scene_error(faults);
    Signals signals;
    {
        const py::gil_scoped_release release;
        billiards::play_shots_on_threads(scene.setup, from, strikes, outcomes, threads,
                                         [&](double) { return signals.go_on(); });
    }
    signals.raise();
    py::dict result;
    const std::vector<py::ssize_t> shape{rows, balls};
    result["x"] = py::array_t<double>(shape, x, numbers);
    result["y"] = py::array_t<double>(shape, x + places, numbers);
    result["pocket"] = py::array_t<int>(shape, pocket, wholes);
    result["duration"] = py::array_t<double>(rows, x + 2 * places, numbers);
    for (std::size_t k = 0; k < wholes_of_a_shot; ++k)
        result[kNames[k]] = py::array_t<int>(rows, whole(k).data(), wholes);
    return result;
}

std::vector<py::dict> planned(const PyTable& table) {
    std::vector<py::dict> shots;
    for (const billiards::PlannedShot& each : table.scene->shots) {
        py::dict shot;
        shot["speed"] = each.shot.strike.speed;
        shot["direction"] = each.shot.strike.direction;
        shot["elevation"] = each.shot.strike.elevation;
        shot["left"] = each.shot.strike.left;
        shot["up"] = each.shot.strike.up;
        shot["cue_ball"] = each.shot.cue_ball;
        shots.push_back(shot);
    }
    return shots;
}

}  // namespace

py::object rows_of_states(std::span<const BallState> states) {
    return rows_of(states);
}

void add_billiards(py::module_& module) {
    PYBIND11_NUMPY_DTYPE(BallRow, phase, position, velocity, spin);
    PYBIND11_NUMPY_DTYPE(ShotEventRow, time, kind, ball, other, ball_after, other_after);
    PYBIND11_NUMPY_DTYPE(KeptEventRow, event, following, ball_acceleration, other_acceleration);
    module.def("shot_again", &shot_again);
    py::class_<PyTable>(module, "Table")
        .def_static("parse", &parse)
        .def_static("read", &read)
        .def_property_readonly("text", [](const PyTable& table) { return table.text->text; })
        .def_property_readonly("file", [](const PyTable& table) { return table.text->name; })
        .def_property_readonly("names", [](const PyTable& table) { return table.scene->ball_names; })
        .def_property_readonly("start", [](const PyTable& table) { return rows_of(table.scene->start); })
        .def_property_readonly("pocket_depths",
                               [](const PyTable& table) {
                                   std::vector<double> depths;
                                   for (const auto& pocket : table.scene->setup.table.pockets)
                                       depths.push_back(pocket.depth);
                                   return depths;
                               })
        .def_property_readonly("planned", &planned)
        .def("play", &play)
        .def("play_many", &play_many);
    py::class_<PyShot>(module, "Shot")
        .def_property_readonly("events", &event_rows)
        .def_property_readonly("start", [](const PyShot& shot) { return rows_of(shot.start); })
        .def_property_readonly("end", [](const PyShot& shot) { return rows_of(shot.end); })
        .def_readonly("duration", &PyShot::duration)
        .def_property_readonly("facts", &facts_as_dict)
        .def("states", &states_at)
        .def("kept", &kept)
        .def("page", [](const PyShot& shot, bool play) {
            return shot_page(*shot.scene, {shot.start, shot.events, shot.end, shot.duration}, play);
        });
}

}  // namespace carom::python
