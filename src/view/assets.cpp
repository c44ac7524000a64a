#include "view/assets.hpp"

#include <cstddef>

// The assembler puts the bytes of a file between two symbols. The paths come from src/CMakeLists.txt.
#define CAROM_EMBED(name, path)                   \
    __asm__(                                      \
        ".section .rodata\n"                      \
        ".global carom_" #name                    \
        "_begin\n"                                \
        ".global carom_" #name                    \
        "_end\n"                                  \
        "carom_" #name                            \
        "_begin:\n"                               \
        ".incbin \"" path                         \
        "\"\n"                                    \
        "carom_" #name                            \
        "_end:\n"                                 \
        ".byte 0\n"                               \
        ".text\n");                               \
    extern "C" const char carom_##name##_begin[]; \
    extern "C" const char carom_##name##_end[]

CAROM_EMBED(page_frame, CAROM_PAGE_FRAME);
CAROM_EMBED(page_style, CAROM_PAGE_STYLE);
CAROM_EMBED(page_script, CAROM_PAGE_SCRIPT);
CAROM_EMBED(chart_library, CAROM_CHART_LIBRARY);
CAROM_EMBED(chart_notice, CAROM_CHART_NOTICE);
CAROM_EMBED(page_engine, CAROM_PAGE_ENGINE);
CAROM_EMBED(study_page, CAROM_STUDY_PAGE);
CAROM_EMBED(study_script, CAROM_STUDY_SCRIPT);

namespace carom::view {
namespace {

std::string_view between(const char* begin, const char* end) {
    return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

std::string_view page_frame() {
    return between(carom_page_frame_begin, carom_page_frame_end);
}

std::string_view page_style() {
    return between(carom_page_style_begin, carom_page_style_end);
}

std::string_view page_script() {
    return between(carom_page_script_begin, carom_page_script_end);
}

std::string_view page_engine() {
    return between(carom_page_engine_begin, carom_page_engine_end);
}

std::string_view chart_library() {
    return between(carom_chart_library_begin, carom_chart_library_end);
}

std::string_view chart_notice() {
    return between(carom_chart_notice_begin, carom_chart_notice_end);
}

std::string_view study_frame() {
    return between(carom_study_page_begin, carom_study_page_end);
}

std::string_view study_script() {
    return between(carom_study_script_begin, carom_study_script_end);
}

}  // namespace carom::view
