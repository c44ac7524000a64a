// What can be typed after `carom`: for completion in shells.
#pragma once

#include <string>
#include <vector>

namespace carom::app {

/// What may stand in a place of the command line.
enum class Fill : unsigned char {
    nothing,         // a number, or anything
    file,            //
    directory,       //
    scene,           // a .toml file, or the name of a bundled scene
    source,          // any file, or the name of a bundled scene
    trajectory,      // a .carom file, or a directory
    shell,           // bash, zsh, fish
    bundled,         // the name of a bundled scene
    picture_format,  // png, svg
};

struct OptionWords {
    std::vector<std::string> names;  // "-o", "--output"
    std::string description;
    bool takes_value = false;
    Fill value = Fill::nothing;
    std::string value_name;  // "T", "DIR"; empty without a value
};

struct CommandWords {
    std::string name;  // "run", "scenes copy"; empty for carom itself
    std::string word;  // the last of its name
    std::string description;
    std::vector<OptionWords> options;
    std::vector<Fill> places;
    std::vector<CommandWords> below;
};

/// The words to choose from, beside files where they may stand too; empty for anything.
std::vector<std::string> words_for(Fill fill);

}  // namespace carom::app
