#include "carom/export/export_shots.hpp"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <string>

#include "carom/billiards/scene_referee.hpp"
#include "carom/billiards/shot_playback.hpp"
#include "files/buffered_file.hpp"
#include "scene/name_texts.hpp"

namespace carom {
namespace detail {
namespace {

using billiards::BallState;
using billiards::ShotEvent;
using billiards::ShotPlayback;

constexpr std::array kColumnsOfAState{"phase", "x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"};

void add_state(std::string& line, const BallState& state) {
    const auto out = std::back_inserter(line);
    fmt::format_to(out, ",{}", billiards::name_of(state.phase));
    for (const Vec3d* x : {&state.position, &state.velocity, &state.spin})
        fmt::format_to(out, ",{},{},{}", (*x)[0], (*x)[1], (*x)[2]);
}

std::string heading_of_events() {
    std::string line = "shot,time,type,ball,other";
    for (const char* who : {"ball", "other"}) {
        for (const char* when : {"before", "after"}) {
            for (const char* what : kColumnsOfAState)
                fmt::format_to(std::back_inserter(line), ",{}_{}_{}", who, when, what);
        }
    }
    return line + '\n';
}

std::string heading_of_states() {
    std::string line = "time,shot,ball,name";
    for (const char* what : kColumnsOfAState) fmt::format_to(std::back_inserter(line), ",{}", what);
    return line + '\n';
}

/// Precondition: `balls` is at the event before this one.
void add_event(std::string& text, const ShotEvent& event, const ShotPlayback& balls) {
    const auto out = std::back_inserter(text);
    fmt::format_to(out, ",{},{},{},", event.time, billiards::name_of(event.kind), event.ball);
    if (event.other >= 0) fmt::format_to(out, "{}", event.other);
    add_state(text, balls.state(event.ball, event.time));
    add_state(text, event.ball_after);
    if (event.kind == billiards::EventKind::ball_ball) {
        add_state(text, balls.state(event.other, event.time));
        add_state(text, event.other_after);
    } else {
        text.append(2 * kColumnsOfAState.size(), ',');
    }
    text += '\n';
}

using GoOn = std::function<bool(std::uint64_t)>;

/// Asks `go_on`, if there is one.
bool goes_on(const GoOn& go_on, std::uint64_t shots) {
    return !go_on || go_on(shots);
}

/// The events of one shot after another.
class EventTable {
public:
    explicit EventTable(const billiards::TableScene& scene) : setup_(scene.setup) {}
    static std::string heading() { return heading_of_events(); }

    bool add(BufferedFile& file, const PlayedShot& shot, std::uint64_t number, const GoOn& go_on) {
        ShotPlayback balls(setup_, shot.start);
        for (const ShotEvent& event : shot.events) {
            fmt::format_to(std::back_inserter(file.text()), "{}", number);
            add_event(file.text(), event, balls);
            balls.take(event);
            file.settle();
        }
        return goes_on(go_on, number);
    }

private:
    const billiards::ShotSetup& setup_;
};

/// The instants of one shot after another.
class StateTable {
public:
    StateTable(const billiards::TableScene& scene, const Instants& instants)
        : scene_(scene), instants_(instants) {}
    static std::string heading() { return heading_of_states(); }

    bool add(BufferedFile& file, const PlayedShot& shot, std::uint64_t number, const GoOn& go_on) {
        ShotPlayback balls(scene_.setup, shot.start);
        auto event = shot.events.begin();
        for (; next_ < instants_.count() && instants_[next_] <= begin_ + shot.duration; ++next_) {
            const double time = instants_[next_];
            for (; event != shot.events.end() && event->time <= time - begin_; ++event) balls.take(*event);
            add_instant(file, number, time, balls);
            if (next_ % 64 == 0 && !goes_on(go_on, number - 1)) return false;
        }
        begin_ += shot.duration;
        return goes_on(go_on, number);
    }

private:
    void add_instant(BufferedFile& file, std::uint64_t number, double time, const ShotPlayback& balls) const {
        for (std::size_t k = 0; k < scene_.start.size(); ++k) {
            std::string& text = file.text();
            fmt::format_to(std::back_inserter(text), "{},{},{},{}", time, number, k,
                           csv_cell(scene_.ball_names[k]));
            add_state(text, balls.state(static_cast<int>(k), time - begin_));
            text += '\n';
            file.settle();
        }
    }

    const billiards::TableScene& scene_;
    const Instants& instants_;
    std::uint64_t next_ = 0;
    double begin_ = 0;  ///< of the present shot
};

/// Indices or words with blanks between them.
template <class Things, class IndexOf>
std::string indices(const Things& things, IndexOf index_of) {
    std::string text;
    for (const auto& thing : things)
        fmt::format_to(std::back_inserter(text), "{}{}", text.empty() ? "" : " ", index_of(thing));
    return text;
}

/// What became of one shot after another.
class OutcomeTable {
public:
    explicit OutcomeTable(const billiards::TableScene& scene)
        : shots_(scene.shots), table_(scene.setup.table), referee_(scene) {}
    static std::string heading() {
        return "shot,cue_ball,speed,direction,elevation,left,up,duration,events,ball_ball,cushions,first_hit,"
               "cushions_before_hit,second_hit,cushions_before_second,cushion_after_hit,to_cushion,pocketed,"
               "pockets,off_table,player,fouls,made,points,spotted,ball_in_hand,next_player,winner\n";
    }

    bool add(BufferedFile& file, const PlayedShot& shot, std::uint64_t number, const GoOn& go_on) {
        const auto out = std::back_inserter(file.text());
        fmt::format_to(out, "{}", number);
        const bool has_cue = number <= shots_.size();
        if (has_cue) {
            const billiards::Shot& struck = shots_[number - 1].shot;
            const billiards::Strike& strike = struck.strike;
            fmt::format_to(out, ",{},{},{},{},{},{}", struck.cue_ball, strike.speed, strike.direction,
                           strike.elevation, strike.left, strike.up);
        } else {
            fmt::format_to(out, ",,,,,,");
        }
        add_counts(file.text(), shot);
        const billiards::ShotFacts facts = billiards::facts_of(
            shot.start, shot.events, has_cue ? shots_[number - 1].shot.cue_ball : -1, table_);
        add_facts(file.text(), facts);
        add_ruling(file.text(), has_cue ? referee_.rule(facts) : std::nullopt);
        file.settle();
        return goes_on(go_on, number);
    }

private:
    static void add_counts(std::string& text, const PlayedShot& shot) {
        std::uint64_t events = 0, pairs = 0, cushions = 0;
        for (const ShotEvent& event : shot.events) {
            events += event.kind != billiards::EventKind::motion ? 1 : 0;
            pairs += event.kind == billiards::EventKind::ball_ball ? 1 : 0;
            cushions += is_cushion(event.kind) ? 1 : 0;
        }
        fmt::format_to(std::back_inserter(text), ",{},{},{},{}", shot.duration, events, pairs, cushions);
    }

    static void add_facts(std::string& text, const billiards::ShotFacts& facts) {
        const auto hit = [](int ball) { return ball < 0 ? std::string() : fmt::format("{}", ball); };
        const auto itself = [](int ball) { return ball; };
        fmt::format_to(std::back_inserter(text), ",{},{},{},{},{},{},{},{},{}", hit(facts.first_hit),
                       facts.cushions_before_hit, hit(facts.second_hit), facts.cushions_before_second,
                       facts.cushion_after_hit ? 1 : 0, indices(facts.to_cushion, itself),
                       indices(facts.pocketed, [](const auto& fallen) { return fallen.ball; }),
                       indices(facts.pocketed, [](const auto& fallen) { return fallen.pocket; }),
                       indices(facts.off_table, itself));
    }

    /// Empty cells where the scene has no game, and after its end.
    static void add_ruling(std::string& text, const std::optional<billiards::GameRuling>& ruling) {
        if (!ruling) {
            text += ",,,,,,,,\n";
            return;
        }
        const auto itself = [](const auto& thing) { return thing; };
        const bool is_over = ruling->winner >= 0;
        fmt::format_to(std::back_inserter(text), ",{},{},{},{},{},{},{},{}\n", shooter_of(ruling->before),
                       indices(ruling->fouls, [](billiards::Foul foul) { return name_of(foul); }),
                       indices(ruling->made, itself), ruling->points, indices(ruling->spotted, itself),
                       ruling->ball_in_hand ? 1 : 0, shooter_of(ruling->next),
                       is_over ? fmt::format("{}", ruling->winner) : "");
    }

    const std::vector<billiards::PlannedShot>& shots_;
    const billiards::Table& table_;
    billiards::SceneReferee referee_;
};

template <class Table>
std::optional<FileError> write(ShotFileReader& shots, const std::filesystem::path& path, Table table,
                               const GoOn& go_on) {
    auto file = BufferedFile::create(path);
    if (!file) return file.error();
    file->put_bytes(table.heading());
    std::uint64_t number = 0;
    while (const auto shot = shots.next()) {
        if (!table.add(*file, *shot, ++number, go_on)) return FileError{"the export was stopped"};
        if (file->failure()) return file->failure();
    }
    if (auto fault = shots.fault()) return fault;
    return file->commit();
}

}  // namespace
}  // namespace detail

std::optional<FileError> export_shot_events_csv(ShotFileReader& shots, const std::filesystem::path& path,
                                                const std::function<bool(std::uint64_t)>& go_on) {
    return detail::write(shots, path, detail::EventTable(shots.scene()), go_on);
}

std::optional<FileError> export_shot_outcomes_csv(ShotFileReader& shots, const std::filesystem::path& path,
                                                  const std::function<bool(std::uint64_t)>& go_on) {
    return detail::write(shots, path, detail::OutcomeTable(shots.scene()), go_on);
}

std::optional<FileError> export_shot_states_csv(ShotFileReader& shots, const Instants& instants,
                                                const std::filesystem::path& path,
                                                const std::function<bool(std::uint64_t)>& go_on) {
    return detail::write(shots, path, detail::StateTable(shots.scene(), instants), go_on);
}

}  // namespace carom
