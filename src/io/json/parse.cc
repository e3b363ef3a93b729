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
  std::size_t OffsetOf(const char* p) const { return static_cast<std::size_t>(p - begin_); }
  std::uint32_t IndexOf(const Node* node) const {
    return static_cast<std::uint32_t>(node - tree_->storage.get());
  }
  // Of the bytes [first, after).
  Node NodeOf(Kind kind, const char* first, const char* after, std::uint64_t payload = 0) const {
    return {kind, OffsetOf(first), static_cast<std::size_t>(after - first), payload};
  }

  // All room is used: makes more. Where to go on writing, or null at a limit.
  Node* MakeRoom(const char* at);
  Node* RoomEnd() const { return tree_->storage.get() + capacity_; }
  // Each notes what is wrong and returns false.
  bool Fail(const char* at, const char* expected, const char* found = nullptr);
  bool FailLimit(const char* at, std::string message);

  const char* const begin_;
  const char* const end_;
  const std::size_t max_depth_;
  const std::size_t max_values_;
  std::size_t most_nodes_;  // No text of this size has more, and max_values allows no more.

  std::unique_ptr<Tree> tree_ = std::make_unique<Tree>();
  std::uint32_t capacity_ = 0;  // Of tree_->storage, in nodes.

  Fault fault_;
  std::string limit_message_;  // Where not empty: the fault is a limit.
};

// One function, so that the place in the text, the place in the tree and the innermost container
// stay in registers: nearly all of a file's values pass here, and nothing else costs as much.
bool Parser::Run() {
  if (end_ - begin_ >= 3 && std::memcmp(begin_, "\xEF\xBB\xBF", 3) == 0) {
    return Fail(begin_, "JSON text without one", "a byte order mark");
  }
  const char* const end = end_;
  const char* p = SkipSpace(begin_, end);
  Node* next = nullptr;      // Where the next node goes,
  Node* room_end = nullptr;  // and where there is no more room.
  Open open;                 // The innermost container. At depth 0 there is none.
  std::vector<Open> outer;   // Those around it, and below them one that stands for "none".

  for (;;) {
    if (open.is_object) {
      if (p == end || *p != '"') return Fail(p, "'\"' to begin a key");
      if (next == room_end) {
        if ((next = MakeRoom(p)) == nullptr) return false;
        room_end = RoomEnd();
      }
      Kind kind = Kind::kPlainString;
      const char* after = ScanShortString(p, end);
      if (after == nullptr) {
        const ScannedString scanned = ScanAnyString(p, end, fault_);
        if (scanned.after == nullptr) return false;
        after = scanned.after;
        kind = scanned.kind;
      }
      *next++ = NodeOf(kind, p, after);
      if (kind == Kind::kPlainString) {
        const std::uint64_t bit = KeyBit(p + 1, static_cast<std::size_t>(after - p) - 2, end);
        open.key_bit_met_twice |= (open.key_bits & bit) != 0;
        open.key_bits |= bit;
      } else {
        open.key_bit_met_twice = true;  // Its own bit would need unescaping.
      }
      p = SkipSpace(after, end);
      if (p == end || *p != ':') return Fail(p, "':' after a key");
      p = SkipSpace(p + 1, end);
    }

    if (p == end) return Fail(p, "a value");
    if (next == room_end) {
      if ((next = MakeRoom(p)) == nullptr) return false;
      room_end = RoomEnd();
    }
    switch (*p) {
      case '"': {
        const char* after = ScanShortString(p, end);
        if (after != nullptr) {
          *next++ = NodeOf(Kind::kPlainString, p, after);
        } else {
          const ScannedString scanned = ScanAnyString(p, end, fault_);
          if ((after = scanned.after) == nullptr) return false;
          *next++ = NodeOf(scanned.kind, p, after);
        }
        p = after;
        break;
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
        std::uint64_t small;
        const char* after = ScanSmallInteger(p, end, small);
        if (after != nullptr) {
          *next++ = NodeOf(Kind::kInteger, p, after, small);
        } else {
          Number number;
          after = ScanAnyNumber(p, end, number, fault_);
          if (after == nullptr) return false;
          *next++ = NodeOf(number.kind, p, after, number.payload);
        }
        p = after;
        break;
      }
      case '{':
      case '[': {
        if (outer.size() == max_depth_) {
          return FailLimit(
              p, "nested deeper than the limit max_depth of " + std::to_string(max_depth_));
        }
        const bool is_object = *p == '{';
        const Kind kind = is_object ? Kind::kObject : Kind::kArray;
        const char* const first = SkipSpace(p + 1, end);
        const std::uint32_t index = IndexOf(next);
        if (first != end && *first == (is_object ? '}' : ']')) {
          *next++ = Node::Container(kind, OffsetOf(p), static_cast<std::size_t>(first + 1 - p), 0,
                                    index + 1);
          p = first + 1;
          break;
        }
        outer.push_back(open);
        open = {.index = index, .size = 1, .is_object = is_object};
        *next++ = NodeOf(kind, p, p + 1);  // The rest is filled in when it closes.
        p = first;
        continue;
      }
      case 't':
      case 'f':
      case 'n': {
        const std::string_view word = *p == 't' ? "true" : *p == 'f' ? "false" : "null";
        if (!std::string_view(p, static_cast<std::size_t>(end - p)).starts_with(word)) {
          return Fail(p, "true, false, null or another value", "a word that is none");
        }
        const Kind kind = *p == 't' ? Kind::kTrue : *p == 'f' ? Kind::kFalse : Kind::kNull;
        *next++ = NodeOf(kind, p, p + word.size());
        p += word.size();
        break;
      }
      default:
        return Fail(p, "a value");
    }

    // What may follow a value: the end of any number of containers, then a comma.
    for (;;) {
      p = SkipSpace(p, end);
      if (outer.empty()) {
        tree_->node_count = IndexOf(next);
        return p == end || Fail(p, "the end of the text");
      }
      if (p != end && *p == ',') {
        p = SkipSpace(p + 1, end);
        ++open.size;
        break;
      }
      if (p == end || *p != (open.is_object ? '}' : ']')) {
        return Fail(p, open.is_object ? "',' or '}'" : "',' or ']'");
      }
      Node& node = tree_->storage.get()[open.index];
      const std::size_t offset = node.offset();
      node = Node::Container(open.is_object ? Kind::kObject : Kind::kArray, offset,
                             OffsetOf(p) + 1 - offset, open.size, IndexOf(next));
      if (open.key_bit_met_twice) FindDuplicateKeys(*tree_, open.index);
      open = outer.back();
      outer.pop_back();
      ++p;
    }
  }
}

Node* Parser::MakeRoom(const char* at) {
  // Files have a value every seven bytes or so. Growing by half keeps old and new storage together
  // below 14 times the text. What is left over at the end is not given back: it was never touched,
  // and a block freed as large as it was asked for is what malloc can use for the next file.
  const std::size_t half_more =
      capacity_ == 0 ? OffsetOf(end_) / 6 + 16 : capacity_ + std::size_t{capacity_} / 2;
  const std::size_t capacity = std::min(half_more, most_nodes_);
  if (capacity <= capacity_) {
    assert(capacity == max_values_);
    FailLimit(at, "more values than the limit max_values of " + std::to_string(max_values_));
    return nullptr;
  }
  void* const grown =
      std::realloc(static_cast<void*>(tree_->storage.get()), capacity * sizeof(Node));
  if (grown == nullptr) {
    FailLimit(at, "more values than memory has room for");
    return nullptr;
  }
  static_cast<void>(tree_->storage.release());
  tree_->storage.reset(static_cast<Node*>(grown));
  Node* const next = tree_->storage.get() + capacity_;  // All that there was is full.
  capacity_ = static_cast<std::uint32_t>(capacity);
  return next;
}

bool Parser::Fail(const char* at, const char* expected, const char* found) {
  fault_ = {at, found, expected};
  return false;
}

bool Parser::FailLimit(const char* at, std::string message) {
  fault_.at = at;
  limit_message_ = std::move(message);
  return false;
}

std::unique_ptr<const Tree> Parser::TakeTree() {
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
