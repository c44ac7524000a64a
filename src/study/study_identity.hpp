// What may not differ within the folder of a study.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "carom/files/file_error.hpp"

namespace carom::detail {

/// Makes the folder with `study.json`, or says what of `wanted` differs in the one that is there.
std::optional<FileError> claim_study_folder(const std::filesystem::path& directory,
                                            const nlohmann::ordered_json& wanted);

}  // namespace carom::detail
