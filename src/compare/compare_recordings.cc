// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "compare/number_comparer.h"
#include "export/message.h"
#include "sinew/comparison.h"

namespace sinew {
namespace {

// What the stages of a kind of recording are called.
struct RecordingStages {
  const char* local;
  const char* morph;
};

class RecordingComparer {
 public:
  RecordingComparer(Comparison& comparison, double tolerance, const RecordingStages& stages)
      : compare_(comparison, tolerance), stages_(stages) {}

  void Compare(const Recording& a, const Recording& b) {
    for (std::size_t f = 0; f < std::min(a.frames.size(), b.frames.size()); ++f) {
      const double time_a = a.frames[f].time_s, time_b = b.frames[f].time_s;
      compare_.place = {.stage = "time", .frame = f, .time_s = time_a};
      const double by = std::abs(time_a - time_b);
      // Other programs round their times; who tolerates nothing does not tolerate that.
      if (by > (compare_.tolerance > 0.0 ? 1e-6 : 0.0)) {
        compare_.Found("t", by);
        return;
      }
      Frames(a.frames[f], b.frames[f]);
    }
    if (a.frames.size() == b.frames.size()) return;
    compare_.place = {};
    compare_.Shape(Message("A has ", a.frames.size(), " frames, B has ", b.frames.size()));
  }

 private:
  void Frames(const RecordedFrame& a, const RecordedFrame& b) {
    Actions(a.actions, b.actions);
    Stage(stages_.local);
    Each(a.nodes, b.nodes, "nodes", [&](const RecordedNode& x, const RecordedNode& y) {
      compare_.place.name = x.name;
      compare_.Numbers<double>(x.translation, y.translation, "T");
      compare_.Rotation<double>(x.rotation, y.rotation);
      compare_.Numbers<double>(x.scale, y.scale, "S");
    });
    Stage(stages_.morph);
    Each(a.morphs, b.morphs, "morphs", [&](const RecordedMorph& x, const RecordedMorph& y) {
      compare_.Numbers<double>(x.weights, y.weights, "morph weight");
    });
    Stage("model");
    if (a.nodes.size() == b.nodes.size()) {
      Each(a.nodes, b.nodes, "nodes", [&](const RecordedNode& x, const RecordedNode& y) {
        compare_.place.name = x.name;
        compare_.Numbers<double>(x.world, y.world, "world");
      });
    }
    Stage("palette");
    Each(a.skins, b.skins, "skins",
         [&](const RecordedSkin& x, const RecordedSkin& y) { Skins(x, y); });
    Each(a.primitives, b.primitives, "prims",
         [&](const RecordedPrimitive& x, const RecordedPrimitive& y) { Primitives(x, y); });
  }

  void Actions(const std::vector<RecordedAction>& a, const std::vector<RecordedAction>& b) {
    Stage("actions");
    std::vector<RecordedAction> left = b;
    for (const RecordedAction& x : a) {
      const auto y = std::find_if(left.begin(), left.end(), [&](const RecordedAction& other) {
        return other.name == x.name;
      });
      if (y == left.end()) {
        OneSided("A", x);
        continue;
      }
      compare_.Number(x.weight, y->weight, [&] { return Message("weight of \"", x.name, "\""); });
      // Nobody sees the time of an action that has no weight.
      const bool is_seen = x.weight > compare_.tolerance || y->weight > compare_.tolerance;
      if (is_seen || compare_.tolerance == 0.0) {
        compare_.Number(x.time_s, y->time_s, [&] { return Message("time of \"", x.name, "\""); });
      }
      left.erase(y);
    }
    for (const RecordedAction& y : left) OneSided("B", y);
  }

  void OneSided(const char* side, const RecordedAction& action) {
    ++compare_.comparison.compared;
    if (compare_.tolerance > 0.0 && action.weight <= compare_.tolerance) return;
    compare_.Found(Message("only ", side, " plays \"", action.name, "\""), action.weight);
  }

  void Skins(const RecordedSkin& a, const RecordedSkin& b) {
    Same(a.skin, b.skin, "skin");
    Stage("shape");
    compare_.Numbers<double>(a.joints, b.joints, "joints");
    Stage("palette");
    if (a.matrices.size() != b.matrices.size()) {
      compare_.Shape(
          Message("A has ", a.matrices.size(), " jointMatrices, B has ", b.matrices.size()));
    }
    for (std::size_t i = 0; i < std::min(a.matrices.size(), b.matrices.size()); ++i) {
      if (i < a.joints.size() && a.joints[i] >= 0.0 && a.joints[i] <= 4294967295.0) {
        compare_.place.node = static_cast<std::uint32_t>(a.joints[i]);
      }
      compare_.Numbers<double>(a.matrices[i], b.matrices[i], Message("jointMatrices[", i, "]"));
    }
  }

  void Primitives(const RecordedPrimitive& a, const RecordedPrimitive& b) {
    Same(a.mesh, b.mesh, "mesh");
    Same(a.primitive, b.primitive, "prim");
    Same(a.skin, b.skin, "skin");
    Same(a.vertex_count, b.vertex_count, "count");
    OfVertices(a.positions, b.positions, "vertices", "position");
    OfVertices(a.normals, b.normals, "normals", "normal");
  }

  void OfVertices(const std::vector<double>& a, const std::vector<double>& b, const char* stage,
                  const char* what) {
    Stage(stage);
    if (!compare_.SameCount(a.size(), b.size(), what)) return;
    for (std::size_t i = 0; i < a.size(); ++i) {
      compare_.Number(a[i], b[i], [&] { return Message(what, " of vertex ", i / 3); });
    }
  }

  // Numbers that say what something is: which mesh, how many vertices.
  void Same(std::optional<double> a, std::optional<double> b, const char* what) {
    if (!a || !b) return;
    ++compare_.comparison.compared;
    if (*a != *b) compare_.Shape(Message(what, " is ", *a, " in A, ", *b, " in B"));
  }

  // Entries of a list, one after another, as far as they are of the same nodes.
  template <typename Entry, typename Body>
  void Each(const std::vector<Entry>& a, const std::vector<Entry>& b, const char* list,
            const Body& body) {
    const auto number = [](std::optional<std::uint32_t> node) {
      return node ? std::to_string(*node) : "none";
    };
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
      if (a[i].node != b[i].node) {
        compare_.At({});
        compare_.Shape(Message("place ", i, " of ", list, " is node ", number(a[i].node), " in A, ",
                               number(b[i].node), " in B"));
        return;
      }
      compare_.At(a[i].node);
      body(a[i], b[i]);
    }
    compare_.At({});
    if (a.size() == b.size()) return;
    compare_.Shape(Message("A lists ", a.size(), " ", list, ", B lists ", b.size()));
  }

  void Stage(const char* stage) { compare_.place.stage = stage; }

  NumberComparer compare_;
  RecordingStages stages_;
};

Comparison CompareAs(const RecordingStages& stages, const Recording& a, const Recording& b,
                     double tolerance) {
  Comparison comparison;
  RecordingComparer(comparison, tolerance, stages).Compare(a, b);
  return comparison;
}

}  // namespace

Comparison ComparePoses(const Recording& a, const Recording& b, double tolerance) {
  return CompareAs({.local = "local", .morph = "local"}, a, b, tolerance);
}

Comparison CompareMixes(const Recording& a, const Recording& b, double tolerance) {
  return CompareAs({.local = "nodes", .morph = "morph"}, a, b, tolerance);
}

}  // namespace sinew
