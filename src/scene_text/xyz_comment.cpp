#include "scene_text/xyz_comment.hpp"

#include <algorithm>
#include <utility>

#include "core/utf8.hpp"
#include "scene/wording.hpp"

namespace carom::detail {
namespace {

/// What ends the value that this character starts; 0 for a word without quotes.
char end_of(char start) {
    if (start == '{') return '}';
    if (start == '[') return ']';
    return start == '"' || start == '\'' ? start : '\0';
}

/// Keys with their values, each once. Blanks may surround the `=`.
class CommentReader {
public:
    explicit CommentReader(std::string_view comment) : comment_(comment) {}

    Result<std::vector<XyzEntry>, XyzFault> read() {
        std::vector<XyzEntry> entries;
        for (skip_blanks(); at_ < comment_.size(); skip_blanks()) {
            XyzEntry entry = key();
            const std::size_t after_key = at_;
            skip_blanks();
            if (at_ < comment_.size() && comment_[at_] == '=') {
                ++at_;
                skip_blanks();
                if (!take_value(entry)) {
                    return XyzFault{column(),
                                    "this is never closed, and all that follows would be its value"};
                }
            } else {
                at_ = after_key;
            }
            entries.push_back(std::move(entry));
        }
        return entries;
    }

private:
    std::uint32_t column() const { return characters_in(comment_.substr(0, at_)) + 1; }
    void skip_blanks() { at_ = std::min(comment_.find_first_not_of(" \t", at_), comment_.size()); }

    /// A quote that is never closed is a letter here, as in "it's".
    XyzEntry key() {
        XyzEntry entry;
        const std::uint32_t start = column();
        const char first = comment_[at_];
        const bool quoted = (first == '"' || first == '\'') && take_quoted(entry);
        if (!quoted) entry.value.clear();
        if (!quoted) take_word(entry, " \t=");
        return {std::move(entry.value), "", start, 0};
    }

    bool take_value(XyzEntry& entry) {
        entry.column = column();
        if (at_ == comment_.size()) return true;
        if (end_of(comment_[at_]) != '\0') return take_quoted(entry);
        take_word(entry, " \t");
        return true;
    }

    void take_word(XyzEntry& entry, const char* ends) {
        const std::size_t end = std::min(comment_.find_first_of(ends, at_), comment_.size());
        entry.value = comment_.substr(at_, end - at_);
        at_ = end;
    }

    /// Brackets in brackets are kept, and so is what follows a backslash.
    bool take_quoted(XyzEntry& entry) {
        const std::size_t start = at_;
        const char open = comment_[at_++];
        const char close = end_of(open);
        entry.column = column();
        for (int depth = 1; at_ < comment_.size(); ++at_) {
            const char c = comment_[at_];
            if (c == '\\' && at_ + 1 < comment_.size()) {
                entry.value += comment_[++at_];
                continue;
            }
            depth += c == close ? -1 : (c == open ? 1 : 0);
            if (depth == 0) {
                ++at_;
                return true;
            }
            entry.value += c;
        }
        at_ = start;
        return false;
    }

    std::string_view comment_;
    std::size_t at_ = 0;
};

}  // namespace

Result<std::vector<XyzEntry>, XyzFault> xyz_entries(std::string_view comment) {
    return CommentReader(comment).read();
}

bool is_written_as(std::string_view word, std::string_view key) {
    const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::equal(word.begin(), word.end(), key.begin(), key.end(),
                      [&](char a, char b) { return small(a) == small(b); });
}

const XyzEntry* entry_of(const std::vector<XyzEntry>& entries, std::string_view key) {
    const auto found = std::find_if(entries.begin(), entries.end(), [&](const XyzEntry& entry) {
        return entry.column != 0 && entry.key == key;
    });
    return found == entries.end() ? nullptr : &*found;
}

std::optional<XyzFault> fault_of_key(const std::vector<XyzEntry>& entries, std::string_view key,
                                     bool needs_value) {
    bool found = false;
    for (const XyzEntry& entry : entries) {
        if (!is_written_as(entry.key, key)) continue;
        const bool bare = entry.column == 0, same = entry.key == key;
        if (bare && same && needs_value) return XyzFault{entry.key_column, in_quotes(key) + " has no value"};
        if (bare) continue;
        if (!same) {
            return XyzFault{entry.key_column, "write " + in_quotes(key) + ", not " + in_quotes(entry.key)};
        }
        if (found) return XyzFault{entry.key_column, in_quotes(key) + " is there twice"};
        found = true;
    }
    return {};
}

}  // namespace carom::detail
