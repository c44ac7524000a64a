// Does any text crash or hang the reader of scenes, leave it without a reason, or become a scene that is not
// valid? A libFuzzer target; see fuzz/README.md.
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "carom/scene/validate.hpp"
#include "carom/scene_text/scene_file.hpp"
#include "promise.hpp"

namespace carom::fuzz {
namespace {

/// A valid scene of a million balls takes seconds, which is no fault.
bool asks_for_many(std::string_view text) {
    if (text.find("packing") != text.npos || text.find("growth_rate") != text.npos ||
        text.find("0x") != text.npos)
        return true;
    for (std::size_t at = text.find("count"); at != text.npos; at = text.find("count", at + 1)) {
        int digits = 0;
        for (const char c : text.substr(at, 60)) digits += std::isdigit(static_cast<unsigned char>(c));
        if (digits > 4) return true;
    }
    return false;
}

void check_faults(const SceneFaults& faults) {
    expect(!faults.lines.empty(), "a refusal has a reason", "");
    for (const std::string& line : faults.lines) {
        expect(line.starts_with("s.toml:") && line[7] >= '1' && line[7] <= '9', "a fault has a place", line);
        expect(line.find('\n') == line.npos, "a fault is one line", line);
    }
}

void check(std::string_view text) {
    const auto file = parse_scene(text, "s.toml");
    if (!file) return check_faults(file.error());
    std::visit(
        [](const auto& scene) {
            const Validation found = validate(scene);
            expect(found.faults.empty(), "a scene that was read is valid",
                   found.faults.empty() ? "" : found.faults.front().message);
        },
        file->scene);
}

}  // namespace
}  // namespace carom::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    if (carom::fuzz::asks_for_many(text)) return -1;
    carom::fuzz::check(text);
    return 0;
}
