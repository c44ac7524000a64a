// All options of all commands as a page in Markdown: docs/reference/options.md.
#pragma once

#include <string>

#include "app/command_line/command_words.hpp"

namespace carom::app {

/// One row for each meaning of an option, with the commands where it has that meaning.
std::string options_page(const CommandWords& carom);

}  // namespace carom::app
