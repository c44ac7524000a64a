#include "scene_text/placed_faults.hpp"

#include <algorithm>

#include "scene/finding_list.hpp"

namespace carom::detail {

void PlacedFaults::add(std::string_view kind, Place place, std::string message) {
    auto known = std::find_if(kinds_.begin(), kinds_.end(), [&](const Kind& k) { return k.name == kind; });
    if (known == kinds_.end()) known = kinds_.insert(kinds_.end(), {kind, 0, place});
    known->count += 1;
    if (known->count <= FindingList::kListed) {
        faults_.push_back({place, std::move(message)});
    } else if (known->count == FindingList::kListed + 1) {
        known->first_unlisted = place;
    }
}

std::vector<std::string> PlacedFaults::lines() const {
    std::vector<Fault> sorted = faults_;
    for (const Kind& kind : kinds_) {
        if (kind.count <= FindingList::kListed) continue;
        const std::string more = text(kind.count - FindingList::kListed);
        sorted.push_back({kind.first_unlisted, "and " + more + " more " + std::string(kind.name)});
    }
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const Fault& a, const Fault& b) { return a.place < b.place; });
    std::vector<std::string> result;
    result.reserve(sorted.size());
    for (const Fault& fault : sorted) result.push_back(line(fault.place, fault.message));
    return result;
}

std::string PlacedFaults::line(Place place, const std::string& message) const {
    return file_ + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + ": " + message;
}

}  // namespace carom::detail
