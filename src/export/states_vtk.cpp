#include "export/states_vtk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace carom::detail {
namespace {

namespace fs = std::filesystem;

/// The directory of the frames beside DIR/NAME.pvd: DIR/NAME_vtp.
fs::path frames_of(const fs::path& path) {
    fs::path name = path.stem();
    name += "_vtp";
    return path.parent_path() / name;
}

std::string attribute(const std::string& text) {
    std::string escaped;
    for (const char c : text) {
        switch (c) {
            case '&':
                escaped += "&amp;";
                break;
            case '<':
                escaped += "&lt;";
                break;
            case '"':
                escaped += "&quot;";
                break;
            default:
                escaped += c;
        }
    }
    return escaped;
}

/// One array of the appended part: its size in bytes, then its numbers.
struct DataArray {
    const char* type;
    const char* name;
    int components;
    int bytes;  // of a number
};

constexpr std::array<DataArray, 9> kColumns = {{
    {"Float64", "Points", 3, 8},
    {"Float64", "velocity", 3, 8},
    {"Float64", "radius", 1, 8},
    {"Float64", "mass", 1, 8},
    {"UInt32", "id", 1, 4},
    {"UInt8", "kind", 1, 1},
    {"Int64", "image", 3, 8},
    {"Int64", "connectivity", 1, 8},
    {"Int64", "offsets", 1, 8},
}};

std::uint64_t size_of(const DataArray& column, std::size_t balls) {
    return static_cast<std::uint64_t>(column.components) * static_cast<std::uint64_t>(column.bytes) * balls;
}

/// The XML elements of some columns; each lies behind those before it.
std::string elements(std::size_t first, std::size_t last, std::size_t balls) {
    std::string text;
    std::uint64_t offset = 0;
    for (std::size_t k = 0; k < last; ++k) {
        const DataArray& column = kColumns[k];
        if (k >= first) {
            fmt::format_to(std::back_inserter(text),
                           "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" "
                           "offset=\"{}\"/>\n",
                           column.type, column.name, column.components, offset);
        }
        offset += sizeof(std::uint64_t) + size_of(column, balls);
    }
    return text;
}

std::string head_of_frame(std::size_t balls, double seconds) {
    return fmt::format(
        "<?xml version=\"1.0\"?>\n"
        "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"
        "<PolyData>\n<FieldData>\n"
        "<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
        "format=\"ascii\">{}</DataArray>\n"
        "</FieldData>\n"
        "<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" NumberOfLines=\"0\" NumberOfStrips=\"0\" "
        "NumberOfPolys=\"0\">\n"
        "<Points>\n{}</Points>\n<PointData Scalars=\"radius\" Vectors=\"velocity\">\n{}</PointData>\n"
        "<Verts>\n{}</Verts>\n</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_",
        seconds, balls, balls, elements(0, 1, balls), elements(1, 7, balls), elements(7, 9, balls));
}

template <int N, class Number>
void put_vector(BufferedFile& file, const Vec<Number, N>& x) {
    for (int k = 0; k < 3; ++k) file.put(k < N ? x[k] : Number{0});
}

/// The numbers of one ball in one column.
template <int N>
void put_cell(BufferedFile& file, std::size_t column, const Playback<N>& playback, std::size_t ball,
              const BallKinds& kinds) {
    const SceneBall<N>& data = playback.start().scene.balls[ball];
    switch (column) {
        case 0:
            return put_vector<N, double>(file, playback.position(ball));
        case 1:
            return put_vector<N, double>(file, playback.velocity(ball));
        case 2:
            return file.put(data.radius);
        case 3:
            return file.put(data.mass);
        case 4:
            return file.put(static_cast<std::uint32_t>(ball));
        case 5:
            return file.put(kinds.of_ball[ball]);
        case 6:
            return put_vector<N, std::int64_t>(file, playback.image(ball));
        case 7:
            return file.put(static_cast<std::int64_t>(ball));
        default:
            return file.put(static_cast<std::int64_t>(ball) + 1);
    }
}

template <int N>
std::optional<FileError> write_frame(const fs::path& path, const Playback<N>& playback, double seconds,
                                     const BallKinds& kinds) {
    auto file = BufferedFile::create(path);
    if (!file) return file.error();
    const std::size_t balls = playback.ball_count();
    file->put_bytes(head_of_frame(balls, seconds));
    for (std::size_t column = 0; column < kColumns.size(); ++column) {
        file->put(size_of(kColumns[column], balls));
        for (std::size_t ball = 0; ball < balls; ++ball) put_cell(*file, column, playback, ball, kinds);
    }
    file->put_bytes("\n</AppendedData>\n</VTKFile>\n");
    return file->commit();
}

/// The edges of the box, for the eye.
template <int N>
std::string box_text(const Box<double, N>& box) {
    constexpr int corners = 1 << N;
    std::string points, lines, offsets;
    int count = 0;
    for (int corner = 0; corner < corners; ++corner) {
        for (int k = 0; k < 3; ++k) {
            const double x = k >= N ? 0 : (corner >> k & 1) != 0 ? box.upper[k] : box.lower[k];
            fmt::format_to(std::back_inserter(points), "{} ", x);
        }
        for (int k = 0; k < N; ++k) {
            if ((corner >> k & 1) != 0) continue;
            fmt::format_to(std::back_inserter(lines), "{} {} ", corner, corner | 1 << k);
            fmt::format_to(std::back_inserter(offsets), "{} ", 2 * ++count);
        }
    }
    return fmt::format(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
        "header_type=\"UInt64\">\n<PolyData>\n<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"0\" "
        "NumberOfLines=\"{}\" NumberOfStrips=\"0\" NumberOfPolys=\"0\">\n<Points>\n"
        "<DataArray type=\"Float64\" Name=\"Points\" NumberOfComponents=\"3\" "
        "format=\"ascii\">{}</DataArray>\n"
        "</Points>\n<Lines>\n<DataArray type=\"Int64\" Name=\"connectivity\" "
        "format=\"ascii\">{}</DataArray>\n"
        "<DataArray type=\"Int64\" Name=\"offsets\" format=\"ascii\">{}</DataArray>\n</Lines>\n</Piece>\n"
        "</PolyData>\n</VTKFile>\n",
        corners, count, points, lines, offsets);
}

}  // namespace

ExportSize size_of_vtk(std::uint64_t balls, std::uint64_t frames) {
    constexpr double head = 1500, line = 150, block = 4096;
    double bytes = head;
    for (const DataArray& column : kColumns) bytes += static_cast<double>(size_of(column, balls));
    const double count = static_cast<double>(frames);
    return {count * (std::ceil(bytes / block) * block + line), count};
}

template <int N>
VtkStates<N>::VtkStates(std::filesystem::path path, BufferedFile collection, FrameDirectory directory,
                        const Scene<N>& scene)
    : path_(std::move(path)),
      collection_(std::move(collection)),
      directory_(std::move(directory)),
      kinds_(kinds_of(scene)) {
    const auto& boundary = scene.world.boundary;
    boxed_ = std::find(boundary.begin(), boundary.end(), Boundary::open) == boundary.end();
    collection_.put_bytes(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n"
        "<Collection>\n");
    if (boxed_) failure_ = write_file_whole(directory_.partial() / "box.vtp", box_text(scene.world.box));
}

template <int N>
Result<VtkStates<N>, FileError> VtkStates<N>::create(const std::filesystem::path& path,
                                                     const TrajectoryStart<N>& start, const Instants&) {
    auto collection = BufferedFile::create(path);
    if (!collection) return collection.error();
    auto directory = FrameDirectory::create(frames_of(path), ".vtp");
    if (!directory) return directory.error();
    return VtkStates(path, std::move(*collection), std::move(*directory), start.scene);
}

template <int N>
void VtkStates<N>::add(const Playback<N>& playback, double seconds) {
    if (failure_) return;
    const std::string name = fmt::format("{:06}.vtp", instants_++);
    failure_ = write_frame(directory_.partial() / name, playback, seconds, kinds_);
    const std::string folder = attribute(frames_of(path_).filename().string());
    const auto out = std::back_inserter(collection_.text());
    constexpr const char* line = "<DataSet timestep=\"{}\" group=\"\" part=\"{}\" file=\"{}/{}\"/>\n";
    fmt::format_to(out, fmt::runtime(line), seconds, 0, folder, name);
    if (boxed_) fmt::format_to(out, fmt::runtime(line), seconds, 1, folder, "box.vtp");
    collection_.settle();
    if (!failure_) failure_ = collection_.failure();
}

template <int N>
std::optional<FileError> VtkStates<N>::commit() {
    if (failure_) return failure_;
    collection_.put_bytes("</Collection>\n</VTKFile>\n");
    std::error_code failure;
    std::filesystem::remove(path_, failure);  // it lists frames that are about to go
    if (auto error = directory_.commit()) return error;
    return collection_.commit();
}

template class VtkStates<2>;
template class VtkStates<3>;

}  // namespace carom::detail
