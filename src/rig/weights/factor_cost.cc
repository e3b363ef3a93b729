// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig/weights/factor_cost.h"

#include <cstddef>
#include <vector>

namespace sinew::weights {
namespace {

using Index = std::int64_t;
constexpr Index kNone = -1;

using Entry = std::pair<std::uint32_t, std::uint32_t>;

// The other ends of each row's entries: those above it, or those below.
struct Neighbours {
  Neighbours(std::uint32_t size, std::span<const Entry> entries, bool above)
      : begins(std::size_t{size} + 1, 0), items(entries.size()) {
    for (const auto& [low, high] : entries) ++begins[(above ? low : high) + std::size_t{1}];
    for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
    std::vector<std::size_t> next(begins.begin(), begins.end() - 1);
    for (const auto& [low, high] : entries) {
      items[next[above ? low : high]++] = above ? high : low;
    }
  }
  std::span<const std::uint32_t> of(std::size_t row) const {
    return std::span(items).subspan(begins[row], begins[row + 1] - begins[row]);
  }
  std::vector<std::size_t> begins;
  std::vector<std::uint32_t> items;
};

// The elimination tree: the parent of a column is the first row below its diagonal that is not
// zero in the factor. Paths that were walked are cut short.
std::vector<Index> EliminationTree(std::uint32_t size, std::span<const Entry> entries) {
  const Neighbours lower(size, entries, false);
  std::vector<Index> parent(size, kNone), shortcut(size, kNone);
  for (std::uint32_t row = 0; row < size; ++row) {
    for (const std::uint32_t column : lower.of(row)) {
      for (Index at = column; at != kNone && at < row;) {
        const Index next = shortcut[static_cast<std::size_t>(at)];
        shortcut[static_cast<std::size_t>(at)] = row;
        if (next == kNone) parent[static_cast<std::size_t>(at)] = row;
        at = next;
      }
    }
  }
  return parent;
}

// Children before parents, and each subtree in one run.
std::vector<std::uint32_t> PostOrder(const std::vector<Index>& parent) {
  const std::size_t size = parent.size();
  std::vector<Index> first_child(size, kNone), next_sibling(size, kNone);
  for (std::size_t j = size; j-- > 0;) {
    if (parent[j] == kNone) continue;
    next_sibling[j] = first_child[static_cast<std::size_t>(parent[j])];
    first_child[static_cast<std::size_t>(parent[j])] = static_cast<Index>(j);
  }
  std::vector<std::uint32_t> order;
  order.reserve(size);
  std::vector<std::uint32_t> open;
  for (std::uint32_t root = 0; root < size; ++root) {
    if (parent[root] != kNone) continue;
    open.push_back(root);
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      const Index child = first_child[at];
      if (child == kNone) {
        order.push_back(at);
        open.pop_back();
      } else {
        first_child[at] = next_sibling[static_cast<std::size_t>(child)];
        open.push_back(static_cast<std::uint32_t>(child));
      }
    }
  }
  return order;
}

}  // namespace

// After Gilbert, Ng and Peyton (1994). The columns that have an entry in row i are a subtree of the
// elimination tree with the root i, whose leaves are among the entries of the matrix itself. One
// for each leaf, less one where two branches meet and less one above the root, summed upwards, is
// one in the subtree and none outside; added up over all rows it is the number of entries of each
// column, without walking the subtrees.
FactorCost CostOfFactor(std::uint32_t size, std::span<const Entry> entries) {
  const std::vector<Index> parent = EliminationTree(size, entries);
  const std::vector<std::uint32_t> order = PostOrder(parent);
  const Neighbours upper(size, entries, true);
  std::vector<Index> first(size, kNone);  // Where in the order the subtree of a column begins.
  std::vector<Index> counts(size, 0);
  for (std::size_t t = 0; t < order.size(); ++t) {
    if (first[order[t]] == kNone) counts[order[t]] = 1;  // Nothing below it: a leaf of its own row.
    for (Index at = order[t]; at != kNone && first[static_cast<std::size_t>(at)] == kNone;
         at = parent[static_cast<std::size_t>(at)]) {
      first[static_cast<std::size_t>(at)] = static_cast<Index>(t);
    }
  }
  std::vector<Index> last_leaf(size, kNone), last_first(size, kNone);  // Of each row, so far.
  std::vector<std::uint32_t> set(size);  // Columns so far, joined up to where they lead.
  for (std::uint32_t j = 0; j < size; ++j) set[j] = j;
  const auto top_of = [&set](std::uint32_t column) {
    while (set[column] != column) column = set[column] = set[set[column]];
    return column;
  };
  for (const std::uint32_t j : order) {
    if (parent[j] != kNone) --counts[static_cast<std::size_t>(parent[j])];
    for (const std::uint32_t row : upper.of(j)) {
      if (first[j] <= last_first[row]) continue;  // An earlier leaf lies below this column.
      last_first[row] = first[j];
      ++counts[j];
      if (last_leaf[row] != kNone) {
        --counts[top_of(static_cast<std::uint32_t>(last_leaf[row]))];
      }
      last_leaf[row] = j;
    }
    if (parent[j] != kNone) set[j] = static_cast<std::uint32_t>(parent[j]);
  }
  FactorCost cost;
  for (const std::uint32_t j : order) {
    if (parent[j] != kNone) counts[static_cast<std::size_t>(parent[j])] += counts[j];
    const double below = static_cast<double>(counts[j] - 1);  // Without the diagonal.
    cost.entries += below;
    cost.terms += below * (below + 1.0) / 2.0;
  }
  return cost;
}

}  // namespace sinew::weights
