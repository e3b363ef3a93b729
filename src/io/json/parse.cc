// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The grammar of JSON as one loop: a value, then what may follow it, with a stack of the arrays
// and objects that are open.
#include <algorithm>

#include "io/json/duplicates.h"
#include "io/json/json.h"
#include "io/json/scan.h"

namespace sinew::json {
namespace {

// An array or object that is not closed yet.
struct Open {
  std::uint32_t index = 0;  // Of its node.
  std::uint32_t size = 0;   // Children so far, the one being read included.
  bool is_object = false;
  bool key_bit_met_twice = false;  // See duplicates.h.
  std::uint64_t key_bits = 0;
};

// Methods that take and return a place in the text return null at a fault.
class Parser {
 public:
  Parser(std::string_view text, const Limits& limits)
      : begin_(text.data()),
        end_(text.data() + text.size()),
        max_depth_(limits.max_depth),
        max_values_(limits.max_values) {
    // Every value takes its first byte and the comma or bracket after it; what the open
    // containers still owe is no more than the depth.
    const std::size_t depth = std::min<std::size_t>(limits.max_depth, text.size());
    most_nodes_ = std::min(limits.max_values, (text.size() + depth) / 2 + 2);
    tree_->text = begin_;
  }

  bool Run();
  std::unique_ptr<const Tree> TakeTree();
  Failure TakeFailure();

 private:
  const char* ReadValue(const char* p);
  const char* ReadWord(const char* p, std::string_view word, Kind kind);
  const char* ReadKeyAndColon(const char* p);
  const char* OpenContainer(const char* p, bool is_object);
  void CloseContainer(const char* bracket);

  std::size_t OffsetOf(const char* p) const { return static_cast<std::size_t>(p - begin_); }
  void Add(const Node& node) { nodes_[count_++] = node; }
  bool MakeRoom(const char* at);
  const char* Fail(const char* at, const char* expected, const char* found = nullptr);
  const char* FailLimit(const char* at, std::string message);

  const char* const begin_;
  const char* const end_;
  const std::size_t max_depth_;
  const std::size_t max_values_;
  std::size_t most_nodes_;  // No text of this size has more, and max_values allows no more.

  std::unique_ptr<Tree> tree_ = std::make_unique<Tree>();
  Node* nodes_ = nullptr;  // tree_->storage
  std::uint32_t count_ = 0;
  std::uint32_t capacity_ = 0;

  Open open_;                // The innermost. At depth 0 there is none.
  std::vector<Open> outer_;  // Those around it, and below them one that stands for "none".
  Fault fault_;
  std::string limit_message_;  // Where not empty: the fault is a limit.
};

bool Parser::Run() {
  if (end_ - begin_ >= 3 && std::memcmp(begin_, "\xEF\xBB\xBF", 3) == 0) {
    return Fail(begin_, "JSON text without one", "a byte order mark") != nullptr;
  }
  const char* p = SkipSpace(begin_, end_);
  for (;;) {
    const std::size_t depth = outer_.size();
    p = ReadValue(p);
    if (p == nullptr) return false;
    if (outer_.size() > depth) continue;  // A container that is not empty: at its first value.
    for (;;) {
      p = SkipSpace(p, end_);
      if (outer_.empty()) {
        return p == end_ || Fail(p, "the end of the text") != nullptr;
      }
      const char* const expected = open_.is_object ? "',' or '}'" : "',' or ']'";
      if (p == end_) return Fail(p, expected) != nullptr;
      if (*p == ',') {
        p = SkipSpace(p + 1, end_);
        ++open_.size;
        if (open_.is_object) {
          p = ReadKeyAndColon(p);
          if (p == nullptr) return false;
        }
        break;
      }
      if (*p != (open_.is_object ? '}' : ']')) return Fail(p, expected) != nullptr;
      CloseContainer(p);
      ++p;
    }
  }
}

const char* Parser::ReadValue(const char* p) {
  if (p == end_) return Fail(p, "a value");
  if (count_ == capacity_ && !MakeRoom(p)) return nullptr;
  switch (*p) {
    case '"': {
      Kind kind;
      const char* const after = ScanString(p, end_, kind, fault_);
      if (after != nullptr) Add({kind, OffsetOf(p), static_cast<std::size_t>(after - p)});
      return after;
    }
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9': {
      Number number;
      const char* const after = ScanNumber(p, end_, number, fault_);
      if (after != nullptr) {
        Add({number.kind, OffsetOf(p), static_cast<std::size_t>(after - p), number.payload});
      }
      return after;
    }
    case '{':
      return OpenContainer(p, true);
    case '[':
      return OpenContainer(p, false);
    case 't':
      return ReadWord(p, "true", Kind::kTrue);
    case 'f':
      return ReadWord(p, "false", Kind::kFalse);
    case 'n':
      return ReadWord(p, "null", Kind::kNull);
    default:
      return Fail(p, "a value");
  }
}

const char* Parser::ReadWord(const char* p, std::string_view word, Kind kind) {
  if (static_cast<std::size_t>(end_ - p) < word.size() ||
      std::memcmp(p, word.data(), word.size()) != 0) {
    return Fail(p, "true, false, null or another value", "a word that is none");
  }
  Add({kind, OffsetOf(p), word.size()});
  return p + word.size();
}

const char* Parser::ReadKeyAndColon(const char* p) {
  if (p == end_ || *p != '"') return Fail(p, "'\"' to begin a key");
  if (count_ == capacity_ && !MakeRoom(p)) return nullptr;
  Kind kind;
  const char* const after = ScanString(p, end_, kind, fault_);
  if (after == nullptr) return nullptr;
  const auto text_bytes = static_cast<std::size_t>(after - p);
  Add({kind, OffsetOf(p), text_bytes});
  if (kind == Kind::kPlainString) {
    const std::uint64_t bit = KeyBit(p + 1, text_bytes - 2, end_);
    open_.key_bit_met_twice |= (open_.key_bits & bit) != 0;
    open_.key_bits |= bit;
  } else {
    open_.key_bit_met_twice = true;  // Its own bit would need unescaping.
  }
  p = SkipSpace(after, end_);
  if (p == end_ || *p != ':') return Fail(p, "':' after a key");
  return SkipSpace(p + 1, end_);
}

// To the container's first value, or, where it is empty, past it.
const char* Parser::OpenContainer(const char* p, bool is_object) {
  if (outer_.size() == max_depth_) {
    return FailLimit(p, "nested deeper than the limit max_depth of " + std::to_string(max_depth_));
  }
  const char* const first = SkipSpace(p + 1, end_);
  if (first != end_ && *first == (is_object ? '}' : ']')) {
    Add(Node::Container(is_object ? Kind::kObject : Kind::kArray, OffsetOf(p),
                        static_cast<std::size_t>(first + 1 - p), 0, count_ + 1));
    return first + 1;
  }
  outer_.push_back(open_);
  open_ = {.index = count_, .size = 1, .is_object = is_object};
  // The rest is filled in when it closes.
  Add({is_object ? Kind::kObject : Kind::kArray, OffsetOf(p), 1});
  return is_object ? ReadKeyAndColon(first) : first;
}

void Parser::CloseContainer(const char* bracket) {
  Node& node = nodes_[open_.index];
  const std::size_t offset = node.offset();
  node = Node::Container(node.kind(), offset, OffsetOf(bracket) + 1 - offset, open_.size, count_);
  if (open_.key_bit_met_twice) FindDuplicateKeys(*tree_, open_.index);
  open_ = outer_.back();
  outer_.pop_back();
}

bool Parser::MakeRoom(const char* at) {
  // Most files have a value every seven bytes. Growing by half keeps old and new storage together
  // below 14 times the text.
  const std::size_t half_more =
      capacity_ == 0 ? OffsetOf(end_) / 7 + 16 : capacity_ + std::size_t{capacity_} / 2;
  const std::size_t capacity = std::min(half_more, most_nodes_);
  if (capacity <= capacity_) {
    assert(capacity == max_values_);
    FailLimit(at, "more values than the limit max_values of " + std::to_string(max_values_));
    return false;
  }
  void* const grown = std::realloc(static_cast<void*>(nodes_), capacity * sizeof(Node));
  if (grown == nullptr) {
    FailLimit(at, "more values than memory has room for");
    return false;
  }
  static_cast<void>(tree_->storage.release());
  nodes_ = static_cast<Node*>(grown);
  tree_->storage.reset(nodes_);
  capacity_ = static_cast<std::uint32_t>(capacity);
  return true;
}

const char* Parser::Fail(const char* at, const char* expected, const char* found) {
  fault_ = {at, found, expected};
  return nullptr;
}

const char* Parser::FailLimit(const char* at, std::string message) {
  fault_.at = at;
  limit_message_ = std::move(message);
  return nullptr;
}

std::unique_ptr<const Tree> Parser::TakeTree() {
  void* const shrunk = std::realloc(static_cast<void*>(nodes_), count_ * sizeof(Node));
  if (shrunk != nullptr) {
    static_cast<void>(tree_->storage.release());
    tree_->storage.reset(static_cast<Node*>(shrunk));
  }
  tree_->node_count = count_;
  std::sort(tree_->duplicate_keys.begin(), tree_->duplicate_keys.end());
  return std::move(tree_);
}

std::string DescribeFound(const Fault& fault, const char* end) {
  if (fault.found != nullptr) return fault.found;
  if (fault.at == end) return "the end of the text";
  const auto byte = static_cast<unsigned char>(*fault.at);
  if (byte >= 0x20 && byte < 0x7F) return std::string("'") + *fault.at + "'";
  static constexpr char kDigits[] = "0123456789ABCDEF";
  return std::string("byte 0x") + kDigits[byte >> 4] + kDigits[byte & 15];
}

Failure Parser::TakeFailure() {
  std::string place = "byte " + std::to_string(OffsetOf(fault_.at));
  if (!limit_message_.empty()) {
    return {FailureCode::kLimit, std::move(place), std::move(limit_message_)};
  }
  return {FailureCode::kSyntax, std::move(place),
          "found " + DescribeFound(fault_, end_) + ", expected " + fault_.expected};
}

}  // namespace

Result<Document> Document::Parse(std::string_view text, const Limits& limits) {
  const std::size_t max_bytes = std::min(limits.max_bytes, kMaxTextBytes);
  if (text.size() > max_bytes) {
    return Failure{FailureCode::kLimit, "byte " + std::to_string(max_bytes),
                   "a text of " + std::to_string(text.size()) +
                       " bytes is longer than the limit max_bytes of " + std::to_string(max_bytes)};
  }
  Parser parser(text.data() != nullptr ? text : std::string_view(""), limits);
  if (!parser.Run()) return parser.TakeFailure();
  return Document(parser.TakeTree());
}

}  // namespace sinew::json
