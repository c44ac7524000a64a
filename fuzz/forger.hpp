// A fuzz input is a list of changes to a small honest file. Checksums, hashes and sizes are made anew around
// what was changed, so that a reader believes them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "carom/record/trajectory.hpp"
#include "specimens.hpp"

namespace carom::fuzz {

/// One change, six bytes of the input.
struct Edit {
    enum class Target : std::uint8_t { head, record, version, end, mark, state, run, file, checkpoint };

    Target target = Target::head;
    std::size_t record = 0;  ///< any number, of records that go round
    std::size_t at = 0;      ///< any number, of bytes that go round
    std::uint8_t action = 0;
    std::uint16_t value = 0;
};

/// What an input asks for. Its first three bytes choose the specimen, the use, and how the file is framed.
struct Request {
    explicit Request(std::span<const std::uint8_t> input);

    bool is_honest() const { return edits.empty() && closed && !wrong_closing; }

    const Specimen* specimen;
    std::uint8_t use = 0;        ///< any number: which command reads the file
    bool closed = true;          ///< with a closing block
    bool wrong_closing = false;  ///< whose hash is wrong
    bool saved_early = false;    ///< the checkpoint has the last records, and the file has not
    std::vector<Edit> edits;
};

/// The bytes of a trajectory file or file of shots, and of the checkpoint beside it.
struct Forgery {
    std::string file;
    std::string checkpoint;  ///< empty for shots
};

Forgery forged(const Request& request);

}  // namespace carom::fuzz
