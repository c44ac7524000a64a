// Names of balls and species in text files, so that each comes back as it was: what writes and what reads
// them.
#pragma once

#include <string>
#include <string_view>

namespace carom::detail {

/// A cell of CSV. Control characters become %0A and so on; a name that a spreadsheet would compute starts
/// with an apostrophe; quotes where the format needs them. docs/formats/csv.md
std::string csv_cell(std::string_view name);

/// The name in a cell, whose quotes are gone.
std::string name_in_csv(std::string_view cell);

/// A word of extended XYZ, which has neither blanks nor quotes and is not empty. docs/formats/xyz.md
std::string xyz_word(std::string_view name);
std::string name_in_xyz(std::string_view word);

}  // namespace carom::detail
