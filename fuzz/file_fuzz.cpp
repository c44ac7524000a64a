// Does any file crash or hang a command that reads it, or pass for what it is not? A libFuzzer target; see
// fuzz/README.md.
#include <cstddef>
#include <cstdint>
#include <span>

#include "forger.hpp"
#include "record/trajectory_format.hpp"
#include "support/directory.hpp"
#include "support/file_bytes.hpp"
#include "uses.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace carom;
    const fuzz::Request request(std::span(data, size));
    const fuzz::Forgery forgery = fuzz::forged(request);
    const test::Directory directory;
    test::put_bytes(directory / "trajectory.carom", forgery.file);
    if (!forgery.checkpoint.empty()) test::put_bytes(directory / "checkpoint.carom", forgery.checkpoint);
    const bool of_shots = request.specimen->version == detail::kShotsVersion;
    if (of_shots) fuzz::use_shots(directory / "", request.is_honest());
    if (!of_shots) fuzz::use_trajectory(directory / "", request.use, request.is_honest());
    return 0;
}
