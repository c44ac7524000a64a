// Promise: a file is read as it was when it was opened, and nothing waits for a pipe or a device.
#include "files/input_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <random>
#include <string>

#include "support/directory.hpp"
#include "support/file_bytes.hpp"

namespace carom::test {
namespace {

std::string random_bytes(std::size_t count) {
    std::mt19937_64 random(1);
    std::string bytes;
    while (bytes.size() < count) bytes.push_back(static_cast<char>(random()));
    return bytes;
}

TEST(InputFile, ReadsFromAnywhere) {
    const Directory directory;
    const std::string bytes = random_bytes(300'000);
    put_bytes(directory / "f", bytes);
    auto file = InputFile::open(directory / "f");
    ASSERT_TRUE(file);
    EXPECT_EQ(file->size(), bytes.size());
    std::mt19937_64 random(2);
    for (int k = 0; k < 300; ++k) {
        const std::size_t at = random() % 310'000, count = random() % (k % 3 == 0 ? 100'000 : 100);
        file->go_to(at);
        std::string read;
        ASSERT_FALSE(file->read(count, read));
        ASSERT_EQ(read, at < bytes.size() ? bytes.substr(at, count) : "");
        ASSERT_EQ(file->at(), at + read.size());
    }
}

// A reader that follows a file ends only when its writer does.
TEST(InputFile, EndsWhereTheFileEndedWhenItWasOpened) {
    const Directory directory;
    put_bytes(directory / "f", "what was there");
    auto file = InputFile::open(directory / "f");
    ASSERT_TRUE(file);
    std::ofstream(directory / "f", std::ios::app) << " and more";
    std::string read;
    ASSERT_FALSE(file->read(1000, read));
    EXPECT_EQ(read, "what was there");
    std::filesystem::resize_file(directory / "f", 4);
    read.clear();
    file->go_to(0);
    ASSERT_FALSE(file->read(1000, read));
    EXPECT_LE(read.size(), 14U);
}

TEST(InputFile, RefusesWhatIsNoFile) {
    const Directory directory;
    ASSERT_EQ(::mkfifo((directory / "pipe").c_str(), 0600), 0);
    std::filesystem::create_symlink(directory / "pipe", directory / "link");
    for (const auto& [path, why] : {std::pair<std::filesystem::path, const char*>{
                                        directory / "pipe", "this is a FIFO, not a regular file"},
                                    {directory / "link", "this is a FIFO, not a regular file"},
                                    {directory / ".", "this is a directory, not a regular file"},
                                    {"/dev/null", "this is a device, not a regular file"},
                                    {directory / "nothing", "No such file or directory"}}) {
        const auto file = bytes_of_file(path);
        ASSERT_FALSE(file) << path;
        EXPECT_EQ(file.error().why, why) << path;
    }
}

TEST(InputFile, TakesNoMoreThanAskedFor) {
    const Directory directory;
    put_bytes(directory / "f", "0123456789");
    for (const std::uint64_t most : {0U, 3U, 9U, 10U, 11U})
        EXPECT_EQ(bytes_of_file(directory / "f", most)->size(), std::min<std::uint64_t>(most + 1, 10));
}

/// Standard input comes from this file while it lives.
class InPlaceOfStandardInput {
public:
    explicit InPlaceOfStandardInput(const std::filesystem::path& path) {
        const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        EXPECT_EQ(::dup2(file, STDIN_FILENO), STDIN_FILENO);
        ::close(file);
    }
    InPlaceOfStandardInput(const InPlaceOfStandardInput&) = delete;
    InPlaceOfStandardInput& operator=(const InPlaceOfStandardInput&) = delete;
    ~InPlaceOfStandardInput() {
        ::dup2(before_, STDIN_FILENO);
        ::close(before_);
    }

private:
    int before_ = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
};

TEST(StandardInput, IsReadToItsEndOrALimit) {
    const Directory directory;
    const std::string bytes = random_bytes(200'000);
    put_bytes(directory / "f", bytes);
    {
        const InPlaceOfStandardInput file(directory / "f");
        const auto read = bytes_of_standard_input(200'000);
        ASSERT_TRUE(read);
        EXPECT_EQ(*read, bytes);
    }
    {
        const InPlaceOfStandardInput endless("/dev/zero");
        const auto read = bytes_of_standard_input(1000);
        ASSERT_TRUE(read);
        EXPECT_GT(read->size(), 1000U);
        EXPECT_LT(read->size(), 100'000U);
    }
    const InPlaceOfStandardInput folder(directory / "");
    const auto read = bytes_of_standard_input(1000);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().why, "Is a directory");
}

}  // namespace
}  // namespace carom::test
