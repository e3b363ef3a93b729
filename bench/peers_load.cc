// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "peers_load.h"

#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <tiny_gltf.h>

#include <assimp/Importer.hpp>
#include <string>

namespace sinew::bench {
namespace {

bool SkipImage(tinygltf::Image*, const int, std::string*, std::string*, int, int,
               const unsigned char*, int, void*) {
  return true;
}

}  // namespace

std::size_t LoadWithTinygltf(std::span<const std::byte> glb) {
  tinygltf::TinyGLTF loader;
  loader.SetImageLoader(SkipImage, nullptr);
  tinygltf::Model model;
  std::string error, warning;
  if (!loader.LoadBinaryFromMemory(&model, &error, &warning,
                                   reinterpret_cast<const unsigned char*>(glb.data()),
                                   static_cast<unsigned>(glb.size()), "")) {
    return 0;
  }
  std::size_t channels = 0;
  for (const auto& animation : model.animations) channels += animation.channels.size();
  return channels;
}

namespace {

// Assimp joins the channels of a node into one; its count is of nodes animated.
std::size_t LoadWithAssimpFlags(std::span<const std::byte> glb, unsigned flags) {
  Assimp::Importer importer;
  const aiScene* scene = importer.ReadFileFromMemory(glb.data(), glb.size(), flags, "glb");
  if (scene == nullptr) return 0;
  std::size_t channels = 0;
  for (unsigned i = 0; i < scene->mNumAnimations; ++i) {
    channels += scene->mAnimations[i]->mNumChannels;
  }
  return channels;
}

}  // namespace

std::size_t LoadWithAssimp(std::span<const std::byte> glb) { return LoadWithAssimpFlags(glb, 0); }

std::size_t LoadWithAssimpValidating(std::span<const std::byte> glb) {
  return LoadWithAssimpFlags(glb, aiProcess_ValidateDataStructure);
}

}  // namespace sinew::bench
