// Cells of the tables of studies.
#pragma once

#include <string>
#include <string_view>

namespace carom::detail {

/// Quoted where CSV needs it.
inline std::string table_cell(std::string_view text) {
    if (text.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + "\"";
}

}  // namespace carom::detail
