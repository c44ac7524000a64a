#include "measure/species.hpp"

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace carom::detail {
namespace {

template <int N>
using Key = std::pair<std::string, std::pair<double, double>>;

template <int N>
Key<N> key_of(const SceneBall<N>& ball, SpeciesBy by) {
    if (by == SpeciesBy::name) return {species_name(ball.name), {0, 0}};
    return {"", {ball.radius, ball.mass}};
}

void add_ball(MeasuredSpecies& species, double radius, double mass) {
    ++species.balls;
    if (species.radius != radius) species.radius.reset();
    if (species.mass != mass) species.mass.reset();
}

}  // namespace

template <int N>
SpeciesTable<N> take_census(const Scene<N>& scene, SpeciesBy by) {
    SpeciesTable<N> table;
    std::map<Key<N>, std::uint32_t> known;
    MeasuredSpecies all{"all", 0, {}, {}};
    for (const SceneBall<N>& ball : scene.balls) {
        MeasuredBall<N> body;
        body.velocity = ball.velocity - flow_at(scene.world, ball.position);
        body.mass = ball.mass;
        body.radius = ball.radius;
        body.species = kNoSpecies;
        if (!std::isinf(ball.mass)) {
            if (all.balls == 0) all = {"all", 0, ball.radius, ball.mass};
            add_ball(all, ball.radius, ball.mass);
            const Key<N> key = key_of(ball, by);
            auto at = known.find(key);
            if (at == known.end() && known.size() <= kMostSpecies) {
                at = known.emplace(key, static_cast<std::uint32_t>(known.size())).first;
                const std::string name = by == SpeciesBy::name
                                             ? key.first
                                             : std::string(1, static_cast<char>('A' + table.species.size()));
                table.species.push_back({name, 0, ball.radius, ball.mass});
            }
            body.species = at == known.end() ? 0 : at->second;
            add_ball(table.species[body.species], ball.radius, ball.mass);
        }
        table.bodies.push_back(body);
    }
    if (table.species.size() <= kMostSpecies) return table;
    table.species = {all};
    for (MeasuredBall<N>& body : table.bodies) body.species = body.moves() ? 0 : kNoSpecies;
    return table;
}

template <int N>
std::size_t count_species(const Scene<N>& scene, SpeciesBy by) {
    std::set<Key<N>> known;
    for (const SceneBall<N>& ball : scene.balls) {
        if (!std::isinf(ball.mass)) known.insert(key_of(ball, by));
    }
    return known.size();
}

template std::size_t count_species(const Scene<2>&, SpeciesBy);
template std::size_t count_species(const Scene<3>&, SpeciesBy);
template SpeciesTable<2> take_census(const Scene<2>&, SpeciesBy);
template SpeciesTable<3> take_census(const Scene<3>&, SpeciesBy);

}  // namespace carom::detail
