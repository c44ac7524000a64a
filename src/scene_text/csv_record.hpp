// Records of CSV (RFC 4180), strictly: what could be read in two ways is a fault.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "carom/core/result.hpp"

namespace carom::detail {

/// A word of a row, without the quotes of CSV.
struct Field {
    std::string text;
    std::uint32_t column = 1;      ///< in characters
    std::uint32_t lines_down = 0;  ///< from the first line of its row
};

struct CsvRecord {
    std::vector<Field> fields;
    std::size_t size = 0;      ///< bytes, without the line break at its end
    std::uint32_t breaks = 0;  ///< line breaks in quotes
};

struct CsvFault {
    std::uint32_t lines_down = 0;
    std::uint32_t column = 1;
    std::string message;
};

/// The record that `text` starts with. Blanks around a field do not count, those in quotes do.
Result<CsvRecord, CsvFault> csv_record(std::string_view text, char separator);

}  // namespace carom::detail
