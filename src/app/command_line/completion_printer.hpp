// How a shell wants what completion knows to be written.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "app/command_line/command_words.hpp"

namespace carom::app {

/// Told of each command, the one above before those below it: its options, its places, then its end.
class CompletionPrinter {
public:
    CompletionPrinter() = default;
    CompletionPrinter(const CompletionPrinter&) = delete;
    CompletionPrinter& operator=(const CompletionPrinter&) = delete;
    virtual ~CompletionPrinter() = default;

    /// `above` is null for carom itself.
    virtual void begin(const CommandWords& command, const CommandWords* above) = 0;
    virtual void option(const CommandWords& command, const OptionWords& option) = 0;
    /// The place number `place`, from 0.
    virtual void place(const CommandWords& command, std::size_t place) = 0;
    virtual void end(const CommandWords& command) = 0;
    virtual std::string script() const = 0;
};

std::unique_ptr<CompletionPrinter> bash_printer();
std::unique_ptr<CompletionPrinter> zsh_printer();
std::unique_ptr<CompletionPrinter> fish_printer();

}  // namespace carom::app
