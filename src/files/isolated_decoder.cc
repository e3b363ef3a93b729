// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The child is a fork: it sees the stream where it lies, and writes its answer into a pipe. It
// calls nothing but the decoder, whose only tie to the rest of the process is the heap, and that is
// usable after a fork also where the process had other threads.
#include "files/isolated_decoder.h"

#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "files/open_file.h"
#include "io/words.h"
#include "sinew/shared.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SINEW_FILES_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SINEW_FILES_SANITIZED 1
#endif
#endif

namespace sinew::files {
namespace {

using io::Words;
using Clock = std::chrono::steady_clock;

#ifdef SINEW_FILES_SANITIZED
constexpr bool kLimitsMemory = false;  // A sanitizer reserves terabytes of addresses.
constexpr std::uint64_t kSlowness = 20;
#else
constexpr bool kLimitsMemory = true;
constexpr std::uint64_t kSlowness = 1;
#endif

constexpr std::uint64_t kSecondsPerMebibyte = 2;
constexpr std::uint64_t kMostSeconds = std::uint64_t{1} << 30;
constexpr std::uint32_t kMostMessageBytes = 4096;

// What comes first in an answer; then a message, or indices and attributes.
struct Answer {
  std::uint32_t is_mesh;
  std::uint32_t code;  // Of a failure.
  std::uint32_t message_bytes;
  std::uint32_t point_count;
  std::uint32_t index_count;
  std::uint32_t attribute_count;
};

// --- in the child ---

void SetLimit(int resource, std::uint64_t soft, std::uint64_t hard) {
  const ::rlimit limit{.rlim_cur = soft, .rlim_max = hard};
  (void)::setrlimit(static_cast<__rlimit_resource>(resource), &limit);
}

// Bytes of addresses that the process has already; 0 where the system does not say. What the heap
// keeps in reserve comes on top of the limit: as much as can be is given back first.
std::uint64_t AddressBytes() {
#ifdef __GLIBC__
  (void)::malloc_trim(0);
#endif
  const OpenFile file(::open("/proc/self/statm", O_RDONLY | O_CLOEXEC));
  std::array<char, 32> text{};
  if (file.descriptor() < 0 || ::read(file.descriptor(), text.data(), text.size() - 1) <= 0) {
    return 0;
  }
  return std::strtoull(text.data(), nullptr, 10) *
         static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void Put(int pipe, const void* bytes, std::size_t size) {
  const auto* from = static_cast<const char*>(bytes);
  while (size > 0) {
    const ::ssize_t put = ::write(pipe, from, size);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) ::_exit(1);
    from += put;
    size -= static_cast<std::size_t>(put);
  }
}

template <typename T>
void PutAll(int pipe, const std::vector<T>& list) {
  Put(pipe, list.data(), list.size() * sizeof(T));
}

[[noreturn]] void Answering(int pipe, const DracoFunction& decode, const DracoRequest& request,
                            std::uint64_t max_bytes, std::uint64_t max_seconds) {
  (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int signal : {SIGXCPU, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL}) {
    (void)std::signal(signal, SIG_DFL);  // A handler of the program is not for this process.
  }
  SetLimit(RLIMIT_CORE, 0, 0);
  SetLimit(RLIMIT_FSIZE, 0, 0);
  SetLimit(RLIMIT_CPU, max_seconds, max_seconds + 1);
  if (const std::uint64_t has = kLimitsMemory ? AddressBytes() : 0; has != 0) {
    const std::uint64_t most = has > RLIM_INFINITY - max_bytes ? RLIM_INFINITY : has + max_bytes;
    SetLimit(RLIMIT_AS, most, most);
  }
  const Result<DracoMesh> mesh = decode(request);
  Answer answer{};
  if (!mesh.ok()) {
    const std::string message = mesh.failure().message.substr(0, kMostMessageBytes);
    answer.code = static_cast<std::uint32_t>(mesh.failure().code);
    answer.message_bytes = static_cast<std::uint32_t>(message.size());
    Put(pipe, &answer, sizeof answer);
    Put(pipe, message.data(), message.size());
    ::_exit(0);
  }
  answer.is_mesh = 1;
  answer.point_count = mesh->point_count;
  answer.index_count = static_cast<std::uint32_t>(mesh->indices.size());
  answer.attribute_count = static_cast<std::uint32_t>(mesh->attributes.size());
  Put(pipe, &answer, sizeof answer);
  PutAll(pipe, mesh->indices);
  for (const DracoAttribute& attribute : mesh->attributes) {
    Put(pipe, &attribute.component_count, sizeof attribute.component_count);
    PutAll(pipe, attribute.values);
  }
  ::_exit(0);
}

// --- in this process ---

// Reads what a child writes, until it ends or takes too long.
class Listener {
 public:
  Listener(int pipe, Clock::time_point until) : pipe_(pipe), until_(until) {}

  bool is_late() const { return is_late_; }

  bool Get(void* bytes, std::size_t size) {
    auto* to = static_cast<char*>(bytes);
    while (size > 0) {
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(until_ - Clock::now()).count();
      ::pollfd waited{.fd = pipe_, .events = POLLIN, .revents = 0};
      const int ready =
          left <= 0 ? 0
                    : ::poll(&waited, 1, static_cast<int>(std::min<std::int64_t>(left, 60'000)));
      if (ready < 0 && errno == EINTR) continue;
      is_late_ = left <= 0;
      if (ready < 0 || is_late_) return false;
      if (ready == 0) continue;
      const ::ssize_t got = ::read(pipe_, to, size);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return false;
      to += got;
      size -= static_cast<std::size_t>(got);
    }
    return true;
  }
  template <typename T>
  bool GetAll(std::vector<T>& list, std::size_t count) {
    list.resize(count);
    return Get(list.data(), count * sizeof(T));
  }

 private:
  int pipe_;
  Clock::time_point until_;
  bool is_late_ = false;
};

Failure Crashed(std::string_view how) {
  return {FailureCode::kInvalid, "", Words("the Draco decoder ", how, " on this stream")};
}

Failure TooSlow(std::uint64_t seconds) {
  return {FailureCode::kLimit, "",
          Words("the Draco decoder took more than ", seconds,
                " s over the file's streams, the limit max_draco_seconds and ", kSecondsPerMebibyte,
                " s per MiB of them")};
}

// The child's answer, or nothing where it did not give a whole and sensible one.
std::optional<Result<DracoMesh>> Hear(Listener& listener, const DracoRequest& request) {
  Answer answer{};
  if (!listener.Get(&answer, sizeof answer)) return std::nullopt;
  if (answer.is_mesh == 0) {
    std::string message(std::min(answer.message_bytes, kMostMessageBytes), '\0');
    if (!listener.Get(message.data(), message.size())) return std::nullopt;
    if (answer.code < static_cast<std::uint32_t>(FailureCode::kSyntax) ||
        answer.code > static_cast<std::uint32_t>(FailureCode::kResource)) {
      return std::nullopt;
    }
    return Failure{static_cast<FailureCode>(answer.code), "", std::move(message)};
  }
  if (answer.point_count > request.max_points || answer.index_count > request.max_indices ||
      answer.attribute_count != request.unique_ids.size()) {
    return std::nullopt;
  }
  DracoMesh mesh;
  mesh.point_count = answer.point_count;
  if (!listener.GetAll(mesh.indices, answer.index_count)) return std::nullopt;
  for (const std::uint32_t index : mesh.indices) {
    if (index >= mesh.point_count) return std::nullopt;
  }
  for (const std::uint32_t unique_id : request.unique_ids) {
    DracoAttribute& attribute = mesh.attributes.emplace_back();
    attribute.unique_id = unique_id;
    if (!listener.Get(&attribute.component_count, sizeof attribute.component_count) ||
        attribute.component_count < 1 || attribute.component_count > 4 ||
        !listener.GetAll(attribute.values,
                         std::size_t{mesh.point_count} * attribute.component_count)) {
      return std::nullopt;
    }
  }
  return mesh;
}

// What the result takes in memory, at most.
std::uint64_t ResultBytes(const DracoRequest& request) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max() / 4;
  const std::uint64_t per_point = request.unique_ids.size() * 4 * sizeof(float);
  const std::uint64_t points = per_point != 0 && request.max_points > kMost / per_point
                                   ? kMost
                                   : request.max_points * per_point;
  return points + std::min(request.max_indices, kMost / 4) * sizeof(std::uint32_t);
}

std::uint64_t Sum(std::uint64_t a, std::uint64_t b) {
  return a > std::numeric_limits<std::uint64_t>::max() - b
             ? std::numeric_limits<std::uint64_t>::max()
             : a + b;
}

class IsolatedDecoder : public SharedOwner {
 public:
  static const void* Kind() { return &kKind; }

  IsolatedDecoder(DracoFunction decode, std::uint64_t max_seconds)
      : SharedOwner(&kKind,
                    [](const SharedOwner* o) { delete static_cast<const IsolatedDecoder*>(o); }),
        decode_(std::move(decode)),
        max_seconds_(std::min(max_seconds, kMostSeconds)) {}

  Result<DracoMesh> Decode(const DracoRequest& request) const {
    const std::lock_guard lock(mutex_);
    stream_bytes_ += request.source.size();
    const std::uint64_t allowed =
        (max_seconds_ + kSecondsPerMebibyte * (stream_bytes_ >> 20)) * kSlowness;
    const auto used = static_cast<std::uint64_t>(used_seconds_);
    if (used >= allowed) return TooSlow(allowed);
    return DecodeApart(request, allowed - used, allowed);
  }

 private:
  static constexpr char kKind = 0;

  Result<DracoMesh> DecodeApart(const DracoRequest& request, std::uint64_t seconds,
                                std::uint64_t allowed) const {
    std::array<int, 2> pipe{};
    if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return CannotStart(errno);
    const OpenFile from_child(pipe[0]);
    OpenFile to_parent(pipe[1]);
    const std::uint64_t max_bytes = Sum(request.max_bytes, ResultBytes(request));
    const ::pid_t child = ::fork();
    if (child < 0) return CannotStart(errno);
    if (child == 0) Answering(to_parent.descriptor(), decode_, request, max_bytes, seconds);
    {
      const OpenFile closed = std::move(to_parent);
    }

    // Time on the clock is for a child that does nothing at all; it may have to wait for a busy
    // machine.
    Listener listener(from_child.descriptor(),
                      Clock::now() + std::chrono::seconds(60 + 20 * seconds));
    std::optional<Result<DracoMesh>> heard = Hear(listener, request);
    (void)::kill(child, SIGKILL);  // Where it has answered it has nothing more to do.
    int status = 0;
    ::rusage usage{};
    while (::wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
    }
    for (const ::timeval& time : {usage.ru_utime, usage.ru_stime}) {
      used_seconds_ += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    }
    if (heard) return *std::move(heard);
    if (listener.is_late() || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) ||
        used_seconds_ >= static_cast<double>(allowed)) {
      return TooSlow(allowed);
    }
    if (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL) {
      return Crashed(Words("crashed with signal ", WTERMSIG(status)));
    }
    return Crashed("failed");
  }

  static Failure CannotStart(int error) {
    return {FailureCode::kResource, "",
            "the process of the Draco decoder cannot be started: " + SystemWords(error)};
  }

  DracoFunction decode_;
  std::uint64_t max_seconds_;
  mutable std::mutex mutex_;
  mutable std::uint64_t stream_bytes_ = 0;
  mutable double used_seconds_ = 0;
};

}  // namespace

DracoFunction Isolated(DracoFunction decode, std::uint64_t max_seconds) {
  return
      [decoder = SharedRef(new IsolatedDecoder(std::move(decode), max_seconds))](
          const DracoRequest& request) { return decoder.As<IsolatedDecoder>()->Decode(request); };
}

}  // namespace sinew::files
