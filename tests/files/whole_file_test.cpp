// Promise: a file that is written appears whole or not at all, and nothing else is written, whatever lies
// under its names.
#include "files/whole_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "support/directory.hpp"
#include "support/file_bytes.hpp"
#include "support/file_limit.hpp"

namespace carom::test {
namespace {

namespace fs = std::filesystem;

void expect_refused(const fs::path& path, const std::string& reason) {
    const auto error = write_file_whole(path, "new");
    ASSERT_TRUE(error) << path;
    EXPECT_NE(error->message.find(reason), std::string::npos) << error->message;
}

TEST(WholeFile, ReplacesAnOlderFile) {
    const Directory directory;
    put_bytes(directory / "f", "older and longer");
    EXPECT_FALSE(write_file_whole(directory / "f", "new"));
    EXPECT_EQ(bytes_of(directory / "f"), "new");
    EXPECT_FALSE(write_file_whole(directory / "f", ""));
    EXPECT_EQ(bytes_of(directory / "f"), "");
    EXPECT_FALSE(fs::exists(directory / "f.partial"));
}

TEST(WholeFile, LeavesTheOlderFileWhenTheDiskIsFull) {
    const Directory directory;
    put_bytes(directory / "f", "older");
    {
        const FileLimit full(2);
        expect_refused(directory / "f", "f.partial: cannot write: File too large");
    }
    EXPECT_EQ(bytes_of(directory / "f"), "older");
    EXPECT_FALSE(fs::exists(directory / "f.partial"));
}

// Who can write into a directory could let a run of someone else overwrite a file elsewhere.
TEST(WholeFile, FollowsNoLink) {
    const Directory directory;
    put_bytes(directory / "target", "old");
    fs::create_symlink(directory / "target", directory / "link");
    EXPECT_FALSE(write_file_whole(directory / "link", "new"));
    EXPECT_EQ(bytes_of(directory / "target"), "old");
    EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(directory / "link")));
    EXPECT_EQ(bytes_of(directory / "link"), "new");

    fs::create_symlink(directory / "target", directory / "f.partial");
    expect_refused(directory / "f", "f.partial: cannot write: this is a symbolic link");
    EXPECT_EQ(bytes_of(directory / "target"), "old");
    EXPECT_FALSE(fs::exists(directory / "f"));

    fs::create_hard_link(directory / "target", directory / "g.partial");
    EXPECT_FALSE(write_file_whole(directory / "g", "new"));
    EXPECT_EQ(bytes_of(directory / "target"), "old");
}

// The rename at the end must not replace a device, as root could.
TEST(WholeFile, RefusesWhatIsNoFile) {
    const Directory directory;
    for (const std::string name : {"pipe", "other.partial"})
        ASSERT_EQ(::mkfifo((directory / name).c_str(), 0600), 0);
    expect_refused(directory / "pipe", "pipe: cannot write: this is a FIFO");
    expect_refused(directory / "other", "other.partial: cannot write: this is a FIFO");
    expect_refused(directory / ".", "cannot write: this is a directory");
    EXPECT_TRUE(fs::is_fifo(directory / "pipe"));
}

TEST(WholeFile, TwoWritersOfOneFileMixNothing) {
    const Directory directory;
    auto first = WholeFile::create(directory / "f", WhenAbandoned::keep);
    ASSERT_TRUE(first && !first->append("first"));
    auto second = WholeFile::create(directory / "f", WhenAbandoned::remove);
    ASSERT_TRUE(second && !second->append("second"));
    const auto error = first->commit();
    ASSERT_TRUE(error);
    EXPECT_NE(error->message.find("another program writes this file too"), std::string::npos);
    EXPECT_FALSE(fs::exists(directory / "f"));
    EXPECT_FALSE(second->commit());
    EXPECT_EQ(bytes_of(directory / "f"), "second");
}

TEST(WholeFile, GoesOnWithNoLink) {
    const Directory directory;
    put_bytes(directory / "target", "old");
    fs::create_symlink(directory / "target", directory / "f");
    const auto file = WholeFile::reopen(directory / "f", directory / "f", 1, WhenAbandoned::keep);
    ASSERT_FALSE(file);
    EXPECT_NE(file.error().message.find("this is a symbolic link"), std::string::npos);
    EXPECT_EQ(bytes_of(directory / "target"), "old");
}

// A backup made of hard links would change with the file.
TEST(WholeFile, GoesOnWithNoFileOfTwoNames) {
    const Directory directory;
    put_bytes(directory / "f.partial", "old");
    fs::create_hard_link(directory / "f.partial", directory / "backup");
    const auto file = WholeFile::reopen(directory / "f", directory / "f.partial", 1, WhenAbandoned::remove);
    ASSERT_FALSE(file);
    EXPECT_NE(file.error().message.find("has other names"), std::string::npos) << file.error().message;
    EXPECT_EQ(bytes_of(directory / "backup"), "old");
    EXPECT_EQ(bytes_of(directory / "f.partial"), "old");
}

TEST(WholeFile, SaysWhatIsWrongWithAPath) {
    const Directory directory;
    expect_refused(directory / "no/f", "no/f.partial: cannot create: No such file");
    EXPECT_TRUE(write_file_whole(directory / "", "new"));
}

}  // namespace
}  // namespace carom::test
