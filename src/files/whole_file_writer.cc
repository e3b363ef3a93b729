// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Output files are whole or not there. Where the file system has unnamed files (O_TMPFILE) the
// bytes go into one, which gets a name when it is complete; elsewhere into a draft of a random name
// in the same folder. The folder is opened once: what happens to its path meanwhile changes
// nothing.
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "files/open_file.h"
#include "io/words.h"
#include "sinew/files.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBufferBytes = std::size_t{1} << 18;
constexpr ::mode_t kNewMode = 0666;    // The process's mask takes what it wants.
constexpr ::mode_t kDraftMode = 0600;  // Until it gets the mode of the file that it replaces.
constexpr int kNameTries = 100;

// All below return 0, or the errno of what went wrong.

int WriteAll(int descriptor, std::span<const std::byte> bytes) {
  constexpr std::size_t kPieceBytes = std::size_t{1} << 30;
  while (!bytes.empty()) {
    const ::ssize_t put = ::write(descriptor, bytes.data(), std::min(bytes.size(), kPieceBytes));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return errno;
    if (put == 0) return EIO;
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
  return 0;
}

int Sync(int descriptor) {
  while (::fsync(descriptor) != 0) {
    if (errno == EINVAL || errno == EROFS) return 0;  // It has no disk to go to.
    if (errno != EINTR) return errno;
  }
  return 0;
}

// Where a chain of links leads, whether something is there or not.
int FollowLinks(fs::path& place) {
  std::error_code error;
  for (int hops = 0; fs::is_symlink(place, error); ++hops) {
    if (hops == 40) return ELOOP;
    const fs::path target = fs::read_symlink(place, error);
    if (error) return error.value();
    place = target.is_absolute() ? target : place.parent_path() / target;
  }
  return 0;
}

// A name that no process takes by accident: process ids repeat, in containers at once.
int RandomName(std::string& name) {
  std::array<unsigned char, 8> random{};
  if (::getrandom(random.data(), random.size(), 0) != static_cast<::ssize_t>(random.size())) {
    return errno != 0 ? errno : EIO;
  }
  name = ".sinew-";
  for (const unsigned char byte : random) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    name += kDigits[byte >> 4];
    name += kDigits[byte & 15];
  }
  name += ".part";
  return 0;
}

std::string LinkOf(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

}  // namespace

struct WholeFileWriter::Body {
  files::OpenFile folder{-1};
  std::string name{};   // In the folder; empty: the file is written to as it is, a pipe.
  std::string draft{};  // The name of the file while it is written; empty: it has none.
  files::OpenFile file{-1};
  bool replaces = false;  // A file was there, with these:
  struct stat old{};
  std::uint64_t max_bytes = 0;
  std::uint64_t byte_count = 0;
  std::vector<std::byte> buffer{};
  std::optional<Failure> failure{};

  Body() = default;
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;
  ~Body() { RemoveDraft(); }

  std::optional<Failure> Fail(int error) {
    if (error != 0) {
      failure = {FailureCode::kResource, "", "cannot write: " + files::SystemWords(error)};
    }
    return failure;
  }

  int Open(const fs::path& path);
  int Flush();
  int Finish();

 private:
  int OpenDraft(::mode_t mode);
  int KeepOwnerAndMode();
  int GiveName();
  void RemoveDraft() {
    if (!draft.empty()) ::unlinkat(folder.descriptor(), draft.c_str(), 0);
    draft.clear();
  }
};

int WholeFileWriter::Body::Open(const fs::path& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) return EISDIR;
    if (!S_ISREG(status.st_mode)) {  // A pipe, /dev/null.
      file = files::OpenFile(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
      return file.descriptor() < 0 ? errno : 0;
    }
  }
  fs::path place = path;
  if (const int error = FollowLinks(place)) return error;
  name = place.filename().string();
  if (name.empty() || name == "." || name == "..") return EISDIR;
  const fs::path parent = place.has_parent_path() ? place.parent_path() : fs::path(".");
  constexpr int kFolder = O_DIRECTORY | O_CLOEXEC;
  folder = files::OpenFile(::open(parent.c_str(), O_RDONLY | kFolder));
  if (folder.descriptor() < 0 && errno == EACCES) {  // Files can be made in it, but not listed.
    folder = files::OpenFile(::open(parent.c_str(), O_PATH | kFolder));
  }
  if (folder.descriptor() < 0) return errno;
  replaces = ::fstatat(folder.descriptor(), name.c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0 &&
             S_ISREG(old.st_mode);
  return OpenDraft(replaces ? kDraftMode : kNewMode);
}

int WholeFileWriter::Body::OpenDraft(::mode_t mode) {
  file =
      files::OpenFile(::openat(folder.descriptor(), ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, mode));
  // Without /proc it could not be given a name.
  if (file.descriptor() >= 0 && ::access(LinkOf(file.descriptor()).c_str(), F_OK) == 0) return 0;
  for (int tries = 0; tries < kNameTries; ++tries) {
    std::string random;
    if (const int error = RandomName(random)) return error;
    file = files::OpenFile(::openat(folder.descriptor(), random.c_str(),
                                    O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
    if (file.descriptor() >= 0) {
      draft = std::move(random);
      return 0;
    }
    if (errno != EEXIST) return errno;
  }
  return EEXIST;
}

int WholeFileWriter::Body::Flush() {
  const int error = WriteAll(file.descriptor(), buffer);
  buffer.clear();
  return error;
}

// Only the permission bits: a set-user-ID bit is not for a file with new contents. The owner is
// kept where the process may do so.
int WholeFileWriter::Body::KeepOwnerAndMode() {
  struct stat now{};
  if (::fstat(file.descriptor(), &now) != 0) return errno;
  if (now.st_uid != old.st_uid || now.st_gid != old.st_gid) {
    if (::fchown(file.descriptor(), old.st_uid, old.st_gid) != 0 && errno != EPERM &&
        errno != EINVAL) {
      return errno;
    }
  }
  return ::fchmod(file.descriptor(), old.st_mode & 0777) == 0 ? 0 : errno;
}

// Gives an unnamed file its name: at once where there is no such file yet, else a random one first,
// because linkat cannot replace a file.
int WholeFileWriter::Body::GiveName() {
  const std::string self = LinkOf(file.descriptor());
  const auto link = [&](const std::string& as) {
    return ::linkat(AT_FDCWD, self.c_str(), folder.descriptor(), as.c_str(), AT_SYMLINK_FOLLOW) == 0
               ? 0
               : errno;
  };
  int error = link(name);
  for (int tries = 0; error == EEXIST && tries < kNameTries; ++tries) {
    std::string random;
    if (const int none = RandomName(random)) return none;
    error = link(random);
    if (error == 0) draft = std::move(random);
  }
  return error;
}

int WholeFileWriter::Body::Finish() {
  if (const int error = Flush()) return error;
  if (name.empty()) return 0;
  if (replaces) {
    if (const int error = KeepOwnerAndMode()) return error;
  }
  if (const int error = Sync(file.descriptor())) return error;
  if (draft.empty()) {
    if (const int error = GiveName()) return error;
  }
  if (!draft.empty()) {
    const int in = folder.descriptor();
    if (::renameat(in, draft.c_str(), in, name.c_str()) != 0) return errno;
    draft.clear();
  }
  const int error = Sync(folder.descriptor());
  return error == EBADF ? 0 : error;  // EBADF: it could be opened only as a path.
}

WholeFileWriter::WholeFileWriter(std::unique_ptr<Body> body) : body_(std::move(body)) {}
WholeFileWriter::WholeFileWriter(WholeFileWriter&&) noexcept = default;
WholeFileWriter& WholeFileWriter::operator=(WholeFileWriter&&) noexcept = default;
WholeFileWriter::~WholeFileWriter() = default;

Result<WholeFileWriter> WholeFileWriter::Create(const fs::path& path, std::uint64_t max_bytes) {
  auto body = std::make_unique<Body>();
  body->max_bytes = max_bytes;
  if (const auto failure = body->Fail(body->Open(path))) return *failure;
  return WholeFileWriter(std::move(body));
}

std::optional<Failure> WholeFileWriter::Append(std::span<const std::byte> bytes) {
  Body& body = *body_;
  if (body.failure) return body.failure;
  if (bytes.size() > body.max_bytes - body.byte_count) {
    body.failure = {
        FailureCode::kLimit, "",
        io::Words("would be larger than ", body.max_bytes, " bytes, the limit max_output_bytes")};
    return body.failure;
  }
  body.byte_count += bytes.size();
  if (bytes.size() <= kBufferBytes - body.buffer.size()) {
    body.buffer.insert(body.buffer.end(), bytes.begin(), bytes.end());
    return std::nullopt;
  }
  if (const auto failure = body.Fail(body.Flush())) return failure;
  if (bytes.size() >= kBufferBytes) return body.Fail(WriteAll(body.file.descriptor(), bytes));
  body.buffer.assign(bytes.begin(), bytes.end());
  return std::nullopt;
}

std::optional<Failure> WholeFileWriter::Commit() {
  if (body_->failure) return body_->failure;
  const std::optional<Failure> failure = body_->Fail(body_->Finish());
  if (!failure) {
    body_->failure = {FailureCode::kInvalid, "", "cannot write: the file is complete already"};
  }
  return failure;
}

std::optional<Failure> WriteWholeFile(const fs::path& path, std::span<const std::byte> bytes) {
  Result<WholeFileWriter> writer = WholeFileWriter::Create(path);
  if (!writer.ok()) return writer.failure();
  if (auto failure = writer->Append(bytes)) return failure;
  return writer->Commit();
}

}  // namespace sinew
