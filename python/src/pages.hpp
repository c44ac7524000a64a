// Pages that a browser shows: of recorded runs, shots and studies.
#pragma once

#include <string>
#include <vector>

#include "carom/record/shot_file.hpp"
#include "carom/study/study_folder.hpp"

namespace carom::python {

/// The text of the page of a shot; `play`: with the engine. Raises NotImplementedError where the module was
/// built without pages, or without the engine.
std::string shot_page(const billiards::TableScene& scene, const PlayedShot& shot, bool play);
/// The same of a study; `facts` is a line for people.
std::string study_page(const StudyPlan& plan, const std::vector<StudyMean>& means, const std::string& facts);

}  // namespace carom::python
