#include "scene_text/placed_faults.hpp"

#include <algorithm>
#include <utility>

#include "core/utf8.hpp"
#include "scene/finding_list.hpp"

namespace carom::detail {
namespace {

/// Of a long line only so many characters around the place are kept.
constexpr std::size_t kAround = 200;

/// The part of a line around a column, which is counted in characters from 1.
SceneFaults::Excerpt cut(std::string_view line, TextPlace place) {
    SceneFaults::Excerpt excerpt{place.line, "", 1};
    std::size_t column = 0;
    for (const char c : line) {
        column += !continues_character(c) ? 1 : 0;
        if (column + kAround < place.column || column > place.column + kAround) continue;
        excerpt.column += !continues_character(c) && column < place.column ? 1 : 0;
        excerpt.text += static_cast<unsigned char>(c) < 0x20U || c == '\x7F' ? ' ' : c;
    }
    return excerpt;
}

/// Walks through a text line by line, for places that come in order.
class LineWalk {
public:
    explicit LineWalk(std::string_view text) : rest_(text) {}

    std::string_view line(std::uint32_t number) {
        for (; number_ < number; ++number_) {
            const std::size_t end = rest_.find('\n');
            if (end == std::string_view::npos) return {};
            rest_.remove_prefix(end + 1);
        }
        std::string_view found = rest_.substr(0, rest_.find('\n'));
        if (!found.empty() && found.back() == '\r') found.remove_suffix(1);
        return found;
    }

private:
    std::string_view rest_;
    std::uint32_t number_ = 1;
};

}  // namespace

std::uint32_t PlacedFaults::add_file(std::string file, std::string_view text) {
    files_.push_back({std::move(file), text});
    return static_cast<std::uint32_t>(files_.size() - 1);
}

void PlacedFaults::add(std::string_view kind, TextPlace place, std::string message) {
    auto known =
        std::find_if(kinds_.begin(), kinds_.end(), [&](const FaultCount& k) { return k.name == kind; });
    if (known == kinds_.end()) known = kinds_.insert(kinds_.end(), {kind, 0, place});
    known->count += 1;
    if (known->count <= FindingList::kListed) {
        faults_.push_back({place, std::move(message)});
    } else if (known->count == FindingList::kListed + 1) {
        known->first_unlisted = place;
    }
}

SceneFaults PlacedFaults::all() const {
    std::vector<Fault> sorted = faults_;
    for (const FaultCount& kind : kinds_) {
        if (kind.count <= FindingList::kListed) continue;
        const std::string more = text(kind.count - FindingList::kListed);
        sorted.push_back({kind.first_unlisted, "and " + more + " more " + std::string(kind.name)});
    }
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const Fault& a, const Fault& b) { return a.place < b.place; });
    std::vector<LineWalk> walks;
    for (const File& file : files_) walks.emplace_back(file.text);
    SceneFaults result;
    for (const Fault& fault : sorted) {
        result.lines.push_back(line(fault.place, fault.message));
        result.excerpts.push_back(cut(walks[fault.place.file].line(fault.place.line), fault.place));
    }
    return result;
}

std::string PlacedFaults::line(TextPlace place, const std::string& message) const {
    return files_[place.file].name + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) +
           ": " + message;
}

std::string PlacedFaults::where(TextPlace place, TextPlace seen_from) const {
    return (place.file == seen_from.file ? "" : files_[place.file].name + ":") + std::to_string(place.line) +
           ":" + std::to_string(place.column);
}

Result<TomlNode, SceneFaults> parse_toml(std::string_view text, const std::string& name, Patience& patience) {
    auto tree = parse_toml(text, patience);
    if (tree) return std::move(*tree);
    PlacedFaults faults(name, text);
    faults.add(tree.error().place, "this is not TOML: " + tree.error().message);
    return faults.all();
}

}  // namespace carom::detail
