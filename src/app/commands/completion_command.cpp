// carom completion: a script that makes a shell complete what is typed after `carom`.
#include <fmt/format.h>

#include "app/command_line/completion.hpp"
#include "app/commands/commands.hpp"
#include "app/files/embedded_text.hpp"
#include "text/printing.hpp"

namespace carom::app {

std::vector<std::string> words_for(Fill fill) {
    std::vector<std::string> words;
    if (fill == Fill::shell) words = {"bash", "zsh", "fish"};
    if (fill == Fill::picture_format) words = {"png", "svg"};
    if (fill == Fill::bundled || fill == Fill::scene || fill == Fill::source) {
        for (const EmbeddedText& scene : bundled_scenes()) words.emplace_back(scene.name);
    }
    return words;
}

ExitCode execute(const CompletionOptions& options) {
    tell(stdout, "{}", completion_script(options.shell, options.carom));
    return ExitCode::success;
}

}  // namespace carom::app
