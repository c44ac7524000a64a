// The faults of a scene file and of what it imports, each at its place; of very many of one kind the first
// ones and their number.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "carom/core/result.hpp"
#include "carom/scene_text/scene_faults.hpp"
#include "scene_text/place.hpp"
#include "scene_text/toml_tree.hpp"

namespace carom::detail {

class PlacedFaults {
public:
    /// The scene file; its text has to live as long as this.
    PlacedFaults(std::string file, std::string_view text) { add_file(std::move(file), text); }

    /// A further file, with its number for places. Its text has to live as long as this.
    std::uint32_t add_file(std::string file, std::string_view text);

    /// `kind` is a plural, a literal.
    void add(std::string_view kind, TextPlace place, std::string message);
    /// One that has no others of its kind to be counted with.
    void add(TextPlace place, std::string message) { faults_.push_back({place, std::move(message)}); }
    bool empty() const { return faults_.empty(); }

    /// All, sorted by place.
    SceneFaults all() const;
    /// "FILE:LINE:COLUMN: message"
    std::string line(TextPlace place, const std::string& message) const;
    /// "LINE:COLUMN", with the file before it unless that is the file of `seen_from`.
    std::string where(TextPlace place, TextPlace seen_from) const;

private:
    struct File {
        std::string name;
        std::string_view text;
    };
    struct Fault {
        TextPlace place;
        std::string message;
    };
    struct FaultCount {
        std::string_view name;
        std::size_t count = 0;
        TextPlace first_unlisted;
    };

    std::vector<File> files_;
    std::vector<Fault> faults_;
    std::vector<FaultCount> kinds_;
};

/// The tree of a file with this name, or its first syntax error.
Result<TomlNode, SceneFaults> parse_toml(std::string_view text, const std::string& name, Patience& patience);
inline Result<TomlNode, SceneFaults> parse_toml(std::string_view text, const std::string& name) {
    Patience endless;
    return parse_toml(text, name, endless);
}

}  // namespace carom::detail
