// The parts of the page that do not depend on a trajectory, compiled into the program.
#pragma once

#include <string_view>

namespace carom::view {

std::string_view page_frame();     // page/page.html
std::string_view page_style();     // page/style.css
std::string_view page_script();    // page/main.js and what it imports
std::string_view page_engine();    // carom_page.wasm, as cmake/page_bytes.sh packs it; empty without one
std::string_view study_frame();    // study/page.html
std::string_view study_script();   // study/study.js and what it imports
std::string_view chart_library();  // Chart.js, packed likewise
std::string_view chart_notice();   // its licence

}  // namespace carom::view
