#include "files/input_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "carom/files/standard_streams.hpp"

namespace carom {
namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 16;

Unreadable reason_of(int number) {
    return {std::generic_category().message(number)};
}

}  // namespace

std::string not_a_regular_file(::mode_t mode) {
    const char* kind = "a device";
    if (S_ISDIR(mode)) kind = "a directory";
    if (S_ISFIFO(mode)) kind = "a FIFO";
    if (S_ISSOCK(mode)) kind = "a socket";
    if (S_ISLNK(mode)) kind = "a symbolic link";
    return std::string("this is ") + kind + ", not a regular file";
}

Result<InputFile, Unreadable> InputFile::open(const std::filesystem::path& path) {
    struct stat status = {};
    // Before it is opened too: to open a device may already do something.
    if (::stat(path.c_str(), &status) != 0) return reason_of(errno);
    if (!S_ISREG(status.st_mode)) return Unreadable{not_a_regular_file(status.st_mode)};
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (descriptor < 0) return reason_of(errno);
    InputFile file(descriptor, 0);
    if (::fstat(descriptor, &status) != 0) return reason_of(errno);
    if (!S_ISREG(status.st_mode)) return Unreadable{not_a_regular_file(status.st_mode)};
    file.size_ = static_cast<std::uint64_t>(status.st_size);
    return file;
}

InputFile::InputFile(InputFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      size_(other.size_),
      at_(other.at_),
      buffer_(std::move(other.buffer_)),
      buffer_at_(other.buffer_at_) {}

InputFile& InputFile::operator=(InputFile&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    std::swap(size_, other.size_);
    std::swap(at_, other.at_);
    std::swap(buffer_, other.buffer_);
    std::swap(buffer_at_, other.buffer_at_);
    return *this;
}

InputFile::~InputFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

/// Of the file from where it is read next; nothing at the end.
std::optional<Unreadable> InputFile::fill() {
    buffer_at_ = at_;
    buffer_.clear();
    if (at_ >= size_) return {};
    buffer_.resize(std::min<std::uint64_t>(kBuffer, size_ - at_));
    ::ssize_t got = 0;
    do {
        got = ::pread(descriptor_, buffer_.data(), buffer_.size(), static_cast<::off_t>(at_));
    } while (got < 0 && errno == EINTR);
    const int number = errno;
    buffer_.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    if (got < 0) return reason_of(number);
    return {};
}

std::optional<Unreadable> InputFile::read(std::uint64_t count, std::string& to) {
    while (count > 0) {
        if (at_ < buffer_at_ || at_ - buffer_at_ >= buffer_.size()) {
            if (auto failure = fill()) return failure;
            if (buffer_.empty()) return {};
        }
        const auto from = static_cast<std::size_t>(at_ - buffer_at_);
        const std::size_t step = std::min<std::uint64_t>(count, buffer_.size() - from);
        to.append(buffer_, from, step);
        at_ += step;
        count -= step;
    }
    return {};
}

Result<std::string, Unreadable> bytes_of_file(const std::filesystem::path& path, std::uint64_t most) {
    auto file = InputFile::open(path);
    if (!file) return file.error();
    std::string bytes;
    const std::uint64_t wanted = most < file->size() ? most + 1 : file->size();
    bytes.reserve(wanted);
    if (const auto failure = file->read(wanted, bytes)) return *failure;
    return bytes;
}

Result<std::string, Unreadable> bytes_of_standard_input(std::uint64_t most) {
    std::string bytes;
    while (bytes.size() <= most) {
        const std::size_t before = bytes.size();
        bytes.resize(before + kBuffer);
        const ::ssize_t got = ::read(STDIN_FILENO, bytes.data() + before, kBuffer);
        const int number = errno;
        bytes.resize(before + (got > 0 ? static_cast<std::size_t>(got) : 0));
        if (got == 0) break;
        if (got < 0 && number != EINTR) return reason_of(number);
    }
    return bytes;
}

std::string name_in_messages(const std::filesystem::path& path) {
    return path == standard_input ? "<stdin>" : path.string();
}

FileError cannot_read(const std::filesystem::path& path, const Unreadable& reason) {
    return {path.string() + ": cannot read: " + reason.why};
}

}  // namespace carom
