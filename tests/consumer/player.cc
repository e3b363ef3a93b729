// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A game that links sinew::runtime alone: plays the first clip of a .sinew file and says how many
// vertices it moves.
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <iterator>
#include <utility>
#include <vector>

#include "sinew/asset.h"
#include "sinew/instance.h"

namespace {

std::vector<sinew::Vec3> Skinned(const sinew::Instance& hero) {
  std::vector<sinew::Vec3> all;
  const sinew::DrawRange draws = hero.draws();
  for (const sinew::Draw draw : draws) {
    std::vector<sinew::Vec3> positions(
        hero.asset().primitives()[draw.primitive].vertices.vertex_count());
    if (hero.Skin(draw, {.positions = positions}) != sinew::Error::kNone) return {};
    all.insert(all.end(), positions.begin(), positions.end());
  }
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ifstream in(argv[1], std::ios::binary);
  const std::vector<char> content{std::istreambuf_iterator<char>(in), {}};
  sinew::AlignedBytes bytes(content.size());
  for (std::size_t i = 0; i < content.size(); ++i) {
    bytes.data()[i] = static_cast<std::byte>(content[i]);
  }
  const sinew::Result<sinew::Asset> asset = sinew::Asset::Open(std::move(bytes));
  if (!asset.ok()) {
    std::cerr << Describe(asset.failure()) << '\n';
    return 1;
  }
  const sinew::Result<sinew::MixerSetup> setup = asset->MakeMixerSetup();
  if (!setup.ok()) return 1;
  sinew::InstanceScratch scratch(*setup);
  sinew::Instance hero(*setup);
  hero.mixer().clip_action(0)->play();
  if (hero.Update(0.0, scratch) != sinew::Error::kNone) return 1;
  const std::vector<sinew::Vec3> before = Skinned(hero);
  if (hero.Update(0.3, scratch) != sinew::Error::kNone) return 1;
  const std::vector<sinew::Vec3> after = Skinned(hero);
  std::size_t moved = 0;
  for (std::size_t i = 0; i < before.size(); ++i) moved += before[i] == after[i] ? 0 : 1;
  std::cout << "the first of " << asset->clips().size() << " clips moved " << moved
            << " vertices\n";
}
