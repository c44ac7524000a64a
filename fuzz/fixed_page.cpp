// In place of the fixed parts of the viewer page, which no file changes, and of the bundled scenes.
#include "app/files/embedded_text.hpp"
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

namespace carom::app {

std::span<const EmbeddedText> bundled_scenes() {
    return {};
}

}  // namespace carom::app
