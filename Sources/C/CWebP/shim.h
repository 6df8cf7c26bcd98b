// CWebP: libwebp, and libwebpdemux for the first frame of animations. The encoder is used by tests only.
#pragma once
#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/encode.h>
