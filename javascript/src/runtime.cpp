// What the C++ library asks of its runtime, and clang's for WebAssembly has not.
#include <cstddef>
#include <cstdlib>

#include "carom/carom.h"

#ifdef CAROM_WITH_PAGES
#include "files/whole_file.hpp"
#include "view/packed.hpp"
#include "view/page_excerpt.hpp"
#include "view/page_header.hpp"
#endif

// The sizes that javascript/carom reads and writes.
static_assert(sizeof(carom_ball) == 56 && sizeof(carom_sweep_answer) == 120 && sizeof(carom_body) == 56);
static_assert(sizeof(carom_ball_columns) == 84 && sizeof(carom_sweep_columns) == 36);
static_assert(sizeof(carom_body_columns) == 96 && sizeof(carom_frame_contact) == 32 &&
              sizeof(carom_frame_bounce) == 16);
static_assert(sizeof(carom_ball_state) == 80 && sizeof(carom_strike) == 48 &&
              sizeof(carom_shot_event) == 184);
static_assert(sizeof(carom_planned_shot) == 72 && sizeof(carom_announcement) == 20 &&
              sizeof(carom_ruling) == 188);
static_assert(sizeof(carom_strike_columns) == 72 && sizeof(carom_outcome_columns) == 156 &&
              sizeof(carom_ruling_columns) == 48);
static_assert(sizeof(carom_event) == 128 && sizeof(carom_simulation_info) == 88);
static_assert(sizeof(carom_trajectory_info) == 24 && sizeof(carom_check_report) == 56);
static_assert(sizeof(carom_measurement) == 88);

// NOLINTBEGIN(bugprone-reserved-identifier): the names of the C++ ABI.
extern "C" {

// What is thrown ends the instance, because the compiler makes no handlers. Carom throws nothing by itself:
// this is memory that has run out, or a fault of Carom. The JavaScript that called tells its caller.
void* __cxa_allocate_exception(std::size_t) {
    std::abort();
}
[[noreturn]] void __cxa_throw(void*, void*, void (*)(void*)) {
    std::abort();
}

// The one thread never ends.
int __cxa_thread_atexit(void (*)(void*), void*, void*) {
    return 0;
}

// NOLINTEND(bugprone-reserved-identifier)

// The function that long calls ask whether to go on: it asks JavaScript (instance.js).
__attribute__((import_module("carom"), import_name("go_on"))) int carom_ask_javascript(void* context,
                                                                                       double share);

carom_go_on carom_javascript_go_on() {
    return carom_ask_javascript;
}

#ifdef CAROM_WITH_PAGES
// Writes what a page knows of a recording: its header, a zero, and its numbers. False when it cannot be read.
int carom_javascript_page_data(const char* recording, const char* to, double most_records) {
    carom::view::Window window;
    window.most_records = static_cast<std::uint64_t>(most_records);
    const auto excerpt = carom::view::read_excerpt(recording, window, {});
    if (!excerpt) return 0;
    const std::string bytes = std::visit(
        [](const auto& each) {
            const carom::view::Packed data = carom::view::packed(each);
            std::string text = carom::view::page_header(each, data);
            text += '\0';
            text.append(data.bytes.begin(), data.bytes.end());
            return text;
        },
        **excerpt);
    return carom::write_file_whole(to, bytes) ? 0 : 1;
}
#endif

}  // extern "C"
