// The tables [[import]]: balls, and when asked the box, from extended XYZ or CSV.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "core/utf8.hpp"
#include "files/input_file.hpp"
#include "scene/name_texts.hpp"
#include "scene/request.hpp"
#include "scene/wording.hpp"
#include "scene_text/scene_draft.hpp"
#include "scene_text/wrap_imports.hpp"

namespace carom::detail {
namespace {

/// Some 30 million balls.
constexpr std::size_t kLargestImport = std::size_t{4} << 30U;

/// What a table says besides the file.
struct ImportRequest {
    FileRequest file;
    bool wraps = false;                           ///< into a periodic box
    BallDefaults own;                             ///< of balls whose file does not say
    std::map<std::string, BallDefaults> species;  ///< by name
};

FrameChoice read_frame(TableReader& reader, const TomlNode& table) {
    using Mode = FrameChoice::Mode;
    if (text_at(table, "frame") != nullptr) {
        const auto last = reader.choice<Mode>("frame", {{"last", Mode::last}});
        return {last.value_or(Mode::only), 0};
    }
    const auto number = reader.whole("frame", 0);
    return {number ? Mode::numbered : Mode::only, number.value_or(0)};
}

std::map<std::string, BallDefaults> read_species(TableReader& reader, PlacedFaults& faults) {
    std::map<std::string, BallDefaults> result;
    for (const TomlNode* table : reader.tables("species")) {
        const auto* name = text_at(*table, "name");
        TableReader one(*table, "species " + (name == nullptr ? text(result.size()) : in_quotes(*name)),
                        faults);
        const auto given = one.needed("name", one.text("name"));
        const BallDefaults values = read_own(one);
        one.reject_other_keys();
        if (given && !result.emplace(*given, values).second) {
            one.fault("wrong species", "name", "this species is there twice");
        }
        if (!one.sound()) reader.refuse();
    }
    return result;
}

ImportRequest read_request(TableReader& reader, const TomlNode& table, PlacedFaults& faults) {
    ImportRequest request;
    request.file.frame = read_frame(reader, table);
    request.own = read_own(reader);
    request.species = read_species(reader, faults);
    request.file.ignored = reader.texts("ignore").value_or(std::vector<std::string>{});
    request.file.takes_box = reader.flag("box").value_or(false);
    request.wraps = reader.flag("wrap").value_or(false);
    request.file.separator =
        reader.choice<char>("separator", {{",", ','}, {";", ';'}, {"|", '|'}, {"\t", '\t'}})
            .value_or(kBlanks);
    return request;
}

/// Makes balls of rows.
template <int N>
class RowReader {
public:
    RowReader(const BallFile& file, const ImportRequest& request, const BallDefaults& defaults,
              PlacedFaults& faults)
        : file_(file), request_(request), defaults_(defaults), faults_(faults) {}

    /// False after a fault; the ball means nothing then.
    bool read(const BallRow& row, SceneBall<N>& ball) {
        fields_ = fields_of(row, file_.separator);
        row_ = &row;
        if (fields_.size() != file_.columns.size()) {
            return refuse(nullptr, "this line has " + text(fields_.size()) + " columns, not " +
                                       text(file_.columns.size()));
        }
        radius_.reset();
        mass_.reset();
        species_ = nullptr;
        for (std::size_t k = 0; k < fields_.size(); ++k) {
            if (!read_field(file_.columns[k], fields_[k], ball)) return false;
        }
        const auto radius = chosen(radius_, &BallDefaults::radius);
        if (!radius && !defaults_.sound) return false;
        if (!radius)
            return refuse(nullptr, "radius is missing: there is no such column, and the scene gives none");
        ball.radius = *radius;
        ball.mass = chosen(mass_, &BallDefaults::mass).value_or(1);
        return true;
    }

private:
    bool refuse(const Field* field, const std::string& message) {
        const TextPlace place = place_in(*row_, field == nullptr ? Field{} : *field, file_.number);
        faults_.add("wrong values", place, message);
        return false;
    }

    bool read_field(const BallColumn& column, const Field& field, SceneBall<N>& ball) {
        switch (column.quantity) {
            case ColumnKind::ignored:
            case ColumnKind::time:
                return true;
            case ColumnKind::name:
                ball.name = file_.separator == kBlanks ? name_in_xyz(field.text) : name_in_csv(field.text);
                return true;
            case ColumnKind::species:
                return read_species(field);
            default:
                return read_number(column, field, ball);
        }
    }

    bool read_species(const Field& field) {
        if (request_.species.empty()) return true;
        const auto found = request_.species.find(field.text);
        if (found == request_.species.end()) {
            return refuse(&field, "species " + in_quotes(field.text) + " has no [[import.species]]");
        }
        species_ = &found->second;
        return true;
    }

    bool read_number(const BallColumn& column, const Field& field, SceneBall<N>& ball) {
        const auto number = number_in(field.text);
        if (!number) {
            const bool comma = field.text.find(',') != std::string::npos;
            return refuse(&field, column.title + ": " + in_quotes(field.text) + " is not a number" +
                                      (comma ? "; write decimals with a point" : ""));
        }
        if (column.whole && *number != std::trunc(*number)) {
            return refuse(&field, column.title + ": " + in_quotes(field.text) +
                                      " is not a whole number, which the type I stands for");
        }
        const bool may_be_infinite = column.quantity == ColumnKind::mass && *number > 0;
        if (!std::isfinite(*number) && !may_be_infinite) {
            return refuse(&field, column.title + " must be finite, not " + field.text);
        }
        if (column.quantity == ColumnKind::radius) radius_ = *number;
        if (column.quantity == ColumnKind::mass) mass_ = *number;
        const bool vector =
            column.quantity == ColumnKind::position || column.quantity == ColumnKind::velocity;
        if (!vector) return true;
        if (column.axis >= N) {
            return *number == 0 || refuse(&field, column.title + " must be 0 in 2D, not " + field.text);
        }
        (column.quantity == ColumnKind::position ? ball.position : ball.velocity)[column.axis] = *number;
        return true;
    }

    /// What the line says, else its species, else the import, else [defaults].
    std::optional<double> chosen(const std::optional<double>& own,
                                 std::optional<double> BallDefaults::*value) const {
        if (own) return own;
        if (species_ != nullptr && species_->*value) return species_->*value;
        return request_.own.*value ? request_.own.*value : defaults_.*value;
    }

    const BallFile& file_;
    const ImportRequest& request_;
    const BallDefaults& defaults_;
    PlacedFaults& faults_;
    const BallRow* row_ = nullptr;
    std::vector<Field> fields_;
    std::optional<double> radius_, mass_;
    const BallDefaults* species_ = nullptr;
};

/// What is not text in UTF-8 with lines. UTF-16 and UTF-32 have their own marks.
std::optional<std::string> fault_of_text(std::string_view text) {
    using namespace std::string_view_literals;
    if (text.starts_with("\xFF\xFE\0\0"sv) || text.starts_with("\0\0\xFE\xFF"sv)) {
        return "the file is in UTF-32: save it in UTF-8";
    }
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
        return "the file is in UTF-16: save it in UTF-8";
    }
    if (text.find('\0') != std::string_view::npos) {
        return "the file is no text in UTF-8: it has bytes that are 0, as UTF-16 has";
    }
    if (text.find('\n') == std::string_view::npos &&
        text.substr(0, text.size() - 1).find('\r') != std::string_view::npos) {
        return "the lines end as on an old Mac, with CR alone: save the file with LF or CR LF";
    }
    return {};
}

/// Where the first byte is that no text in UTF-8 has.
TextPlace place_of_byte(const BallFile& file, std::size_t at) {
    const std::string_view before = std::string_view(file.text).substr(0, at);
    const std::size_t line = before.rfind('\n') + 1;  // 0 on the first line
    const auto lines = static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n'));
    return {lines + 1, characters_in(before.substr(line)) + 1, file.number};
}

bool is_text(const BallFile& file, PlacedFaults& faults) {
    if (const auto fault = fault_of_text(file.text)) {
        faults.add("wrong imports", {1, 1, file.number}, *fault);
        return false;
    }
    const std::size_t at = first_fault_in_utf8(file.text);
    if (at == std::string_view::npos) return true;
    faults.add("wrong imports", place_of_byte(file, at),
               "this byte is no character of UTF-8, as if the file were in Latin-1: save it in UTF-8");
    return false;
}

/// Null after a fault. The text stays in `files` in any case, for faults to be shown.
const BallFile* open_file(TableReader& reader, const ImportRequest& request, const std::string& path,
                          const std::string& scene, std::vector<std::unique_ptr<BallFile>>& files,
                          PlacedFaults& faults) {
    const std::string name = (std::filesystem::path(scene).parent_path() / path).string();
    const bool xyz = name.ends_with(".xyz") || name.ends_with(".extxyz");
    if (!xyz && !name.ends_with(".csv")) {
        reader.fault("wrong imports", "file",
                     "a file to import ends in .xyz, .extxyz or .csv, unlike " + in_quotes(path));
        return nullptr;
    }
    auto content = bytes_of_file(name, kLargestImport);
    if (!content || content->size() > kLargestImport) {
        const std::string why = content ? "a file to import may have 4 GiB at most" : content.error().why;
        reader.fault("wrong imports", "file", in_quotes(path) + ": " + why);
        return nullptr;
    }
    if (xyz && reader.has("separator")) {
        reader.fault("wrong imports", "separator", "separator is for CSV; extended XYZ has blanks");
        return nullptr;
    }
    BallFile& file = *files.emplace_back(std::make_unique<BallFile>());
    file.text = std::move(*content);
    file.number = faults.add_file(name, file.text);
    if (!is_text(file, faults)) return nullptr;
    const bool read = xyz ? read_xyz(file, request.file, faults) : read_csv(file, request.file, faults);
    return read ? &file : nullptr;
}

template <int N>
void take_box(const BallFile& file, TableReader& top, TableReader& reader, SceneDraft<N>& draft,
              PlacedFaults& faults) {
    if (top.has("world") && draft.world_without_box == nullptr) {
        reader.fault("wrong imports", "box",
                     "the box is given twice: by lower, upper or boundary of [world] and by this file");
        return;
    }
    if (!file.box) {
        faults.add("wrong imports", {file.box_line, 1, file.number},
                   "there is no box here, no Lattice=\"...\"");
        reader.refuse();
        return;
    }
    if (file.box->axes < N) {
        faults.add("wrong imports", {file.box_line, 1, file.number},
                   "the box here has two dimensions, the scene three");
        reader.refuse();
        return;
    }
    draft.box_place = TextPlace{file.box_line, 1, file.number};
    for (int k = 0; k < N; ++k) {
        const auto axis = static_cast<std::size_t>(k);
        draft.scene.world.box.lower[k] = file.box->lower[axis];
        draft.scene.world.box.upper[k] = file.box->upper[axis];
        draft.scene.world.boundary[axis] = file.box->boundary[axis];
    }
}

/// Species that the file does not have would be without effect.
bool has_species(const BallFile& file, const ImportRequest& request, TableReader& reader) {
    if (request.species.empty() || file.has(ColumnKind::species)) return true;
    reader.fault("wrong imports", "species", "the file has no column `species`");
    return false;
}

template <int N>
bool has_all_axes(const BallFile& file, PlacedFaults& faults) {
    const auto has = [&](ColumnKind quantity, int axis) {
        return std::any_of(file.columns.begin(), file.columns.end(), [&](const BallColumn& column) {
            return column.quantity == quantity && column.axis == axis;
        });
    };
    for (int k = 0; k < N; ++k) {
        std::string missing;
        if (!has(ColumnKind::position, k)) missing = axis_name(k);
        if (file.has(ColumnKind::velocity) && !has(ColumnKind::velocity, k)) missing = "v" + axis_name(k);
        if (missing.empty()) continue;
        faults.add("wrong imports", {1, 1, file.number}, "there is no column " + in_quotes(missing));
        return false;
    }
    return true;
}

template <int N>
void add_balls(const BallFile& file, const TomlNode& table, const ImportRequest& request,
               const BallDefaults& defaults, SceneDraft<N>& draft, PlacedFaults& faults) {
    draft.sources.push_back({draft.scene.balls.size(), &table, &file, request.wraps});
    RowReader<N> rows(file, request, defaults, faults);
    for (const BallRow& row : file.rows) {
        if (draft.patience.ends()) return;
        SceneBall<N> ball;
        draft.refused_balls.push_back(!rows.read(row, ball));
        draft.scene.balls.push_back(std::move(ball));
    }
}

template <int N>
void read_import(const TomlNode& table, const std::string& who, const std::string& scene, TableReader& top,
                 const BallDefaults& defaults, SceneDraft<N>& draft, PlacedFaults& faults) {
    TableReader reader(table, who, faults);
    const auto path = reader.needed("file", reader.text("file"));
    ImportRequest request = read_request(reader, table, faults);
    request.file.most_balls = room_beside(draft.scene.balls.size());
    request.file.patience = &draft.patience;
    reader.reject_other_keys();
    const BallFile* file = nullptr;
    if (path && reader.sound()) file = open_file(reader, request, *path, scene, draft.files, faults);
    if (file != nullptr && request.file.takes_box) take_box(*file, top, reader, draft, faults);
    draft.box_asked_for = draft.box_asked_for || request.file.takes_box;
    if (file != nullptr && has_species(*file, request, reader) && reader.sound() &&
        has_all_axes<N>(*file, faults)) {
        add_balls(*file, table, request, defaults, draft, faults);
        return;
    }
    draft.complete = false;
    draft.world_sound = draft.world_sound && !request.file.takes_box;
}

}  // namespace

template <int N>
void read_imports(TableReader& top, const std::string& scene, const BallDefaults& defaults,
                  SceneDraft<N>& draft, PlacedFaults& faults) {
    std::size_t index = 0;
    for (const TomlNode* table : top.tables("import")) {
        read_import(*table, "import " + text(index++), scene, top, defaults, draft, faults);
    }
    if (draft.world_without_box != nullptr && !draft.box_asked_for) {
        TableReader world(*draft.world_without_box, "[world]", faults);
        world.missing("lower");
        world.missing("upper");
        draft.world_sound = false;
    }
    wrap_imports(draft, faults);
}

template void read_imports(TableReader&, const std::string&, const BallDefaults&, SceneDraft<2>&,
                           PlacedFaults&);
template void read_imports(TableReader&, const std::string&, const BallDefaults&, SceneDraft<3>&,
                           PlacedFaults&);

}  // namespace carom::detail
