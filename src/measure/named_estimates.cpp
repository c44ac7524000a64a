#include "carom/measure/named_estimates.hpp"

#include <optional>
#include <utility>

namespace carom {
namespace {

class NumberList {
public:
    void add(const std::string& name, const Estimate& estimate) { numbers_.push_back({name, estimate}); }
    void add(const std::string& name, const std::optional<Estimate>& estimate) {
        if (estimate) add(name, *estimate);
    }
    std::vector<NamedEstimate> take() { return std::move(numbers_); }

private:
    std::vector<NamedEstimate> numbers_;
};

void add_pressure(NumberList& numbers, const PressureResult& pressure) {
    numbers.add("pressure.pressure", pressure.pressure);
    numbers.add("pressure.z_virial", pressure.z_virial);
    numbers.add("pressure.z_rate", pressure.z_rate);
    numbers.add("pressure.viscosity", pressure.viscosity);
    for (const WallLoad& load : pressure.walls) {
        numbers.add("pressure.force." + load.wall, load.force);
        numbers.add("pressure.wall." + load.wall, load.pressure);
    }
}

void add_free_times(NumberList& numbers, const MeanFreeTimeResult& times,
                    const std::vector<MeasuredSpecies>& species) {
    for (std::size_t k = 0; k < times.species.size(); ++k)
        numbers.add("mean_free_time." + species[k].name, times.species[k]);
    for (const PairRate& pair : times.pairs) {
        const std::string name = species[pair.first].name + "-" + species[pair.second].name;
        numbers.add("collision_rate." + name, pair.rate);
        numbers.add("contact_value." + name, pair.contact_value);
    }
}

}  // namespace

std::vector<NamedEstimate> named_estimates(const MeasureResults& results) {
    NumberList numbers;
    const auto& species = results.species;
    if (results.temperature) {
        numbers.add("temperature.kt", results.temperature->kt);
        for (std::size_t k = 0; k < results.temperature->species.size(); ++k)
            numbers.add("temperature.kt." + species[k].name, results.temperature->species[k]);
    }
    if (results.pressure) add_pressure(numbers, *results.pressure);
    if (results.mean_free_time) add_free_times(numbers, *results.mean_free_time, species);
    if (results.energy_loss) numbers.add("energy_loss.rate", results.energy_loss->rate);
    for (std::size_t k = 0; results.diffusion && k < results.diffusion->species.size(); ++k) {
        const DiffusionCurve& curve = results.diffusion->species[k];
        numbers.add("diffusion." + species[k].name + ".from_slope", curve.from_slope);
        numbers.add("diffusion." + species[k].name + ".from_running", curve.from_running);
    }
    return numbers.take();
}

}  // namespace carom
