// Does any query of the pair layer crash, hang or break a promise? A libFuzzer target; see fuzz/README.md.
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "checks.hpp"
#include "expect.hpp"

namespace carom::fuzz {
namespace {

template <class T, int N>
void check(Bytes& bytes, int question, Numbers numbers) {
    constexpr void (*checks[])(Query<T, N>&){check_rest<T, N>,   check_sweep<T, N>,     check_approach<T, N>,
                                             check_order<T, N>,  check_obstacles<T, N>, check_advance<T, N>,
                                             check_bounce<T, N>, check_cluster<T, N>,   check_batch<T, N>,
                                             check_slide<T, N>};
    Query<T, N> query(bytes, numbers);
    checks[static_cast<std::size_t>(question) % std::size(checks)](query);
}

void check(Bytes& bytes) {
    const int question = bytes.next();
    const int type = bytes.next();
    const int which = type / 4 % 8;
    const Numbers numbers = which == 7 ? Numbers::any : which == 6 ? Numbers::finite : Numbers::ordinary;
    switch (type % 4) {
        case 0:
            return check<float, 2>(bytes, question, numbers);
        case 1:
            return check<float, 3>(bytes, question, numbers);
        case 2:
            return check<double, 2>(bytes, question, numbers);
        default:
            return check<double, 3>(bytes, question, numbers);
    }
}

}  // namespace
}  // namespace carom::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    carom::fuzz::Bytes bytes(std::span(data, size));
    try {
        carom::fuzz::check(bytes);
    } catch (const carom::fuzz::NotKept&) {
        return -1;  // not a query to build on
    }
    return 0;
}
