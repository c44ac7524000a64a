#include "export/states_gsd.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace carom::detail {
namespace {

// Of the file layer: https://gsd.readthedocs.io/en/v2.7.0/file-layer.html
constexpr std::uint64_t kMagic = 0x65DF65DF65DF65DFU;
constexpr std::uint32_t kFileVersion = 2U << 16U;
constexpr std::uint32_t kSchemaVersion = 1U << 16U | 4U;  // of "hoomd"
constexpr std::size_t kHeaderSize = 256;
constexpr std::size_t kNameUnit = 64;
constexpr std::size_t kIndexEntrySize = 32;
constexpr std::size_t kTypeNameSize = 4;

enum class Type : std::uint8_t { u8 = 1, u32 = 3, u64 = 4, i8 = 5, i32 = 7, f32 = 9, f64 = 10 };

/// How many rows a chunk has.
enum class Rows : unsigned char { one, six, each_ball, each_kind };

struct Chunk {
    const char* name;
    Type type;
    std::uint32_t bytes;  // of a number
    Rows rows;
    std::uint32_t columns;
};

/// Of every frame, and behind them those of the first alone: a reader takes from there what a frame lacks.
/// The place in this table is the number of the name; chunks of a frame are written in this order.
constexpr std::array<Chunk, 12> kChunks = {{
    {"configuration/step", Type::u64, 8, Rows::one, 1},
    {"configuration/box", Type::f32, 4, Rows::six, 1},
    {"log/time", Type::f64, 8, Rows::one, 1},
    {"particles/position", Type::f32, 4, Rows::each_ball, 3},
    {"particles/velocity", Type::f32, 4, Rows::each_ball, 3},
    {"particles/image", Type::i32, 4, Rows::each_ball, 3},
    {"configuration/dimensions", Type::u8, 1, Rows::one, 1},
    {"particles/N", Type::u32, 4, Rows::one, 1},
    {"particles/types", Type::i8, 1, Rows::each_kind, kTypeNameSize},
    {"particles/typeid", Type::u32, 4, Rows::each_ball, 1},
    {"particles/mass", Type::f32, 4, Rows::each_ball, 1},
    {"particles/diameter", Type::f32, 4, Rows::each_ball, 1},
}};
constexpr std::size_t kOfEveryFrame = 6;

struct Sizes {
    std::uint64_t balls = 0, kinds = 0;

    std::uint64_t rows(const Chunk& chunk) const {
        if (chunk.rows == Rows::each_ball) return balls;
        if (chunk.rows == Rows::each_kind) return kinds;
        return chunk.rows == Rows::six ? 6 : 1;
    }
    std::uint64_t bytes(const Chunk& chunk) const { return rows(chunk) * chunk.columns * chunk.bytes; }
};

std::uint64_t names_size() {
    std::size_t bytes = 1;  // an empty name ends the list
    for (const Chunk& chunk : kChunks) bytes += std::string_view(chunk.name).size() + 1;
    return (bytes + kNameUnit - 1) / kNameUnit * kNameUnit;
}

void put_padded(BufferedFile& file, std::string_view text, std::size_t size) {
    file.put_bytes(text);
    file.put_zeros(size - text.size());
}

void put_header(BufferedFile& file, std::uint64_t index_entries) {
    file.put(kMagic);
    file.put(kHeaderSize + names_size());
    file.put(index_entries);
    file.put(std::uint64_t{kHeaderSize});
    file.put(names_size() / kNameUnit);
    file.put(kSchemaVersion);
    file.put(kFileVersion);
    put_padded(file, "carom", 64);
    put_padded(file, "hoomd", 64);
    file.put_zeros(80);
    std::size_t bytes = 0;
    for (const Chunk& chunk : kChunks) {
        const std::string_view name = chunk.name;
        put_padded(file, name, name.size() + 1);
        bytes += name.size() + 1;
    }
    file.put_zeros(names_size() - bytes);
}

std::uint64_t entries_of(std::uint64_t frames) {
    return frames * kOfEveryFrame + (frames > 0 ? kChunks.size() - kOfEveryFrame : 0);
}

/// "A", "B" and so on; after "Z" "A1".
std::string kind_name(std::size_t kind) {
    const std::string letter(1, static_cast<char>('A' + kind % 26));
    return kind < 26 ? letter : letter + std::to_string(kind / 26);
}

template <int N>
bool is_open(const World<N>& world, int axis) {
    return world.boundary[static_cast<std::size_t>(axis)] == Boundary::open;
}

/// Rounding to a float must not carry a ball out of the box, which programs refuse.
float inside(double x, float edge) {
    const float half = edge / 2;
    return std::clamp(static_cast<float>(x), -half, std::nextafter(half, 0.0F));
}

std::int32_t narrowed(std::int64_t image) {
    using Limits = std::numeric_limits<std::int32_t>;
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(image, Limits::min(), Limits::max()));
}

}  // namespace

ExportSize size_of_gsd(std::uint64_t balls, std::uint64_t frames) {
    const Sizes sizes{balls, 1};
    double frame = kOfEveryFrame * kIndexEntrySize;
    for (std::size_t id = 0; id < kOfEveryFrame; ++id) frame += static_cast<double>(sizes.bytes(kChunks[id]));
    return {frame * static_cast<double>(frames), 1};
}

template <int N>
GsdStates<N>::GsdStates(BufferedFile file, const Scene<N>& scene, std::uint64_t frames)
    : file_(std::move(file)), kinds_(kinds_of(scene)), frames_(frames) {
    const std::uint64_t entries = entries_of(frames);
    next_location_ = kHeaderSize + names_size() + entries * kIndexEntrySize;
    put_header(file_, entries);
    Vec<double, N> lowest = scene.balls[0].position, highest = lowest;
    for (const SceneBall<N>& ball : scene.balls) {
        largest_radius_ = std::max(largest_radius_, ball.radius);
        for (int k = 0; k < N; ++k) {
            lowest[k] = std::min(lowest[k], ball.position[k]);
            highest[k] = std::max(highest[k], ball.position[k]);
        }
    }
    for (int k = 0; k < N; ++k) {
        const bool open = is_open(scene.world, k);
        const double low = open ? lowest[k] : scene.world.box.lower[k];
        const double high = open ? highest[k] : scene.world.box.upper[k];
        centre_[k] = low + (high - low) / 2;
    }
}

template <int N>
Result<GsdStates<N>, FileError> GsdStates<N>::create(const std::filesystem::path& path,
                                                     const TrajectoryStart<N>& start,
                                                     const Instants& instants) {
    auto file = BufferedFile::create(path);
    if (!file) return file.error();
    return GsdStates(std::move(*file), start.scene, instants.count());
}

template <int N>
bool GsdStates<N>::put_some_of_index() {
    constexpr std::uint64_t part = 65'536;
    const Sizes sizes{kinds_.of_ball.size(), kinds_.first_ball.size()};
    const std::uint64_t end = std::min(frames_, indexed_ + part);
    for (; indexed_ < end && !file_.failure(); ++indexed_) {
        const std::size_t chunks = indexed_ == 0 ? kChunks.size() : kOfEveryFrame;
        for (std::size_t id = 0; id < chunks; ++id) {
            const Chunk& chunk = kChunks[id];
            file_.put(indexed_);
            file_.put(sizes.rows(chunk));
            file_.put(next_location_);
            file_.put(chunk.columns);
            file_.put(static_cast<std::uint16_t>(id));
            file_.put(static_cast<std::uint8_t>(chunk.type));
            file_.put(std::uint8_t{0});
            next_location_ += sizes.bytes(chunk);
        }
    }
    return indexed_ < frames_ && !file_.failure();
}

template <int N>
std::array<float, 3> GsdStates<N>::edges(const Playback<N>& playback) const {
    const World<N>& world = playback.start().scene.world;
    std::array<float, 3> edges{1, 1, 1};
    for (int k = 0; k < N; ++k) {
        double width = world.box.upper[k] - world.box.lower[k];
        if (is_open(world, k)) {
            double reach = 0;
            for (std::size_t ball = 0; ball < playback.ball_count(); ++ball) {
                reach = std::max(reach, std::fabs(playback.position(ball)[k] - centre_[k]));
            }
            width = 2 * (reach + largest_radius_);
        }
        edges[static_cast<std::size_t>(k)] = static_cast<float>(width);
    }
    return edges;
}

template <int N>
void GsdStates<N>::add(const Playback<N>& playback, double seconds) {
    const std::array<float, 3> box = edges(playback);
    file_.put(instants_);
    for (const float edge : box) file_.put(edge);
    file_.put_zeros(3 * sizeof(float));  // tilts
    file_.put(seconds);
    for (std::size_t ball = 0; ball < playback.ball_count(); ++ball) {
        const Vec<double, N> position = playback.position(ball);
        for (int k = 0; k < 3; ++k) {
            file_.put(k < N ? inside(position[k] - centre_[k], box[static_cast<std::size_t>(k)]) : 0.0F);
        }
    }
    for (std::size_t ball = 0; ball < playback.ball_count(); ++ball) {
        const Vec<double, N> velocity = playback.velocity(ball);
        for (int k = 0; k < 3; ++k) file_.put(k < N ? static_cast<float>(velocity[k]) : 0.0F);
    }
    for (std::size_t ball = 0; ball < playback.ball_count(); ++ball) {
        const Image<N> image = playback.image(ball);
        for (int k = 0; k < 3; ++k) file_.put(k < N ? narrowed(image[k]) : 0);
    }
    if (instants_++ == 0) put_fixed(playback.start().scene);
}

template <int N>
void GsdStates<N>::put_fixed(const Scene<N>& scene) {
    file_.put(std::uint8_t{N});
    file_.put(static_cast<std::uint32_t>(scene.balls.size()));
    for (std::size_t kind = 0; kind < kinds_.first_ball.size(); ++kind) {
        put_padded(file_, kind_name(kind), kTypeNameSize);
    }
    for (const std::uint8_t kind : kinds_.of_ball) file_.put(std::uint32_t{kind});
    for (const SceneBall<N>& ball : scene.balls) file_.put(static_cast<float>(ball.mass));
    for (const SceneBall<N>& ball : scene.balls) file_.put(static_cast<float>(2 * ball.radius));
}

template class GsdStates<2>;
template class GsdStates<3>;

}  // namespace carom::detail
