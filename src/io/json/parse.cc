// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The grammar of JSON as one loop: a value, then what may follow it, with a stack of the arrays
// and objects that are open.
#include <algorithm>
#include <utility>

#include "io/json/duplicates.h"
#include "io/json/json.h"
#include "io/json/key_hash.h"
#include "io/json/known_keys.h"
#include "io/json/scan.h"

namespace sinew::json {
namespace {

// An array or object that is not closed yet.
struct Open {
  std::uint32_t index = 0;         // Of its node.
  std::uint32_t size = 0;          // Children so far, the one being read included.
  char closing = 0;                // '}', ']', or 0 outside of all.
  bool key_bit_met_twice = false;  // See duplicates.h.
  std::uint64_t key_bits = 0;

  void NoteKey(std::uint64_t bit) {
    key_bit_met_twice |= (key_bits & bit) != 0;
    key_bits |= bit;
  }
};

bool StartsNumber(char c) { return (c >= '0' && c <= '9') || c == '-'; }
bool IsSpaceOrLess(char c) { return static_cast<unsigned char>(c) <= ' '; }

// Where the next words go. Two may be written wherever `next` is before `end`.
struct Room {
  Node* next = nullptr;
  Node* end = nullptr;
};

class Parser {
 public:
  Parser(std::string_view text, const Limits& limits, BeyondDouble beyond)
      : begin_(text.data()),
        end_(text.data() + text.size()),
        max_json_depth_(limits.max_json_depth),
        max_json_values_(limits.max_json_values),
        beyond_(beyond) {
    // A value takes its first byte and the comma or bracket after it, one that needs two words
    // has two bytes of its own; what the open containers still owe is no more than the depth.
    most_words_ = text.size() + std::min<std::size_t>(limits.max_json_depth, text.size()) + 4;
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
  Node NodeOf(Kind kind, const char* first, const char* after) const {
    return {kind, OffsetOf(first), static_cast<std::size_t>(after - first)};
  }
  // Of a key without escapes, from its opening quote to after the closing one.
  static std::uint32_t HashOf(const char* quote, const char* after) {
    return KeyHash({quote + 1, static_cast<std::size_t>(after - quote) - 2});
  }

  // Makes room for a value more, after `used` words with `second_words` second ones among them.
  // False at a limit. There is room for at least as many values as the result has words.
  bool MakeRoom(const char* at, std::size_t used, std::size_t second_words, Room& room);
  // Returns the place after what it wrote.
  Node* AddNumber(const char* first, const char* after, Number number, Node* at) const;
  // `p` is at a value that begins with none of the bytes of the others.
  const char* ReadWord(const char* p, Node& node);
  // Each notes what is wrong and returns false.
  bool FailKey(const char* at) { return Fail(at, "'\"' to begin a key"); }
  bool FailAfterValue(const char* at, const Open& open) {
    return Fail(at, open.closing == '}' ? "',' or '}'" : "',' or ']'");
  }
  bool FailDepth(const char* at) {
    return FailLimit(
        at, "nested deeper than the limit max_json_depth of " + std::to_string(max_json_depth_));
  }
  bool Fail(const char* at, const char* expected, const char* found = nullptr);
  bool FailLimit(const char* at, std::string message);

  const char* const begin_;
  const char* const end_;
  const std::size_t max_json_depth_;
  const std::size_t max_json_values_;
  const BeyondDouble beyond_;
  std::size_t most_words_;  // No text of this size needs more.

  std::unique_ptr<Tree> tree_ = std::make_unique<Tree>();
  std::size_t capacity_ = 0;  // Of tree_->storage, in words.

  Fault fault_;
  std::string limit_message_;  // Where not empty: the fault is a limit.
};

// One function, so that the place in the text, the place in the tree and the innermost container
// stay in registers: all of a file's values pass here, and no other loop costs as much. Whatever
// the quick scans do not know goes to the thorough ones, which also find the faults.
bool Parser::Run() {
  if (end_ - begin_ >= 3 && std::memcmp(begin_, "\xEF\xBB\xBF", 3) == 0) {
    return Fail(begin_, "JSON text without one", "a byte order mark");
  }
  const char* const end = end_;
  const char* const quick_end = end - begin_ > kQuickBytes ? end - kQuickBytes : begin_;
  const char* p = SkipSpace(begin_, end);
  Node* words = nullptr;     // The tree's.
  Node* next = nullptr;      // Where the next word goes,
  Node* room_end = nullptr;  // and where there is no more room.
  std::size_t second_words = 0;
  Open open;  // The innermost container.
  std::size_t outer_room = 16;
  std::vector<Open> outer(outer_room);  // Those around it, below them the one outside of all.
  std::size_t depth = 0;                // How many there are.
  KnownKeys known_keys;

  for (;;) {
    if (open.closing == '}') {
      if (next >= room_end) [[unlikely]] {
        p = SkipSpace(p, end);
        if (p == end || *p != '"') return FailKey(p);
        Room room;
        if (!MakeRoom(p, IndexOf(next), second_words, room)) return false;
        words = tree_->storage.get();
        next = room.next;
        room_end = room.end;
      }
      const KnownKeys::Key* known = p < quick_end ? known_keys.Expected(p) : nullptr;
      if (known == nullptr && p != end && IsSpaceOrLess(*p)) {
        p = SkipSpace(p, end);
        known = p < quick_end ? known_keys.Expected(p) : nullptr;
      }
      if (known != nullptr) [[likely]] {
        *next++ = known->node.MovedTo(OffsetOf(p));
        open.NoteKey(known->bit);
        p = SkipSpace(p + known->text_bytes, end);
      } else {
        if (p == end || *p != '"') return FailKey(p);
        const char* after = p < quick_end ? ScanShortString(p) : nullptr;
        if (after != nullptr) {
          const std::uint32_t hash = HashOf(p, after);
          *next++ = Node::Key(OffsetOf(p), static_cast<std::size_t>(after - p), hash);
          open.NoteKey(KeyBit(hash));
          known_keys.Learn(p, after, hash);
        } else {
          const ScannedString key = ScanAnyString(p, end, fault_);
          if ((after = key.after) == nullptr) return false;
          if (key.kind == Kind::kPlainString) {
            const std::uint32_t hash = HashOf(p, after);
            const auto bytes = static_cast<std::size_t>(after - p);
            *next++ = p < quick_end && Node::FitsKey(bytes) ? Node::Key(OffsetOf(p), bytes, hash)
                                                            : NodeOf(key.kind, p, after);
            open.NoteKey(KeyBit(hash));
          } else {
            *next++ = NodeOf(key.kind, p, after);
            open.key_bit_met_twice = true;  // Its own bit would need unescaping.
          }
        }
        p = SkipSpace(after, end);
        if (p == end || *p != ':') return Fail(p, "':' after a key");
        p = SkipSpace(p + 1, end);
      }
      if (p == end) return Fail(p, "a value");
    } else {
      p = SkipSpace(p, end);
      if (p == end) return Fail(p, "a value");
    }

    if (next >= room_end) [[unlikely]] {
      Room room;
      if (!MakeRoom(p, IndexOf(next), second_words, room)) return false;
      words = tree_->storage.get();
      next = room.next;
      room_end = room.end;
    }
    const char first = *p;
    if (StartsNumber(first)) {
      std::uint64_t small = 0;
      const char* after = p < quick_end && first != '-' ? ScanSmallInteger(p, small) : nullptr;
      if (after != nullptr) [[likely]] {
        *next++ = Node::SmallInteger(OffsetOf(p), static_cast<std::size_t>(after - p), small);
      } else {
        Number number;
        if ((after = ScanAnyNumber(p, end, beyond_, number, fault_)) == nullptr) return false;
        Node* const written = AddNumber(p, after, number, next);
        second_words += static_cast<std::size_t>(written - next) - 1;
        next = written;
      }
      p = after;
    } else if (first == '"') {
      const char* after = p < quick_end ? ScanShortString(p) : nullptr;
      if (after != nullptr) [[likely]] {
        *next++ = NodeOf(Kind::kPlainString, p, after);
      } else {
        const ScannedString string = ScanAnyString(p, end, fault_);
        if ((after = string.after) == nullptr) return false;
        *next++ = NodeOf(string.kind, p, after);
      }
      p = after;
    } else if (first == '{' || first == '[') {
      if (depth == max_json_depth_) return FailDepth(p);
      const Kind kind = first == '{' ? Kind::kObject : Kind::kArray;
      const char closing = first == '{' ? '}' : ']';
      const auto index = static_cast<std::uint32_t>(next - words);
      *next = NodeOf(kind, p, p + 1);  // The rest is filled in when it closes.
      next += 2;
      ++second_words;
      const char* const inside = SkipSpace(p + 1, end);
      if (inside == end || *inside != closing) [[likely]] {
        if (depth == outer_room) [[unlikely]]
          outer.resize(outer_room *= 2);
        outer[depth++] = open;
        open = {.index = index, .size = 1, .closing = closing};
        p = inside;
        continue;
      }
      next[-2].Close(OffsetOf(inside), 0, Tree::Inside(index));
      p = inside + 1;
    } else {
      const char* const after = ReadWord(p, *next);
      if (after == nullptr) return false;
      ++next;
      p = after;
    }

    // What may follow a value: mostly a comma,
    if (p < quick_end && *p == ',' && depth != 0) [[likely]] {
      ++p;
      ++open.size;
      continue;
    }
    // in general the end of any number of containers, then a comma.
    for (;;) {
      char c = p != end ? *p : '\0';
      if (IsSpaceOrLess(c)) [[unlikely]] {
        p = SkipSpace(p, end);
        c = p != end ? *p : '\0';
      }
      if (depth == 0) [[unlikely]] {
        tree_->word_count = IndexOf(next);
        tree_->value_count = IndexOf(next) - static_cast<std::uint32_t>(second_words);
        return p == end || Fail(p, "the end of the text");
      }
      if (c == ',') {
        ++p;
        ++open.size;
        break;
      }
      if (c != open.closing) return FailAfterValue(p, open);
      words[open.index].Close(OffsetOf(p), open.size, static_cast<std::uint32_t>(next - words));
      if (open.key_bit_met_twice) [[unlikely]]
        FindDuplicateKeys(*tree_, open.index);
      open = outer[--depth];
      ++p;
    }
  }
}

const char* Parser::ReadWord(const char* p, Node& node) {
  static constexpr std::pair<std::string_view, Kind> kWords[] = {
      {"true", Kind::kTrue}, {"false", Kind::kFalse}, {"null", Kind::kNull}};
  const std::string_view rest(p, static_cast<std::size_t>(end_ - p));
  for (const auto& [word, kind] : kWords) {
    if (rest[0] != word[0]) continue;
    if (!rest.starts_with(word)) {
      Fail(p, "true, false, null or another value", "a word that is none");
      return nullptr;
    }
    node = NodeOf(kind, p, p + word.size());
    return p + word.size();
  }
  Fail(p, "a value");
  return nullptr;
}

Node* Parser::AddNumber(const char* first, const char* after, Number number, Node* at) const {
  if (number.kind == Kind::kInteger && Node::FitsSmallInteger(number.payload)) {
    *at = Node::SmallInteger(OffsetOf(first), static_cast<std::size_t>(after - first),
                             number.payload);
    return at + 1;
  }
  at[0] = NodeOf(number.kind, first, after);
  at[1] = Node(number.payload);
  return at + 2;
}

bool Parser::MakeRoom(const char* at, std::size_t used, std::size_t second_words, Room& room) {
  const std::size_t values = used - second_words;
  if (values >= max_json_values_) {
    return FailLimit(
        at, "more values than the limit max_json_values of " + std::to_string(max_json_values_));
  }
  if (capacity_ < used + 2) {
    // Files have a word every six bytes or so; a block that is not larger than it need be is the
    // likelier one for malloc to have at hand. What is left over at the end is not given back: it
    // was never touched, and a block freed as large as it was asked for is what malloc can use for
    // the next file.
    const std::size_t half_more =
        capacity_ == 0 ? OffsetOf(end_) / 11 * 2 + 16 : capacity_ + capacity_ / 2;
    const std::size_t capacity = std::max(std::min(half_more, most_words_), used + 2);
    void* const grown =
        std::realloc(static_cast<void*>(tree_->storage.get()), capacity * sizeof(Node));
    if (grown == nullptr) return FailLimit(at, "more values than memory has room for");
    static_cast<void>(tree_->storage.release());
    tree_->storage.reset(static_cast<Node*>(grown));
    capacity_ = capacity;
  }
  // A value takes a word or more, so that the limit cannot be passed before the room's end.
  const std::size_t words = std::min(capacity_ - 1 - used, max_json_values_ - values);
  room.next = tree_->storage.get() + used;
  room.end = room.next + words;
  return true;
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

Result<Document> Document::Parse(std::string_view text, const Limits& limits, BeyondDouble beyond) {
  const std::size_t max_json_bytes = std::min(limits.max_json_bytes, kMaxTextBytes);
  if (text.size() > max_json_bytes) {
    return Failure{FailureCode::kLimit, "byte " + std::to_string(max_json_bytes),
                   "a text of " + std::to_string(text.size()) +
                       " bytes is longer than the limit max_json_bytes of " +
                       std::to_string(max_json_bytes)};
  }
  Parser parser(text.data() != nullptr ? text : std::string_view(""), limits, beyond);
  if (!parser.Run()) return parser.TakeFailure();
  return Document(parser.TakeTree());
}

}  // namespace sinew::json
