// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The stages in a row. A refusal stops the building, not the checking: the report tells all that
// can be told safely.
#include <string>
#include <utility>

#include "io/gltf/accessor.h"
#include "io/gltf/budget.h"
#include "io/gltf/build.h"
#include "io/gltf/container.h"
#include "io/gltf/data_checks.h"
#include "io/gltf/image_checks.h"
#include "io/gltf/issues.h"
#include "io/gltf/link.h"
#include "io/gltf/resources.h"
#include "io/gltf/schema.h"
#include "io/gltf/words.h"
#include "sinew/floating_point.h"
#include "sinew/gltf.h"

namespace sinew {
namespace {

using gltf::Judge;

// Strictness refuses a file for any error, in the words of the first one.
void RefuseErrors(Judge& judge) {
  if (judge.report().errors() == 0) return;
  for (const Issue& issue : judge.report().issues) {
    if (issue.severity != Severity::kError) continue;
    judge.Refuse(FailureCode::kInvalid, issue.pointer,
                 gltf::Words(issue.code, ": ", issue.message));
    return;
  }
  judge.Refuse(FailureCode::kInvalid, "", "The file has errors.");
}

void RefuseJson(const Failure& failure, Judge& judge) {
  std::string message = failure.message;
  if (failure.code == FailureCode::kSyntax) {
    judge.Add(gltf::issue::kInvalidJson, "", Describe(failure));
  } else {
    message = "The JSON cannot be read: " + message;
  }
  judge.Refuse(failure.code, failure.place, std::move(message));
}

std::optional<Model> Read(std::span<const std::byte> bytes, const GltfOptions& options,
                          Judge& judge) {
  if (bytes.size() > options.limits.max_file_bytes) {
    judge.Refuse(FailureCode::kLimit, "",
                 gltf::Words("The file has ", bytes.size(), " bytes, more than max_file_bytes (",
                             options.limits.max_file_bytes, ")."));
    return std::nullopt;
  }
  const std::optional<gltf::Container> container =
      gltf::ReadContainer(bytes, options.empty_is_glb, judge);
  if (!container) return std::nullopt;

  const Result<json::Document> json =
      json::Document::Parse(container->json,
                            {.max_json_depth = options.limits.max_json_depth,
                             .max_json_bytes = options.limits.max_json_bytes,
                             .max_json_values = options.limits.max_json_values},
                            json::BeyondDouble::kInfinity);
  if (!json.ok()) {
    RefuseJson(json.failure(), judge);
    return std::nullopt;
  }
  gltf::Budget memory(options.limits, bytes.size());
  if (!gltf::TakeTables(*json, memory, judge)) return std::nullopt;
  std::optional<gltf::Document> document =
      gltf::ReadSchema(*json, container->is_glb, options.limits, judge);
  if (!document) return std::nullopt;
  gltf::Link(*json, *document, judge);

  const gltf::Resources resources(*document, *container, options, memory, judge);
  gltf::CheckImages(*json, *document, *container, resources, options, judge);
  gltf::Budget work = memory;
  gltf::Accessors accessors(*document, resources, options.limits, work, judge);
  gltf::CheckData(*json, *document, accessors, work, judge);

  if (options.strict) RefuseErrors(judge);
  if (judge.refused()) return std::nullopt;
  gltf::Build build{*json, *document, resources, accessors, options, memory, judge};
  return gltf::BuildModel(build);
}

}  // namespace

GltfRead ReadGltf(std::span<const std::byte> bytes, const GltfOptions& options) {
  const FloatEnvironmentGuard guard;
  Judge judge(options.max_issues);
  std::optional<Model> model = Read(bytes, options, judge);
  if (!model || judge.refused()) {
    Failure failure = judge.failure().value_or(
        Failure{FailureCode::kInvalid, "", "The file has no meaning as glTF 2.0."});
    return {std::move(failure), judge.TakeReport()};
  }
  if (options.up_axis == UpAxis::kZ) model = TurnYUpToZUp(std::move(*model));
  return {std::move(*model), judge.TakeReport()};
}

}  // namespace sinew
