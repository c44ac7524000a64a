// The page that shows what a study found.
#pragma once

#include <string>
#include <vector>

#include "carom/study/study_folder.hpp"

namespace carom::view {

/// One file for browsers, without any request. `facts` is a line for people.
std::string study_page(const StudyPlan& plan, const std::vector<StudyMean>& means, const std::string& facts);

}  // namespace carom::view
