// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/limit_report.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>

#include "base/arithmetic.h"
#include "math/rounding.h"
#include "model/checks.h"
#include "sinew/asset_pose.h"
#include "sinew/skinned_mesh.h"
#include "sinew/skinning.h"

namespace sinew {
namespace {

std::string MeshPlace(std::size_t mesh) { return "/meshes/" + std::to_string(mesh); }

// The vertices of a primitive whose influences differ, prepared with both.
struct Pair {
  std::uint32_t primitive = 0;
  std::vector<std::uint32_t> vertices{};  // Of the primitive.
  SkinnedMesh whole, limited;
};

template <typename T>
std::vector<T> Picked(const std::vector<T>& all, std::span<const std::uint32_t> vertices) {
  std::vector<T> picked;
  if (all.empty()) return picked;
  picked.reserve(vertices.size());
  for (const std::uint32_t vertex : vertices) picked.push_back(all[vertex]);
  return picked;
}

// What moves these vertices, under other influences.
Result<SkinnedMesh> Prepared(const Mesh& mesh, const Primitive& source,
                             std::span<const std::uint32_t> vertices,
                             const Influences& influences) {
  Primitive some;
  some.topology = Topology::kPoints;
  some.positions = Picked(source.positions, vertices);
  for (const MorphTarget& target : source.morph_targets) {
    some.morph_targets.push_back({.positions = Picked(target.positions, vertices)});
  }
  some.influences.begins.push_back(0);
  for (const std::uint32_t vertex : vertices) {
    const std::span<const Influence> of_vertex = influences.of(vertex);
    some.influences.list.insert(some.influences.list.end(), of_vertex.begin(), of_vertex.end());
    some.influences.begins.push_back(static_cast<std::uint32_t>(some.influences.list.size()));
  }
  Result<Mesh> made =
      Mesh::Create({.primitives = {std::move(some)},
                    .morph_weights = {mesh.morph_weights().begin(), mesh.morph_weights().end()}});
  if (!made.ok()) return made.failure();
  return SkinnedMesh::Create(*made, 0);
}

std::vector<std::uint32_t> DifferingVertices(const Influences& a, const Influences& b) {
  std::vector<std::uint32_t> vertices;
  for (std::uint32_t v = 0; v + std::size_t{1} < a.begins.size(); ++v) {
    const std::span<const Influence> of_a = a.of(v), of_b = b.of(v);
    if (!std::equal(of_a.begin(), of_a.end(), of_b.begin(), of_b.end())) vertices.push_back(v);
  }
  return vertices;
}

Result<std::vector<Pair>> PairsOf(const Mesh& whole, const Mesh& limited,
                                  const std::string& place) {
  const auto differs = [&](const std::string& what) {
    return Failure{FailureCode::kInvalid, place,
                   "found other " + what + " than the whole model has, expected the same"};
  };
  if (limited.primitives().size() != whole.primitives().size()) return differs("primitives");
  if (limited.joint_bound() > whole.joint_bound()) return differs("joints");
  std::vector<Pair> pairs;
  for (std::uint32_t p = 0; p < whole.primitives().size(); ++p) {
    const Primitive& source = whole.primitives()[p];
    const Influences& fewer = limited.primitives()[p].influences;
    if (limited.primitives()[p].vertex_count() != source.vertex_count() ||
        fewer.empty() != source.influences.empty()) {
      return differs("vertices");
    }
    std::vector<std::uint32_t> vertices = DifferingVertices(source.influences, fewer);
    if (vertices.empty()) continue;
    Result<SkinnedMesh> with_all = Prepared(whole, source, vertices, source.influences);
    if (!with_all.ok()) return with_all.failure();
    Result<SkinnedMesh> with_fewer = Prepared(whole, source, vertices, fewer);
    if (!with_fewer.ok()) return with_fewer.failure();
    pairs.push_back(
        {p, std::move(vertices), std::move(with_all).value(), std::move(with_fewer).value()});
  }
  return pairs;
}

// When a clip is looked at: ascending, each moment once.
std::vector<double> MomentsOf(const Clip& clip, double rate_hz) {
  const auto duration_s = static_cast<double>(clip.duration_s());
  std::vector<double> moments;
  for (std::uint64_t frame = 0;; ++frame) {
    const double time_s = static_cast<double>(frame) / rate_hz;
    if (!(time_s < duration_s)) break;
    moments.push_back(time_s);
  }
  moments.push_back(duration_s);
  for (std::uint32_t t = 0; t < clip.track_count(); ++t) {
    for (const float time_s : clip.track(t).times) moments.push_back(static_cast<double>(time_s));
  }
  std::sort(moments.begin(), moments.end());
  moments.erase(std::unique(moments.begin(), moments.end()), moments.end());
  return moments;
}

// How far vertices of the model are off at one moment.
class Gauge {
 public:
  Gauge(const Model& model, std::vector<std::vector<Pair>> pairs_of_mesh)
      : pairs_of_mesh_(std::move(pairs_of_mesh)), pose_(Asset::Create(model)) {
    for (const MeshInstance& instance : model.instances()) {
      if (instance.skin && !pairs_of_mesh_[instance.mesh].empty()) nothing_differs_ = false;
    }
  }

  bool nothing_differs() const { return nothing_differs_; }

  // Raises `worst` where a vertex is further off.
  Error Look(const Clip& clip, double time_s, LimitDisplacement& worst) {
    if (const Error error = pose_.Sample(clip, time_s); error != Error::kNone) return error;
    for (std::uint32_t i = 0; i < pose_.asset().instances().size(); ++i) {
      const MeshInstance& instance = pose_.asset().instances()[i];
      if (!instance.skin) continue;  // Moved by its node alone.
      for (const Pair& pair : pairs_of_mesh_[instance.mesh]) {
        if (const Error error = Skin(i, pair); error != Error::kNone) return error;
        for (std::size_t v = 0; v < pair.vertices.size(); ++v) {
          const double x = static_cast<double>(with_all_[v].x) - static_cast<double>(fewer_[v].x);
          const double y = static_cast<double>(with_all_[v].y) - static_cast<double>(fewer_[v].y);
          const double z = static_cast<double>(with_all_[v].z) - static_cast<double>(fewer_[v].z);
          const float distance = scalar::NarrowKeepingSign(std::sqrt(x * x + y * y + z * z));
          if (!(distance > worst.distance)) continue;
          worst.distance = distance;
          worst.time_s = time_s;
          worst.instance = i;
          worst.primitive = pair.primitive;
          worst.vertex = pair.vertices[v];
        }
      }
    }
    return Error::kNone;
  }

 private:
  Error Skin(std::uint32_t instance, const Pair& pair) {
    with_all_.resize(pair.vertices.size());
    fewer_.resize(pair.vertices.size());
    const auto skin = [&](const SkinnedMesh& mesh, std::vector<Vec3>& positions) {
      return SkinJob{.mesh = mesh,
                     .morph_weights = pose_.morph_weights(instance),
                     .palette = pose_.palette(*pose_.asset().instances()[instance].skin),
                     .order = VertexOrder::kFile,
                     .positions = positions}
          .Run();
    };
    const Error error = skin(pair.whole, with_all_);
    return error != Error::kNone ? error : skin(pair.limited, fewer_);
  }

  const std::vector<std::vector<Pair>> pairs_of_mesh_;  // By mesh.
  AssetPose pose_;
  std::vector<Vec3> with_all_, fewer_;
  bool nothing_differs_ = true;
};

// What one moment costs, in the unit of LimitReportOptions::max_work. A double: a file can name
// more vertices than 64 bits count.
double MomentWork(const Model& model, std::span<const std::vector<Pair>> pairs_of_mesh) {
  constexpr double kMomentItself = 200.0;
  double work = kMomentItself + model.skeleton().joint_count();
  for (const MeshInstance& instance : model.instances()) {
    if (!instance.skin) continue;
    work += 1.0 + static_cast<double>(model.skins()[*instance.skin].size());
    const double passes = 2.0 * (1.0 + model.meshes()[instance.mesh].morph_count());
    for (const Pair& pair : pairs_of_mesh[instance.mesh]) {
      work += passes * static_cast<double>(pair.vertices.size());
    }
  }
  return work;
}

std::uint32_t MostInfluences(const Model& model) {
  std::uint32_t most = 0;
  for (const Mesh& mesh : model.meshes()) {
    for (const Primitive& primitive : mesh.primitives()) {
      const std::vector<std::uint32_t>& begins = primitive.influences.begins;
      for (std::size_t v = 1; v < begins.size(); ++v) {
        most = std::max(most, begins[v] - begins[v - 1]);
      }
    }
  }
  return most;
}

// Of a model whose vertices are where they were.
LimitReport StillReport(const Model& model) {
  LimitReport report;
  report.clips.resize(model.clips().size());
  for (std::uint32_t c = 0; c < report.clips.size(); ++c) report.clips[c].clip = c;
  return report;
}

Failure NotPosed(const std::string& place, double time_s, Error error) {
  return {FailureCode::kInvalid, place,
          "cannot be posed at " + model::TextOf(static_cast<float>(time_s)) +
              " s: " + std::string(ErrorName(error))};
}

}  // namespace

double LimitMomentBound(const Model& model, double rate_hz) {
  double count = 1.0;
  for (const Clip& clip : model.clips()) {
    count += static_cast<double>(clip.duration_s()) * rate_hz + 2.0;
    for (std::uint32_t t = 0; t < clip.track_count(); ++t) {
      count += static_cast<double>(clip.track(t).times.size());
    }
  }
  return count;
}

Result<LimitReport> MeasureLimit(const Model& whole, const Model& limited,
                                 const LimitReportOptions& options) {
  if (!(options.rate_hz > 0.0 && options.rate_hz <= 1e9)) {
    return Failure{FailureCode::kInvalid, "/rate_hz", "expected a positive rate, up to 1e9"};
  }
  const double bound = LimitMomentBound(whole, options.rate_hz);
  if (bound > static_cast<double>(options.max_moments)) {
    return Failure{FailureCode::kLimit, "/clips",
                   "the clips have more moments than max_moments allows (" +
                       std::to_string(options.max_moments) + ")"};
  }
  if (limited.meshes().size() != whole.meshes().size()) {
    return Failure{FailureCode::kInvalid, "/meshes",
                   "found " + std::to_string(limited.meshes().size()) + ", expected " +
                       std::to_string(whole.meshes().size()) + " as the whole model has"};
  }
  std::vector<std::vector<Pair>> pairs_of_mesh;
  for (std::size_t m = 0; m < whole.meshes().size(); ++m) {
    Result<std::vector<Pair>> pairs = PairsOf(whole.meshes()[m], limited.meshes()[m], MeshPlace(m));
    if (!pairs.ok()) return pairs.failure();
    pairs_of_mesh.push_back(std::move(pairs).value());
  }

  LimitReport report = StillReport(whole);
  const double work = bound * MomentWork(whole, pairs_of_mesh);
  Gauge gauge(whole, std::move(pairs_of_mesh));
  if (gauge.nothing_differs()) return report;
  if (work > static_cast<double>(options.max_work)) {
    return Failure{FailureCode::kLimit, "/clips",
                   "the clips have more joints and vertices to pose than max_work allows (" +
                       std::to_string(options.max_work) + ")"};
  }
  const auto step = [&] {
    ++report.moment_count;
    if (!options.progress) return;
    options.progress(static_cast<float>(static_cast<double>(report.moment_count) / bound));
  };
  const Clip still;
  if (const Error error = gauge.Look(still, 0.0, report.rest); error != Error::kNone) {
    return NotPosed("/rest", 0.0, error);
  }
  step();
  report.worst = report.rest;
  for (std::uint32_t c = 0; c < whole.clips().size(); ++c) {
    for (const double time_s : MomentsOf(whole.clips()[c], options.rate_hz)) {
      const Error error = gauge.Look(whole.clips()[c], time_s, report.clips[c]);
      if (error != Error::kNone) return NotPosed("/clips/" + std::to_string(c), time_s, error);
      step();
    }
    if (report.clips[c].distance > report.worst.distance) report.worst = report.clips[c];
  }
  return report;
}

Result<LimitAndCost> LimitAndMeasure(Model model, std::uint32_t most,
                                     const LimitReportOptions& options) {
  LimitAndCost made;
  made.most_before = MostInfluences(model);
  Result<LimitedModel> limited = LimitInfluences(Model(model), most);
  if (!limited.ok()) return limited.failure();
  made.limited = std::move(limited).value();
  if (made.limited.loss.limited_count == 0) {
    made.report = StillReport(model);
    return made;
  }
  Result<LimitReport> report = MeasureLimit(model, made.limited.model, options);
  if (!report.ok()) return report.failure();
  made.report = std::move(report).value();
  return made;
}

}  // namespace sinew
