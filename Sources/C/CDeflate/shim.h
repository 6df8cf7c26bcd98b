// CDeflate: libdeflate, which compresses whole buffers to zlib streams two to four times faster than zlib.
#pragma once
#include <libdeflate.h>
