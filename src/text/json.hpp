// JSON for reports.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

namespace carom::app {

using Json = nlohmann::ordered_json;

/// A value that may be missing; null then.
template <class Value>
Json or_null(const std::optional<Value>& value) {
    return value ? Json(*value) : Json();
}

}  // namespace carom::app
