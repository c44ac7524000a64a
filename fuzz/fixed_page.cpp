// In place of the fixed parts of the viewer page, which no file changes.
#include "view/assets.hpp"

namespace carom::view {

std::string_view page_frame() {
    return "<!--style--><!--header--><!--data--><!--engine--><!--notice--><!--library--><!--script-->";
}
std::string_view page_style() {
    return "";
}
std::string_view page_script() {
    return "";
}
std::string_view page_engine() {
    return "";
}
std::string_view chart_library() {
    return "";
}
std::string_view chart_notice() {
    return "";
}

}  // namespace carom::view
