// What a command takes, as a page for man.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace carom::app {

/// In the language of man(7). `name` is what is typed, such as "carom run".
std::string man_page(const CLI::App& command, const std::string& name);

}  // namespace carom::app
