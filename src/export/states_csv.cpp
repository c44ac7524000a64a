#include "export/states_text.hpp"
#include "scene/name_texts.hpp"

namespace carom::detail {
namespace {

template <int N>
bool is_periodic(const World<N>& world, int axis) {
    return world.boundary[static_cast<std::size_t>(axis)] == Boundary::periodic;
}

template <int N>
std::string heading(const World<N>& world) {
    std::string line = "time,ball,name";
    for (int k = 0; k < N; ++k) fmt::format_to(std::back_inserter(line), ",{}", "xyz"[k]);
    for (int k = 0; k < N; ++k) fmt::format_to(std::back_inserter(line), ",v{}", "xyz"[k]);
    line += ",radius,mass";
    for (int k = 0; k < N; ++k) {
        if (is_periodic(world, k)) fmt::format_to(std::back_inserter(line), ",image_{}", "xyz"[k]);
    }
    return line + '\n';
}

}  // namespace

template <int N>
Result<CsvStates<N>, FileError> CsvStates<N>::create(const std::filesystem::path& path,
                                                     const TrajectoryStart<N>& start, const Instants&) {
    auto file = BufferedFile::create(path);
    if (!file) return file.error();
    file->put_bytes(heading(start.scene.world));
    return CsvStates(std::move(*file));
}

template <int N>
void CsvStates<N>::add(const Playback<N>& playback, double seconds) {
    const Scene<N>& scene = playback.start().scene;
    const std::string time = fmt::format("{},", seconds);
    for (std::size_t ball = 0; ball < playback.ball_count(); ++ball) {
        std::string& text = file_.text();
        const auto out = std::back_inserter(text);
        const SceneBall<N>& data = scene.balls[ball];
        fmt::format_to(out, "{}{},{}", time, ball, csv_cell(data.name));
        const Vec<double, N> position = playback.position(ball), velocity = playback.velocity(ball);
        for (int k = 0; k < N; ++k) fmt::format_to(out, ",{}", position[k]);
        for (int k = 0; k < N; ++k) fmt::format_to(out, ",{}", velocity[k]);
        fmt::format_to(out, ",{},{}", data.radius, data.mass);
        const Image<N> image = playback.image(ball);
        for (int k = 0; k < N; ++k) {
            if (is_periodic(scene.world, k)) fmt::format_to(out, ",{}", image[k]);
        }
        text += '\n';
        file_.settle();
    }
}

template class CsvStates<2>;
template class CsvStates<3>;

}  // namespace carom::detail
