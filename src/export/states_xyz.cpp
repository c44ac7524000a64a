#include <algorithm>
#include <array>

#include "export/states_text.hpp"
#include "scene/name_texts.hpp"

namespace carom::detail {
namespace {

/// In the order of atomic numbers: readers such as ASE take no other names of species. "X" stands for none.
constexpr std::array<const char*, kMostKinds> kSymbols = {
    "X",  "H",  "He", "Li", "Be", "B",  "C",  "N",  "O",  "F",  "Ne", "Na", "Mg", "Al", "Si", "P",  "S",
    "Cl", "Ar", "K",  "Ca", "Sc", "Ti", "V",  "Cr", "Mn", "Fe", "Co", "Ni", "Cu", "Zn", "Ga", "Ge", "As",
    "Se", "Br", "Kr", "Rb", "Sr", "Y",  "Zr", "Nb", "Mo", "Tc", "Ru", "Rh", "Pd", "Ag", "Cd", "In", "Sn",
    "Sb", "Te", "I",  "Xe", "Cs", "Ba", "La", "Ce", "Pr", "Nd", "Pm", "Sm", "Eu", "Gd", "Tb", "Dy", "Ho",
    "Er", "Tm", "Yb", "Lu", "Hf", "Ta", "W",  "Re", "Os", "Ir", "Pt", "Au", "Hg", "Tl", "Pb", "Bi", "Po",
    "At", "Rn", "Fr", "Ra", "Ac", "Th", "Pa", "U",  "Np", "Pu", "Am", "Cm", "Bk", "Cf", "Es", "Fm", "Md",
    "No", "Lr", "Rf", "Db", "Sg", "Bh", "Hs", "Mt", "Ds", "Rg", "Cn", "Nh", "Fl", "Mc", "Lv", "Ts", "Og"};

template <int N>
std::string numbers(const Vec<double, N>& x) {
    std::string text;
    for (int k = 0; k < N; ++k) fmt::format_to(std::back_inserter(text), "{}{}", k == 0 ? "" : " ", x[k]);
    return text;
}

/// The box for readers of the format, which know no open axis, and the same to the bit for carom. A world
/// without any face has no box.
template <int N>
std::string box_text(const World<N>& world) {
    std::string lattice, origin, periodic, words;
    bool closed = false;
    for (int k = 0; k < 3; ++k) {
        const Boundary boundary = k < N ? world.boundary[static_cast<std::size_t>(k)] : Boundary::open;
        const double lower = k < N ? world.box.lower[k] : 0, upper = k < N ? world.box.upper[k] : 0;
        const double width = upper > lower ? upper - lower : 1;
        const std::string space = k == 0 ? "" : " ";
        for (int j = 0; j < 3; ++j) {
            fmt::format_to(std::back_inserter(lattice), "{}{}", j == 0 ? space : " ", j == k ? width : 0.0);
        }
        fmt::format_to(std::back_inserter(origin), "{}{}", space, lower);
        periodic += space + (boundary == Boundary::periodic ? "T" : "F");
        constexpr const char* names[] = {"open", "wall", "periodic"};
        if (k < N) words += space + names[static_cast<std::size_t>(boundary)];
        closed = closed || boundary != Boundary::open;
    }
    std::string text;
    if (closed) {
        text = fmt::format("Lattice=\"{}\" Origin=\"{}\" Lower=\"{}\" Upper=\"{}\" ", lattice, origin,
                           numbers(world.box.lower), numbers(world.box.upper));
    }
    return text + fmt::format("pbc=\"{}\" Boundary=\"{}\" ", periodic, words);
}

}  // namespace

template <int N>
XyzStates<N>::XyzStates(BufferedFile file, const Scene<N>& scene)
    : file_(std::move(file)), kinds_(kinds_of(scene)) {
    named_ = std::any_of(scene.balls.begin(), scene.balls.end(),
                         [](const SceneBall<N>& ball) { return !ball.name.empty(); });
    comment_ = box_text(scene.world) + "Properties=species:S:1:pos:R:3:velo:R:3:radius:R:1:mass:R:1:id:I:1" +
               (named_ ? ":name:S:1" : "");
}

template <int N>
Result<XyzStates<N>, FileError> XyzStates<N>::create(const std::filesystem::path& path,
                                                     const TrajectoryStart<N>& start, const Instants&) {
    auto file = BufferedFile::create(path);
    if (!file) return file.error();
    return XyzStates(std::move(*file), start.scene);
}

template <int N>
void XyzStates<N>::add(const Playback<N>& playback, double seconds) {
    const Scene<N>& scene = playback.start().scene;
    fmt::format_to(std::back_inserter(file_.text()), "{}\n{} Time={}\n", playback.ball_count(), comment_,
                   seconds);
    for (std::size_t ball = 0; ball < playback.ball_count(); ++ball) {
        std::string& text = file_.text();
        const auto out = std::back_inserter(text);
        const SceneBall<N>& data = scene.balls[ball];
        text += kSymbols[kinds_.of_ball[ball]];
        const Vec<double, N> position = playback.position(ball), velocity = playback.velocity(ball);
        for (int k = 0; k < 3; ++k) fmt::format_to(out, " {}", k < N ? position[k] : 0.0);
        for (int k = 0; k < 3; ++k) fmt::format_to(out, " {}", k < N ? velocity[k] : 0.0);
        fmt::format_to(out, " {} {} {}", data.radius, data.mass, ball);
        if (named_) text += ' ' + xyz_word(data.name);
        text += '\n';
        file_.settle();
    }
}

template class XyzStates<2>;
template class XyzStates<3>;

}  // namespace carom::detail
