// A scene file with other numbers. Comments and order stay.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace carom::detail {

/// A key of a table gets this value.
struct SceneChange {
    std::string table;                 ///< such as "defaults" or "shots"; empty: before all tables
    std::optional<std::size_t> entry;  ///< of an array of tables, from 0 on; not needed where there is one
    std::string key;
    std::string value;              ///< as TOML
    bool only_where_given = false;  ///< where the table has no such key, nothing changes
};

/// Makes the changes in a text that is TOML. Why one cannot be made; empty when all are. A table that is
/// missing is added at the end.
std::string change_scene(std::string& text, const std::vector<SceneChange>& changes);

}  // namespace carom::detail
