#include "scene_text/csv_record.hpp"

#include <optional>
#include <utility>

#include "core/utf8.hpp"

namespace carom::detail {
namespace {

class RecordScanner {
public:
    RecordScanner(std::string_view text, char separator) : text_(text), separator_(separator) {}

    Result<CsvRecord, CsvFault> scan() {
        do {
            skip_blanks();
            Field field{"", column_, record_.breaks};
            const auto fault = at('"') ? quoted(field) : bare(field);
            if (fault) return *fault;
            record_.fields.push_back(std::move(field));
        } while (take(separator_));
        record_.size = at_;
        return std::move(record_);
    }

private:
    bool at(char c) const { return at_ < text_.size() && text_[at_] == c; }
    bool at_blank() const { return (at(' ') || at('\t')) && !at(separator_); }
    bool at_end() const {
        const std::string_view rest = text_.substr(at_);
        return rest.empty() || rest[0] == '\n' || rest == "\r" || rest.starts_with("\r\n");
    }

    void advance() {
        const char c = text_[at_++];
        if (c == '\n') {
            ++record_.breaks;
            column_ = 1;
        } else if (!continues_character(c)) {
            ++column_;
        }
    }
    bool take(char c) {
        if (!at(c)) return false;
        advance();
        return true;
    }
    void skip_blanks() {
        while (at_blank()) advance();
    }
    CsvFault fault_here(std::string message) const { return {record_.breaks, column_, std::move(message)}; }

    std::optional<CsvFault> quoted(Field& field) {
        CsvFault unclosed = fault_here("this quote is never closed, and all that follows would be one field");
        advance();
        while (true) {
            if (at_ == text_.size()) return unclosed;
            const bool quote = at('"');
            if (quote) advance();
            if (quote && !at('"')) break;
            field.text += text_[at_];
            advance();
        }
        skip_blanks();
        if (at(separator_) || at_end()) return {};
        return fault_here(
            std::string("after a field in quotes comes a separator or the end of the line; a ") +
            "quote in a field is written twice");
    }

    std::optional<CsvFault> bare(Field& field) {
        std::size_t length = 0;
        while (!at(separator_) && !at_end()) {
            if (at('"'))
                return fault_here(
                    "a quote within a field: put the field in quotes, and write its quotes twice");
            const bool blank = at_blank();
            field.text += text_[at_];
            advance();
            if (!blank) length = field.text.size();
        }
        field.text.resize(length);
        return {};
    }

    std::string_view text_;
    char separator_;
    std::size_t at_ = 0;
    std::uint32_t column_ = 1;
    CsvRecord record_;
};

}  // namespace

Result<CsvRecord, CsvFault> csv_record(std::string_view text, char separator) {
    return RecordScanner(text, separator).scan();
}

}  // namespace carom::detail
