// The faults of a scene file, each at its place; of very many of one kind the first ones and their number.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scene_text/toml_tree.hpp"

namespace carom::detail {

class PlacedFaults {
public:
    explicit PlacedFaults(std::string file) : file_(std::move(file)) {}

    /// `kind` is a plural, a literal.
    void add(std::string_view kind, Place place, std::string message);
    /// One that has no others of its kind to be counted with.
    void add(Place place, std::string message) { faults_.push_back({place, std::move(message)}); }
    bool empty() const { return faults_.empty(); }

    /// "FILE:LINE:COLUMN: message", sorted by place.
    std::vector<std::string> lines() const;
    std::string line(Place place, const std::string& message) const;

private:
    struct Fault {
        Place place;
        std::string message;
    };
    struct Kind {
        std::string_view name;
        std::size_t count = 0;
        Place first_unlisted;
    };

    std::string file_;
    std::vector<Fault> faults_;
    std::vector<Kind> kinds_;
};

}  // namespace carom::detail
