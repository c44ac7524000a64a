// Scripts that make shells complete the command line of carom.
#pragma once

#include <string>

#include "app/command_line/options.hpp"

namespace carom::app {

/// For `carom` and all commands below it.
std::string completion_script(CommandShell shell, const CommandWords& carom);

}  // namespace carom::app
