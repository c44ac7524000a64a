// Scripts that make shells complete the command line of carom.
#pragma once

#include <string>
#include <vector>

#include "app/command_line/command_words.hpp"

namespace carom::app {

std::string bash_completion(const std::vector<CommandWords>& commands);
std::string zsh_completion(const std::vector<CommandWords>& commands);
std::string fish_completion(const std::vector<CommandWords>& commands);

}  // namespace carom::app
