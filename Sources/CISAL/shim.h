// CISAL: ISA-L, Intel's library for storage, whose compressor to zlib streams takes half to a fifth of the time of libdeflate's level 1.
#pragma once
#include <isa-l/igzip_lib.h>

// Bytes of working memory at level 2. Swift does not see macros that name other macros and structures.
static const uint32_t lamina_isal_level_2_size = ISAL_DEF_LVL2_DEFAULT;
