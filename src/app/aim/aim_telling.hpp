// What was found, in words and as JSON (docs/aim.md).
#pragma once

#include <string>

#include "app/aim/aim_finding.hpp"
#include "app/terminal/sheet.hpp"

namespace carom::app {

/// Such as "cue, cushion 2, 1, pocket 3".
std::string route_in_words(const std::vector<billiards::RouteStep>& route,
                           const billiards::TableScene& scene);
/// Such as "bank" or "kick, combination"; "direct" for none of them.
std::string kind_in_words(const billiards::RouteKind& kind);

void add_aims(Sheet& sheet, const FoundAims& found, const AimQuestion& question);
void add_safeties(Sheet& sheet, const std::vector<Safety>& safeties, const billiards::TableScene& scene);
std::string to_json(const FoundAims& found, const AimQuestion& question);
std::string to_json(const std::vector<Safety>& safeties, const AimQuestion& question);

}  // namespace carom::app
