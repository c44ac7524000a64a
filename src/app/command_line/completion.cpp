#include "app/command_line/completion.hpp"

#include "app/command_line/completion_printer.hpp"

namespace carom::app {
namespace {

void print(const CommandWords& command, const CommandWords* above, CompletionPrinter& printer) {
    printer.begin(command, above);
    for (const OptionWords& option : command.options) printer.option(command, option);
    for (std::size_t k = 0; k < command.places.size(); ++k) printer.place(command, k);
    printer.end(command);
    for (const CommandWords& below : command.below) print(below, &command, printer);
}

std::unique_ptr<CompletionPrinter> printer_of(CommandShell shell) {
    switch (shell) {
        case CommandShell::zsh:
            return zsh_printer();
        case CommandShell::fish:
            return fish_printer();
        case CommandShell::bash:
            break;
    }
    return bash_printer();
}

}  // namespace

std::string completion_script(CommandShell shell, const CommandWords& carom) {
    const std::unique_ptr<CompletionPrinter> printer = printer_of(shell);
    print(carom, nullptr, *printer);
    return printer->script();
}

}  // namespace carom::app
