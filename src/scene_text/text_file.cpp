#include "scene_text/text_file.hpp"

#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

namespace carom::detail {

Result<std::string, Unreadable> read_text_file(const std::string& path, std::size_t largest) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) return Unreadable{"there is no such file"};
    if (std::filesystem::is_directory(status)) return Unreadable{"this is a directory, not a file"};
    std::ifstream file(path, std::ios::binary);
    if (!file) return Unreadable{"the file cannot be opened"};
    std::string text;
    std::vector<char> block(std::size_t{1} << 16U);
    while (file && text.size() <= largest) {
        file.read(block.data(), static_cast<std::streamsize>(block.size()));
        text.append(block.data(), static_cast<std::size_t>(file.gcount()));
    }
    if (file.bad()) return Unreadable{"the file cannot be read"};
    return text;
}

Result<std::string, Unreadable> read_regular_file(const std::string& path, const std::string& beside,
                                                  std::size_t largest) {
    const std::filesystem::path place = path_beside(path, beside);
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(place, error);
    const bool odd = std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
                     !std::filesystem::is_directory(status);
    if (odd) return Unreadable{"this is not a regular file"};
    return read_text_file(place.string(), largest);
}

std::string path_beside(const std::string& path, const std::string& beside) {
    return (std::filesystem::path(beside).parent_path() / path).string();
}

}  // namespace carom::detail
