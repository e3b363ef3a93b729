// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/element_checks.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "io/gltf/issues.h"
#include "io/gltf/pointer.h"
#include "io/gltf/words.h"

namespace sinew::gltf {
namespace {

constexpr double kUnitTolerance3 = 0.00674;
constexpr double kUnitTolerance4 = 0.00769;

// Calls visit(index, component, value) for every component of every element, as stored.
template <typename Visit>
void ForEachValue(const AccessorView& view, Visit visit) {
  constexpr std::size_t kBlock = 256;
  const std::uint32_t components = view.components();
  const bool is_float = view.component_type == ComponentType::kFloat;
  std::vector<float> floats(is_float ? kBlock * components : 0);
  std::vector<std::int64_t> integers(is_float ? 0 : kBlock * components);
  std::uint64_t index = 0;
  for (std::uint64_t first = 0; first < view.count; first += kBlock) {
    const std::uint64_t count = std::min<std::uint64_t>(kBlock, view.count - first);
    if (is_float) {
      DecodeFloats(view, first, count, floats.data());
    } else {
      DecodeIntegers(view, first, count, integers.data());
    }
    for (std::size_t i = 0; i < count * components; ++i, ++index) {
      visit(index, static_cast<std::uint32_t>(i % components),
            is_float ? double{floats[i]} : static_cast<double>(integers[i]));
    }
  }
}

// Builds the message only while the report still takes issues.
template <typename... Parts>
void Report(Judge& judge, const IssueKind& kind, const std::string& pointer,
            const Parts&... parts) {
  judge.Add(kind, [&] { return pointer; }, [&] { return Words(parts...); });
}

bool TakeWork(const AccessorView& view, std::int32_t accessor, Budget& work, Judge& judge) {
  return work.Take(view.count, std::uint64_t{view.components()} * sizeof(double), judge,
                   PointerOf("accessors", accessor));
}

// A number to be written in as many digits as a float needs, where it is one.
struct Text {
  explicit Text(double number) : value(number) {}
  double value;
};
void AppendWord(std::string& message, Text number) {
  char text[40];
  const auto narrow = static_cast<float>(number.value);
  const std::to_chars_result end = static_cast<double>(narrow) == number.value
                                       ? std::to_chars(text, text + sizeof text, narrow)
                                       : std::to_chars(text, text + sizeof text, number.value);
  message.append(text, end.ptr);
}

double Normalised(const AccessorView& view, double value) {
  if (!view.normalized) return value;
  switch (view.component_type) {
    case ComponentType::kByte:
      return std::max(value / 127.0, -1.0);
    case ComponentType::kUnsignedByte:
      return value / 255.0;
    case ComponentType::kShort:
      return std::max(value / 32767.0, -1.0);
    case ComponentType::kUnsignedShort:
      return value / 65535.0;
    case ComponentType::kUnsignedInt:
      return value / 4294967295.0;
    case ComponentType::kFloat:
      return value;
  }
  return value;
}

// One bound of one component: the true extreme, and how many values are beyond what was declared.
struct Extreme {
  double found = 0.0;
  std::uint64_t beyond = 0;
};

void ReportBound(std::int32_t accessor, bool is_min, std::uint32_t component, double declared,
                 const Extreme& extreme, Judge& judge) {
  if (declared == extreme.found) return;
  const char* const name = is_min ? "min" : "max";
  const std::string pointer = PointerOf("accessors", accessor, name, component);
  judge.Add(is_min ? issue::kAccessorMinMismatch : issue::kAccessorMaxMismatch, pointer,
            Words("declared as ", Text(declared), ", the data have ", Text(extreme.found)));
  if (extreme.beyond == 0) return;
  judge.Add(
      is_min ? issue::kAccessorElementOutOfMinBound : issue::kAccessorElementOutOfMaxBound, pointer,
      Words(extreme.beyond, is_min ? " values are below " : " values are above ", Text(declared)));
}

void ReportTimes(const AccessorView& view, const std::string& pointer, Judge& judge) {
  double last = 0.0;
  ForEachValue(view, [&](std::uint64_t index, std::uint32_t, double value) {
    if (value < 0.0) {
      Report(judge, issue::kAccessorAnimationInputNegative, pointer, "time ", index,
             " is negative: ", Text(value));
      return;
    }
    if (index != 0 && value <= last) {
      Report(judge, issue::kAccessorAnimationInputNonIncreasing, pointer, "time ", index, ", ",
             Text(value), ", is not after ", Text(last));
    }
    last = value;
  });
}

void ReportRotations(const AccessorView& view, bool cubic, const std::string& pointer,
                     Judge& judge) {
  double sum = 0.0;
  ForEachValue(view, [&](std::uint64_t index, std::uint32_t component, double value) {
    if (cubic && (index % 12 < 4 || index % 12 >= 8)) return;
    const double v = Normalised(view, value);
    sum += v * v;
    if (component != 3) return;
    const double length = std::sqrt(sum);
    if (std::abs(length - 1.0) > kUnitTolerance4) {
      Report(judge, issue::kAccessorAnimationSamplerOutputNonNormalizedQuaternion, pointer,
             "the quaternion of values ", index - 3, " to ", index, " has length ", Text(length));
    }
    sum = 0.0;
  });
}

void ReportVectors(const AccessorView& view, bool with_sign, const std::string& pointer,
                   Judge& judge) {
  double sum = 0.0;
  ForEachValue(view, [&](std::uint64_t index, std::uint32_t component, double value) {
    const double v = Normalised(view, value);
    if (component == 3) {
      if (with_sign && v != 1.0 && v != -1.0) {
        Report(judge, issue::kAccessorInvalidSign, pointer, "the tangent of values ", index - 3,
               " to ", index, " has w ", Text(v), ", not 1 or -1");
      }
      return;
    }
    sum += v * v;
    if (component != 2) return;
    const double length = std::sqrt(sum);
    if (std::abs(length - 1.0) > kUnitTolerance3) {
      Report(judge, issue::kAccessorVector3NonUnit, pointer, "the vector of values ", index - 2,
             " to ", index, " has length ", Text(length));
    }
    sum = 0.0;
  });
}

void ReportIndices(const AccessorView& view, const ElementUse& use, const std::string& pointer,
                   Judge& judge) {
  const auto restart = static_cast<double>(RestartIndex(view.component_type));
  ForEachValue(view, [&](std::uint64_t index, std::uint32_t, double value) {
    if (value > static_cast<double>(use.last_vertex)) {
      Report(judge, issue::kAccessorIndexOob, pointer, "index ", index, " is ", Text(value),
             ", the last vertex is ", use.last_vertex);
    }
    if (value == restart) {
      Report(judge, issue::kAccessorIndexPrimitiveRestart, pointer, "index ", index, " is ",
             Text(value), ", which restarts the primitive");
    }
  });
}

}  // namespace

std::string PointerOfUse(const ElementUse& use) {
  switch (use.demand) {
    case Demand::kAscendingTimes:
      return PointerOf("animations", use.object, "samplers", use.part, "input");
    case Demand::kUnitRotations:
    case Demand::kUnitCubicRotations:
      return PointerOf("animations", use.object, "channels", use.part, "sampler");
    case Demand::kInverseBinds:
      return PointerOf("skins", use.object, "inverseBindMatrices");
    case Demand::kUnitVectors:
      return PointerOf("meshes", use.object, "primitives", use.part, "attributes", "NORMAL");
    case Demand::kUnitVectorsAndSign:
      return PointerOf("meshes", use.object, "primitives", use.part, "attributes", "TANGENT");
    case Demand::kClampedColors:
      return PointerOf("meshes", use.object, "primitives", use.part, "attributes", "COLOR_0");
    case Demand::kVertexIndices:
      return PointerOf("meshes", use.object, "primitives", use.part, "indices");
  }
  return {};
}

std::int64_t RestartIndex(ComponentType type) {
  switch (type) {
    case ComponentType::kUnsignedByte:
      return std::numeric_limits<std::uint8_t>::max();
    case ComponentType::kUnsignedShort:
      return std::numeric_limits<std::uint16_t>::max();
    default:
      return std::numeric_limits<std::uint32_t>::max();
  }
}

void ReportElements(const AccessorView& view, std::int32_t accessor, const Bounds& bounds,
                    Budget& work, Judge& judge) {
  if (!TakeWork(view, accessor, work, judge)) return;
  const std::string pointer = PointerOf("accessors", accessor);
  const std::uint32_t components = view.components();
  std::vector<Extreme> min(components), max(components);
  ForEachValue(view, [&](std::uint64_t index, std::uint32_t c, double value) {
    if (!(std::abs(value) <= std::numeric_limits<double>::max())) {
      Report(judge, issue::kAccessorInvalidFloat, pointer, "value ", index, " is ", Text(value));
    }
    const bool first = index == c;
    if (first || min[c].found > value) min[c].found = value;
    if (first || max[c].found < value) max[c].found = value;
    if (bounds.min && value < (*bounds.min)[c]) ++min[c].beyond;
    if (bounds.max && value > (*bounds.max)[c]) ++max[c].beyond;
  });
  for (std::uint32_t c = 0; c < components && bounds.min; ++c) {
    ReportBound(accessor, true, c, (*bounds.min)[c], min[c], judge);
  }
  for (std::uint32_t c = 0; c < components && bounds.max; ++c) {
    ReportBound(accessor, false, c, (*bounds.max)[c], max[c], judge);
  }
}

void ReportUse(const AccessorView& view, const ElementUse& use, Budget& work, Judge& judge) {
  if (!TakeWork(view, use.accessor, work, judge)) return;
  const std::string pointer = PointerOfUse(use);
  switch (use.demand) {
    case Demand::kAscendingTimes:
      return ReportTimes(view, pointer, judge);
    case Demand::kUnitRotations:
      return ReportRotations(view, false, pointer, judge);
    case Demand::kUnitCubicRotations:
      return ReportRotations(view, true, pointer, judge);
    case Demand::kInverseBinds:
      return ForEachValue(view, [&](std::uint64_t index, std::uint32_t c, double value) {
        if (c % 4 == 3 && value != (c == 15 ? 1.0 : 0.0)) {
          Report(judge, issue::kAccessorInvalidIbm, pointer, "value ", index, ", component ", c,
                 " of its matrix, is ", Text(value));
        }
      });
    case Demand::kUnitVectors:
      return ReportVectors(view, false, pointer, judge);
    case Demand::kUnitVectorsAndSign:
      return ReportVectors(view, true, pointer, judge);
    case Demand::kClampedColors:
      return ForEachValue(view, [&](std::uint64_t index, std::uint32_t, double value) {
        if (value > 1.0 || value < 0.0) {
          Report(judge, issue::kAccessorNonClamped, pointer, "value ", index, " is ", Text(value),
                 ", not between 0 and 1");
        }
      });
    case Demand::kVertexIndices:
      return ReportIndices(view, use, pointer, judge);
  }
}

}  // namespace sinew::gltf
