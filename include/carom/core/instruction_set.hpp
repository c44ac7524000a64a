/// \file
/// Which vector instructions does this machine have?
#pragma once

namespace carom {

/// How many pairs are computed side by side. The answers are the same bits with each.
enum class InstructionSet : unsigned char {
    baseline,  ///< what every machine of the architecture has: SSE2 on x86-64, NEON on AArch64; 2 pairs
    avx2,      ///< AVX2 and FMA; 4 pairs
    avx512,    ///< AVX-512 F and DQ; 8 pairs
};

/// True when this build and this machine have it. A batch asked to use one that is not available uses the
/// baseline.
bool is_available(InstructionSet set);

/// The widest one available.
InstructionSet fastest_instruction_set();

/// "baseline", "avx2" or "avx512".
const char* name(InstructionSet set);

}  // namespace carom
