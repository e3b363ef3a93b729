// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The Khronos validator's own test files, each with the report that the validator gives. Our
// reports are laid beside them: the set of error codes of a file, and the set of everything that
// is reported (code, pointer and severity).
#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "io/json/json.h"
#include "sinew/gltf.h"
#include "support/assets.h"

namespace sinew::testing {
namespace {

constexpr std::string_view kFolder = "assets/validator";

// Where skeletons, vertices and animations are judged.
const std::set<std::string, std::less<>> kJudgedFolders = {
    "accessor",    "accessor_data", "animation", "animation_data", "buffer",
    "buffer_view", "glb",           "json",      "mesh",           "mesh_data",
    "node",        "root",          "skin",      "skin_data"};

struct KnownDifference {
  std::string_view file;
  std::string_view reason;
};
constexpr KnownDifference kKnownDifferences[] = {
    {"animation/empty_objects.gltf",
     "equal errors; the validator forgets to leave a channel without a sampler and so points to "
     "/animations/2/channels/0/samplers/0, which is not there"},
};

std::string_view ReasonToDiffer(std::string_view file) {
  for (const KnownDifference& known : kKnownDifferences) {
    if (known.file == file) return known.reason;
  }
  return {};
}

using Finding = std::tuple<std::string, std::string, int>;  // Code, pointer, severity.

struct Findings {
  std::set<std::string> error_codes;
  std::set<Finding> all;
};

Findings Expected(const std::string& report_path) {
  Findings findings;
  const auto bytes = ReadFileBytes(report_path);
  if (!bytes) return findings;
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  const Result<json::Document> report = json::Document::Parse(text);
  EXPECT_TRUE(report.ok()) << report_path;
  if (!report.ok()) return findings;
  for (const json::Value message : report->root().Find("issues")->Find("messages")->elements()) {
    const std::string code = message.Find("code")->string();
    const int severity = static_cast<int>(message.Find("severity")->number());
    const auto pointer = message.Find("pointer");  // GLB issues have a byte offset instead.
    findings.all.emplace(code, pointer ? pointer->string() : "", severity);
    if (severity == 0) findings.error_codes.insert(code);
  }
  return findings;
}

Findings Ours(const Report& report) {
  Findings findings;
  for (const Issue& issue : report.issues) {
    const std::string code(issue.code);
    findings.all.emplace(code, issue.pointer, static_cast<int>(issue.severity));
    if (issue.severity == Severity::kError) findings.error_codes.insert(code);
  }
  return findings;
}

struct Tally {
  int files = 0;
  int equal_errors = 0;
  int equal_all = 0;
};

void PrintDifference(std::string_view file, const Findings& expected, const Findings& ours) {
  std::printf("%.*s\n", static_cast<int>(file.size()), file.data());
  for (const auto& [code, pointer, severity] : expected.all) {
    if (ours.all.contains({code, pointer, severity})) continue;
    std::printf("  not found: %d %s %s\n", severity, code.c_str(), pointer.c_str());
  }
  for (const auto& [code, pointer, severity] : ours.all) {
    if (expected.all.contains({code, pointer, severity})) continue;
    std::printf("  only ours: %d %s %s\n", severity, code.c_str(), pointer.c_str());
  }
}

TEST(ValidatorCorpus, OurReportsSayWhatTheKhronosValidatorsSay) {
  SINEW_SKIP_WITHOUT_ASSET(kFolder);
  std::map<std::string, Tally> folders;
  Tally judged, everything;
  for (const std::string& report : ListAssets(kFolder, ".report.json")) {
    const std::string asset = report.substr(0, report.size() - std::string(".report.json").size());
    const std::string file = asset.substr(kFolder.size() + 1);
    const std::string folder = file.substr(0, file.find('/'));
    const Findings expected = Expected(AssetPath(report));
    GltfOptions options;
    options.fetch_unused = true;
    options.empty_is_glb = file.ends_with(".glb");
    const Findings ours = Ours(ReadAsset(asset, options).report);
    const bool same_errors = expected.error_codes == ours.error_codes;
    const bool same_all = expected.all == ours.all;
    if (!same_all) {
      const std::string_view reason = ReasonToDiffer(file);
      PrintDifference(file, expected, ours);
      std::printf("  reason: %s\n", reason.empty() ? "not known" : std::string(reason).c_str());
      EXPECT_TRUE(same_errors || !reason.empty()) << file << " has other error codes";
    }
    for (Tally* tally :
         {&folders[folder], &everything, kJudgedFolders.contains(folder) ? &judged : nullptr}) {
      if (tally == nullptr) continue;
      ++tally->files;
      tally->equal_errors += same_errors ? 1 : 0;
      tally->equal_all += same_all ? 1 : 0;
    }
  }
  for (const auto& [folder, tally] : folders) {
    std::printf("%-16s %3d files, errors equal in %3d, everything in %3d\n", folder.c_str(),
                tally.files, tally.equal_errors, tally.equal_all);
  }
  std::printf("%d files, errors equal in %d, everything in %d\n", everything.files,
              everything.equal_errors, everything.equal_all);
  ASSERT_GT(judged.files, 0);
  EXPECT_GE(judged.equal_errors * 100, judged.files * 95);
  EXPECT_GE(everything.equal_errors * 100, everything.files * 95);
  EXPECT_GE(everything.equal_all * 100, everything.files * 90);
}

}  // namespace
}  // namespace sinew::testing
