// CISAL: ISA-L, Intel's library for storage, whose compressor to zlib streams takes two thirds to a fifth of the time of libdeflate's level 1.
#pragma once
#include <isa-l/igzip_lib.h>
