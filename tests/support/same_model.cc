// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "support/same_model.h"

#include <cstring>
#include <string>

namespace sinew::testing {
namespace {

// Remembers the first difference.
class Comparison {
 public:
  template <typename T>
  void Equal(const std::string& what, const T& a, const T& b) {
    if (first_.empty() && !(a == b)) first_ = what;
  }

  // Bit for bit: -0 is not 0.
  template <typename T>
  void SameBits(const std::string& what, std::span<const T> a, std::span<const T> b) {
    if (!first_.empty()) return;
    if (a.size() != b.size()) {
      first_ = what + ": " + std::to_string(a.size()) + " and " + std::to_string(b.size());
      return;
    }
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (std::memcmp(&a[i], &b[i], sizeof(T)) != 0) {
        first_ = what + "/" + std::to_string(i);
        return;
      }
    }
  }
  template <typename T>
  void SameBits(const std::string& what, const std::vector<T>& a, const std::vector<T>& b) {
    SameBits(what, std::span<const T>(a), std::span<const T>(b));
  }

  const std::string& first() const { return first_; }

 private:
  std::string first_;
};

void Compare(Comparison& c, const Skeleton& a, const Skeleton& b) {
  c.SameBits("parents", a.parents(), b.parents());
  c.SameBits("rest", a.rest(), b.rest());
  for (std::uint32_t j = 0; j < std::min(a.joint_count(), b.joint_count()); ++j) {
    c.Equal("names/" + std::to_string(j), a.name(j), b.name(j));
    c.Equal("file_nodes/" + std::to_string(j), a.file_node(j), b.file_node(j));
  }
}

void Compare(Comparison& c, const std::string& at, const Primitive& a, const Primitive& b) {
  c.Equal(at + "topology", a.topology, b.topology);
  c.SameBits(at + "positions", a.positions, b.positions);
  c.SameBits(at + "normals", a.normals, b.normals);
  c.SameBits(at + "tangents", a.tangents, b.tangents);
  c.Equal(at + "texcoords", a.texcoords, b.texcoords);
  c.Equal(at + "colors", a.colors, b.colors);
  c.Equal(at + "influences/begins", a.influences.begins, b.influences.begins);
  c.SameBits(at + "influences/list", a.influences.list, b.influences.list);
  c.Equal(at + "indexed", a.indexed, b.indexed);
  c.Equal(at + "indices", a.indices, b.indices);
  c.Equal(at + "material", a.material, b.material);
  c.Equal(at + "morph_targets", a.morph_targets.size(), b.morph_targets.size());
  for (std::size_t t = 0; t < std::min(a.morph_targets.size(), b.morph_targets.size()); ++t) {
    const std::string target = at + "morph_targets/" + std::to_string(t) + "/";
    c.SameBits(target + "positions", a.morph_targets[t].positions, b.morph_targets[t].positions);
    c.SameBits(target + "normals", a.morph_targets[t].normals, b.morph_targets[t].normals);
    c.SameBits(target + "tangents", a.morph_targets[t].tangents, b.morph_targets[t].tangents);
  }
}

void Compare(Comparison& c, const std::string& at, const Mesh& a, const Mesh& b) {
  c.Equal(at + "name", a.name(), b.name());
  c.SameBits(at + "morph_weights", a.morph_weights(), b.morph_weights());
  c.Equal(at + "morph_names", a.parts().morph_names, b.parts().morph_names);
  c.Equal(at + "primitives", a.primitives().size(), b.primitives().size());
  for (std::size_t p = 0; p < std::min(a.primitives().size(), b.primitives().size()); ++p) {
    Compare(c, at + "primitives/" + std::to_string(p) + "/", a.primitives()[p], b.primitives()[p]);
  }
}

void Compare(Comparison& c, const std::string& at, const Clip& a, const Clip& b) {
  c.Equal(at + "name", a.name(), b.name());
  c.Equal(at + "duration_s", a.duration_s(), b.duration_s());
  c.Equal(at + "root_motion_joint", a.root_motion_joint(), b.root_motion_joint());
  c.Equal(at + "events", a.events().size(), b.events().size());
  for (std::size_t e = 0; e < std::min(a.events().size(), b.events().size()); ++e) {
    c.Equal(at + "events/time_s", a.events()[e].time_s, b.events()[e].time_s);
    c.Equal(at + "events/name", a.events()[e].name, b.events()[e].name);
  }
  c.Equal(at + "tracks", a.track_count(), b.track_count());
  for (std::uint32_t t = 0; t < std::min(a.track_count(), b.track_count()); ++t) {
    const std::string track = at + "tracks/" + std::to_string(t) + "/";
    const Track x = a.track(t), y = b.track(t);
    c.Equal(track + "target", x.target, y.target);
    c.Equal(track + "property", x.property, y.property);
    c.Equal(track + "interpolation", x.interpolation, y.interpolation);
    c.Equal(track + "width", x.width, y.width);
    c.SameBits(track + "times", x.times, y.times);
    c.SameBits(track + "values", x.values, y.values);
  }
}

void Compare(Comparison& c, const std::string& at, const Skin& a, const Skin& b) {
  c.Equal(at + "name", a.name(), b.name());
  c.SameBits(at + "joints", a.joints(), b.joints());
  c.SameBits(at + "inverse_bind", a.inverse_bind(), b.inverse_bind());
  c.Equal(at + "root", a.root(), b.root());
}

void Compare(Comparison& c, const std::string& at, const MeshInstance& a, const MeshInstance& b) {
  c.Equal(at + "joint", a.joint, b.joint);
  c.Equal(at + "mesh", a.mesh, b.mesh);
  c.Equal(at + "skin", a.skin, b.skin);
  c.Equal(at + "first_morph", a.first_morph, b.first_morph);
}

void Compare(Comparison& c, const std::string& at, const Material& a, const Material& b) {
  c.Equal(at + "name", a.name, b.name);
  c.Equal(at + "base_color", a.base_color, b.base_color);
  c.Equal(at + "alpha", a.alpha, b.alpha);
  c.Equal(at + "alpha_cutoff", a.alpha_cutoff, b.alpha_cutoff);
  c.Equal(at + "double_sided", a.double_sided, b.double_sided);
  c.Equal(at + "metallic", a.metallic, b.metallic);
  c.Equal(at + "roughness", a.roughness, b.roughness);
  c.Equal(at + "normal_scale", a.normal_scale, b.normal_scale);
  c.Equal(at + "occlusion_strength", a.occlusion_strength, b.occlusion_strength);
  c.Equal(at + "emissive", a.emissive, b.emissive);
  c.Equal(at + "emissive_strength", a.emissive_strength, b.emissive_strength);
  c.Equal(at + "unlit", a.unlit, b.unlit);
  for (std::size_t i = 0; i < kMaterialTextures.size(); ++i) {
    c.Equal(at + kMaterialTextureNames[i], a.*kMaterialTextures[i], b.*kMaterialTextures[i]);
  }
  c.Equal(at + "all else", a, b);
}

void Compare(Comparison& c, const std::string& at, const Texture& a, const Texture& b) {
  c.Equal(at + "name", a.name, b.name);
  c.Equal(at + "image", a.image, b.image);
  c.Equal(at + "sampler", a.sampler, b.sampler);
}

void Compare(Comparison& c, const std::string& at, const Image& a, const Image& b) {
  c.Equal(at + "name", a.name, b.name);
  c.Equal(at + "mime_type", a.mime_type, b.mime_type);
  c.Equal(at + "uri", a.uri, b.uri);
  c.Equal(at + "bytes", a.bytes, b.bytes);
}

void Compare(Comparison& c, const std::string& at, const ModelScene& a, const ModelScene& b) {
  c.Equal(at + "name", a.name, b.name);
  c.Equal(at + "roots", a.roots, b.roots);
}

void Compare(Comparison& c, const std::string& at, const CarriedJson& a, const CarriedJson& b) {
  c.Equal(at + "owner", a.owner, b.owner);
  c.Equal(at + "index", a.index, b.index);
  c.Equal(at + "part", a.part, b.part);
  c.Equal(at + "extras", a.extras, b.extras);
  c.Equal(at + "extensions", a.extensions, b.extensions);
  c.Equal(at + "has whole", a.whole.empty(), b.whole.empty());
}

template <typename T>
void CompareAll(Comparison& c, const std::string& array, std::span<const T> a,
                std::span<const T> b) {
  c.Equal(array, a.size(), b.size());
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    Compare(c, array + "/" + std::to_string(i) + "/", a[i], b[i]);
  }
}

}  // namespace

::testing::AssertionResult SameModel(const Model& a, const Model& b) {
  Comparison c;
  Compare(c, a.skeleton(), b.skeleton());
  CompareAll(c, "skins", a.skins(), b.skins());
  CompareAll(c, "meshes", a.meshes(), b.meshes());
  CompareAll(c, "instances", a.instances(), b.instances());
  c.SameBits("morph_rest", a.morph_rest(), b.morph_rest());
  CompareAll(c, "clips", a.clips(), b.clips());
  CompareAll(c, "materials", a.materials(), b.materials());
  CompareAll(c, "textures", a.textures(), b.textures());
  CompareAll(c, "images", a.images(), b.images());
  CompareAll(c, "scenes", a.scenes(), b.scenes());
  c.Equal("default_scene", a.default_scene(), b.default_scene());
  CompareAll(c, "carried", std::span<const CarriedJson>(a.parts().carried),
             std::span<const CarriedJson>(b.parts().carried));
  c.Equal("extensions_used", a.parts().extensions_used, b.parts().extensions_used);
  c.Equal("extensions_required", a.parts().extensions_required, b.parts().extensions_required);
  c.Equal("copyright", a.parts().copyright, b.parts().copyright);
  if (c.first().empty()) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "the models differ at " << c.first();
}

}  // namespace sinew::testing
