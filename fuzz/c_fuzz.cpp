// Do any calls of the C interface crash, hang, or say nothing of why they failed? A libFuzzer target; see
// fuzz/README.md.
#include <array>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "carom/carom.h"
#include "promise.hpp"
#include "table_calls.hpp"

namespace carom::fuzz {
namespace {

/// Calls of one input.
class Calls : TableCalls {
public:
    explicit Calls(Input input) : TableCalls(input) {}

    void run() {
        for (int k = 0; k < 40 && !in_.is_over(); ++k) {
            const carom_status status = call(in_.byte());
            const std::string said = carom_message();
            expect(status >= CAROM_OK && status <= CAROM_OUT_OF_MEMORY, "a call ends with a status", said);
            const bool failed = status > CAROM_END && status != CAROM_OUT_OF_MEMORY;
            expect(!failed || !said.empty(), "a failure is told", carom_status_name(status));
            expect_faults(said);
        }
    }

private:
    /// The message is all faults with line breaks between them.
    void expect_faults(const std::string& said) {
        std::string all;
        for (std::size_t k = 0; k < carom_fault_count(); ++k)
            all += (k > 0 ? "\n" : "") + std::string(carom_fault(k));
        expect(said == all, "a message has faults", said);
        expect(std::string(carom_fault(carom_fault_count() + in_.count() % 8)).empty(), "there are no more",
               said);
    }

    /// A text, or the file that has it; somebody may want it no more.
    carom_status open_text_of(bool is_table, const std::string& text, bool asks) {
        const std::string file = (directory() / "t.toml").string();
        std::ofstream(file, std::ios::binary) << text;
        const carom_go_on stop = [](void*, double) { return 0; };
        if (is_table) {
            carom_table* made = nullptr;
            const carom_status status = carom_table_read(file.c_str(), &made);
            return keep(status, made);
        }
        carom_scene* made = nullptr;
        const carom_status status = asks ? carom_scene_read_asking(file.c_str(), stop, nullptr, &made)
                                         : carom_scene_read(file.c_str(), &made);
        return keep(status, made);
    }

    carom_status open_file() {
        const bool is_table = in_.byte() % 2 == 0;
        std::string text(is_table ? kTable : kGas);
        if (in_.byte() % 4 == 0) text.insert(in_.byte() % (text.size() + 1), in_.text());
        return open_text_of(is_table, text, in_.byte() % 4 == 0);
    }

    /// From a text with more balls than lie between two questions: it is stopped.
    carom_status stop_making() {
        const carom_go_on stop = [](void*, double) { return 0; };
        std::string text(kGas);
        text.replace(text.find("[6, 6]"), 6, "[60, 60]").replace(text.find("= 12"), 4, "= 600");
        carom_scene* scene = nullptr;
        if (in_.byte() % 2 == 0) {
            const carom_status status =
                carom_scene_parse_asking(text.data(), text.size(), "s.toml", stop, nullptr, &scene);
            expect(status == CAROM_STOPPED, "who wants no scene gets none", carom_message());
            return keep(status, scene);
        }
        keep(carom_scene_parse(text.data(), text.size(), "s.toml", &scene), scene);
        carom_simulation* made = nullptr;
        const carom_status status = carom_simulation_create_asking(scene, stop, nullptr, &made);
        expect(status == CAROM_STOPPED, "who wants no simulation gets none", carom_message());
        return keep(status, made);
    }

    carom_status open_text(bool is_table) {
        std::string text(is_table ? kTable : kGas);
        if (in_.byte() % 4 == 0) text = in_.text();
        if (in_.byte() % 4 == 0) text.insert(in_.byte() % (text.size() + 1), in_.text());
        if (is_table) {
            carom_table* made = nullptr;
            const carom_status status = carom_table_parse(text.data(), text.size(), "t.toml", &made);
            return keep(status, made);
        }
        carom_scene* made = nullptr;
        const carom_status status = carom_scene_parse(text.data(), text.size(), "s.toml", &made);
        return keep(status, made);
    }

    carom_status tell_scene() {
        carom_scene_info info{};
        return in_.byte() % 2 == 0 ? carom_scene_describe(handle<carom_scene>(), &info)
                                   : carom_scene_balls(handle<carom_scene>(), doubles_out(), doubles_out());
    }

    carom_status measure() {
        std::array<carom_measurement, 4> numbers{};
        std::size_t count = 0;
        const std::string file = path();
        return carom_measure(file.c_str(), in_.number(), nullptr, nullptr, in_.byte() % 5, numbers.data(),
                             &count);
    }

    carom_status tell_curves() {
        auto* const curves = handle<carom_curves>();
        carom_curve_info info{};
        std::size_t count = 0;
        switch (in_.byte() % 4) {
            case 0: {
                carom_curves* made = nullptr;
                const std::string file = path();
                const carom_status status =
                    carom_measure_curves(file.c_str(), in_.number(), nullptr, nullptr, &made);
                return keep(status, made);
            }
            case 1:
                return carom_curves_count(curves, &count);
            case 2:
                return carom_curves_describe(curves, in_.count(), &info);
            default:
                return carom_curves_points(curves, in_.count(), doubles_out(), doubles_out(), doubles_out(),
                                           doubles_out());
        }
    }

    carom_status open_trajectory() {
        carom_trajectory* made = nullptr;
        const std::string file = path();
        const carom_status status = carom_trajectory_open(file.c_str(), &made);
        return keep(status, made);
    }

    carom_status tell_trajectory() {
        auto* const trajectory = handle<carom_trajectory>();
        carom_trajectory_info info{};
        if (in_.byte() % 3 == 0) return carom_trajectory_describe(trajectory, &info);
        const carom_doubles_out position[3] = {doubles_out(), doubles_out(), doubles_out()};
        return carom_trajectory_states(trajectory, in_.number(), position,
                                       in_.byte() % 2 == 0 ? position : nullptr);
    }

    carom_status check_file() {
        carom_check_report report{};
        const std::string file = path();
        const carom_status status = carom_check(file.c_str(), nullptr, nullptr, &report);
        expect(status != CAROM_OK || report.faults == 0, "what was recorded is proved", carom_message());
        return status;
    }

    carom_status make_frame() {
        carom_frame* made = nullptr;
        const carom_status status = carom_frame_create(in_.dimension(), in_.byte() % 3, &made);
        return keep(status, made);
    }

    carom_status make_simulation() {
        carom_simulation* made = nullptr;
        const std::string file = path();
        auto* const scene = handle<carom_scene>();
        const unsigned how = in_.byte() % 4;
        const carom_status status =
            how == 0   ? carom_simulation_resume(scene, file.c_str(), &made)
            : how == 1 ? carom_simulation_resume_bytes(scene, saved_.data(), saved_.size(), &made)
                       : carom_simulation_create(scene, &made);
        return keep(status, made);
    }

    carom_status copy_simulation() {
        carom_simulation* made = nullptr;
        const carom_status status = carom_simulation_copy(handle<carom_simulation>(), &made);
        return keep(status, made);
    }

    carom_status go_on() {
        std::array<carom_event, 8> events{};
        std::size_t count = 0;
        auto* const simulation = handle<carom_simulation>();
        const double until = std::min(in_.number(), 50.0);
        const carom_go_on stop = [](void*, double) { return 0; };
        switch (in_.byte() % 4) {
            case 0:
                return carom_simulation_on_wait(simulation, in_.byte() % 2 == 0 ? nullptr : stop, nullptr);
            case 3:
                return carom_simulation_next(simulation, until, events.data());
            case 1:
                return carom_simulation_events(simulation, until, in_.byte() % 9, events.data(), &count);
            default:
                return carom_simulation_advance(simulation, until, in_.byte(), nullptr, nullptr);
        }
    }

    /// Now and then with too little room, or damaged.
    carom_status save_bytes(carom_simulation* simulation) {
        std::size_t size = 0;
        const carom_status status = carom_simulation_save_bytes(simulation, 0, nullptr, &size);
        if (status != CAROM_OK) return status;
        saved_.assign(size, '\0');
        const std::size_t room = in_.byte() % 4 == 0 ? size - 1 : size;
        const carom_status again = carom_simulation_save_bytes(simulation, room, saved_.data(), &size);
        if (in_.byte() % 4 == 0) saved_[in_.byte() % size] ^= 1;
        return again;
    }

    carom_status tell_simulation() {
        auto* const simulation = handle<carom_simulation>();
        carom_simulation_info info{};
        const std::string file = path();
        const carom_doubles_out position[3] = {doubles_out(), doubles_out(), doubles_out()};
        switch (in_.byte() % 6) {
            case 0:
                return carom_simulation_describe(simulation, &info);
            case 1:
                return carom_simulation_states(simulation, position, nullptr);
            case 2:
                return carom_simulation_record(simulation, file.c_str());
            case 3:
                return carom_simulation_save(simulation, file.c_str());
            case 4:
                return save_bytes(simulation);
            default:
                return carom_simulation_finish_record(simulation);
        }
    }

    carom_status close() {
        switch (in_.byte() % 8) {
            case 0:
                return carom_scene_free(handle<carom_scene>());
            case 1:
                return carom_simulation_free(handle<carom_simulation>());
            case 2:
                return carom_frame_free(handle<carom_frame>());
            case 3:
                return carom_table_free(handle<carom_table>());
            case 4:
                return carom_player_free(handle<carom_player>());
            case 5:
                return carom_game_free(handle<carom_game>());
            case 6:
                return carom_curves_free(handle<carom_curves>());
            default:
                return carom_trajectory_free(handle<carom_trajectory>());
        }
    }

    carom_status open_scene() { return open_text(false); }
    carom_status open_table() { return open_text(true); }
    carom_status set_up_or_find() { return in_.byte() % 2 == 0 ? set_up_frame() : find_obstacles(); }

    carom_status call(unsigned which) {
        for (double& number : numbers_) {
            if (in_.byte() % 4 == 0) number = in_.number();
        }
        using Call = carom_status (Calls::*)();
        // What opens and plays stands here more than once.
        static constexpr Call kCalls[] = {&Calls::open_scene,
                                          &Calls::open_scene,
                                          &Calls::open_table,
                                          &Calls::open_table,
                                          &Calls::ask_pair,
                                          &Calls::ask_float_pair,
                                          &Calls::ask_many,
                                          &Calls::step_frame,
                                          &Calls::frame_entries,
                                          &Calls::play,
                                          &Calls::play,
                                          &Calls::told_shot,
                                          &Calls::play_many,
                                          &Calls::tell_scene,
                                          &Calls::tell_table,
                                          &Calls::measure,
                                          &Calls::open_trajectory,
                                          &Calls::tell_trajectory,
                                          &Calls::check_file,
                                          &Calls::make_frame,
                                          &Calls::make_simulation,
                                          &Calls::copy_simulation,
                                          &Calls::make_player,
                                          &Calls::go_on,
                                          &Calls::go_on,
                                          &Calls::tell_simulation,
                                          &Calls::tell_simulation,
                                          &Calls::written_table,
                                          &Calls::open_game,
                                          &Calls::rule,
                                          &Calls::step_float_frame,
                                          &Calls::set_up_or_find,
                                          &Calls::tell_curves,
                                          &Calls::close};
        // With bytes of their own, so that all others keep their meaning in the corpus.
        static constexpr Call kLater[] = {
            &Calls::open_file, &Calls::stop_making,        &Calls::tell_game,     &Calls::write_game,
            &Calls::rule_many, &Calls::positions_of_balls, &Calls::ask_many_float};
        constexpr unsigned kFirstLater = 256 - 2 * std::size(kLater);
        if (which >= kFirstLater) return (this->*kLater[(which - kFirstLater) % std::size(kLater)])();
        return (this->*kCalls[which % std::size(kCalls)])();
    }

    std::string saved_;  // of the simulation that was saved last
};

}  // namespace
}  // namespace carom::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    carom::fuzz::Calls(carom::fuzz::Input(data, size)).run();
    return 0;
}
