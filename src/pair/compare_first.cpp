#include "carom/pair/compare_first.hpp"

#include "core/float_environment.hpp"
#include "core/instantiate.hpp"
#include "pair/obstacle_contact.hpp"

namespace carom {

template <class T, int N>
std::weak_ordering compare_first(const MovingBall<T, N>& a, const MovingBall<T, N>& b,
                                 const MovingBall<T, N>& c, const MovingBall<T, N>& d) {
    const detail::DefaultFloatEnvironment environment;
    const auto x = detail::obstacle_contact(a, b);
    const auto y = detail::obstacle_contact(c, d);
    const bool x_apart = x.contact().state == ContactState::apart;
    const bool y_apart = y.contact().state == ContactState::apart;
    if (x_apart || y_apart) return (x_apart ? 1 : 0) <=> (y_apart ? 1 : 0);
    return detail::compare_moments<T>(x, y) <=> 0;
}

#define CAROM_INSTANTIATE(T, N)                                                                 \
    template std::weak_ordering compare_first(const MovingBall<T, N>&, const MovingBall<T, N>&, \
                                              const MovingBall<T, N>&, const MovingBall<T, N>&);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom
