#include "app/command_line/man_page.hpp"

#include "carom/core/version.hpp"

namespace carom::app {
namespace {

/// Text as roff prints it: a plain - would become a hyphen, and . or ' may begin an order.
std::string roff(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '-') {
            out += "\\-";
        } else if (c == '\\') {
            out += "\\e";
        } else if (c == '\'') {
            out += "\\(aq";
        } else {
            out += c;
        }
    }
    return out.starts_with('.') ? "\\&" + out : out;
}

std::string bold(const std::string& text) {
    return "\\fB" + roff(text) + "\\fR";
}

std::string italic(const std::string& text) {
    return "\\fI" + roff(text) + "\\fR";
}

/// "carom run" is told in carom-run(1). cmake/man_pages.cmake looks for this form.
std::string page_name(std::string command) {
    for (char& c : command) {
        if (c == ' ') c = '-';
    }
    return command;
}

std::string entry(const std::string& head, const std::string& text) {
    return ".TP\n" + head + "\n" + roff(text) + "\n";
}

std::string typed(const CLI::Option& option) {
    std::string text;
    for (const std::string& letter : option.get_snames())
        text.append(text.empty() ? "" : ", ").append(bold("-" + letter));
    for (const std::string& name : option.get_lnames())
        text.append(text.empty() ? "" : ", ").append(bold("--" + name));
    if (option.get_items_expected() > 0) text += " " + italic(option.get_type_name());
    return text;
}

/// The options, or the places.
std::string entries(const CLI::App& command, bool places) {
    std::string text;
    for (const CLI::Option* option : command.get_options()) {
        if (option->get_positional() != places) continue;
        text += entry(places ? italic(option->get_name()) : typed(*option), option->get_description());
    }
    return text;
}

std::string synopsis(const CLI::App& command, const std::string& name) {
    std::string text = bold(name) + " [" + italic("OPTIONS") + "]";
    for (const CLI::Option* option : command.get_options()) {
        if (!option->get_positional()) continue;
        const std::string place = italic(option->get_name());
        text += option->get_required() ? " " + place : " [" + place + "]";
    }
    const bool has_commands = !command.get_subcommands([](const CLI::App*) { return true; }).empty();
    return text + (has_commands ? " " + italic("COMMAND") : "") + "\n";
}

std::string commands(const CLI::App& command, const std::string& name) {
    std::string text;
    for (const CLI::App* below : command.get_subcommands([](const CLI::App*) { return true; })) {
        const std::string page = page_name(name + " " + below->get_name());
        text += entry(bold(page) + "(1)", below->get_description());
    }
    return text;
}

std::string section(const char* title, const std::string& text) {
    return text.empty() ? "" : ".SH " + std::string(title) + "\n" + text;
}

/// The paragraphs below the help, each under its title.
std::string closing(const std::string& footer) {
    static constexpr std::string_view codes = "Exit codes: ";
    std::string notes, examples, status;
    for (std::size_t begin = 0; begin < footer.size();) {
        const std::size_t end = std::min(footer.find("\n\n", begin), footer.size());
        const std::string paragraph = footer.substr(begin, end - begin);
        begin = end + 2;
        if (paragraph.starts_with(codes)) {
            status += roff(paragraph.substr(codes.size())) + "\n";
        } else if (paragraph.starts_with("carom ")) {
            examples += ".nf\n" + roff(paragraph) + "\n.fi\n";
        } else {
            notes += ".PP\n" + roff(paragraph) + "\n";
        }
    }
    return section("NOTES", notes) + section("EXAMPLES", examples) + section("EXIT STATUS", status);
}

}  // namespace

std::string man_page(const CLI::App& command, const std::string& name) {
    const bool is_carom = command.get_parent() == nullptr;
    std::string page = ".TH \"" + roff(page_name(name)) + "\" 1 \"\" \"carom " + version + "\" \"Carom\"\n";
    page += section("NAME", roff(page_name(name)) + " \\- " + roff(command.get_description()) + "\n");
    page += section("SYNOPSIS", synopsis(command, name));
    page += section("ARGUMENTS", entries(command, true));
    page += section("OPTIONS", entries(command, false));
    page += section("COMMANDS", commands(command, name));
    page += closing(command.get_footer());
    return page + section("SEE ALSO", is_carom ? "" : bold("carom") + "(1)\n");
}

}  // namespace carom::app
