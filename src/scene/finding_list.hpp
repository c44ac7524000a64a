// Findings of many kinds, of which only the first of each kind are worded: a million faulty balls cost no
// more than twenty.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "carom/scene/validate.hpp"
#include "scene/wording.hpp"

namespace carom::detail {

class FindingList {
public:
    static constexpr std::size_t kListed = 20;

    /// Adds one finding; `make()` words it and is called only when it will be listed. `kind` is a plural, a
    /// literal.
    template <class Make>
    void add(std::string_view kind, Make make) {
        FindingCount& counted = count_of(kind);
        counted.count += 1;
        if (counted.count <= kListed) listed_.push_back(make());
        if (counted.count == kListed + 1) counted.first_unlisted = make();
    }

    /// The findings in the order of adding, then one line for each kind that had more.
    std::vector<Finding> all() const {
        std::vector<Finding> result = listed_;
        for (const FindingCount& kind : kinds_) {
            if (kind.count <= kListed) continue;
            Finding rest = kind.first_unlisted;
            rest.size = 0;
            rest.message = "and " + text(kind.count - kListed) + " more " + std::string(kind.name);
            result.push_back(rest);
        }
        return result;
    }

private:
    struct FindingCount {
        std::string_view name;
        std::size_t count = 0;
        Finding first_unlisted;
    };

    FindingCount& count_of(std::string_view name) {
        for (FindingCount& kind : kinds_) {
            if (kind.name == name) return kind;
        }
        return kinds_.emplace_back(FindingCount{name, 0, {}});
    }

    std::vector<FindingCount> kinds_;
    std::vector<Finding> listed_;
};

}  // namespace carom::detail
