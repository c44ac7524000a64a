// What this program hashes.
#pragma once

#include <cstdint>

// Every pair query on thousands of generated inputs.
template <class T, int N>
std::uint64_t hash_pair_queries();

// Racks, lattices, gases.
std::uint64_t hash_generators();

// A small simulation.
std::uint64_t hash_simulation();
