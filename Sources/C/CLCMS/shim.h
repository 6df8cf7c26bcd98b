// CLCMS: Little CMS 2, which converts pixels between ICC profiles.
//
// The pixel formats of lcms2.h are macros with casts, which Swift does not import; the ones we use have names here.
#pragma once
#include <lcms2.h>

// Straight RGBA in memory order; lcms leaves the alpha of an in-place transform alone.
static const cmsUInt32Number lamina_lcms_rgba8 = TYPE_RGBA_8;
static const cmsUInt32Number lamina_lcms_rgba16 = TYPE_RGBA_16;

// One grey sample followed by three that are skipped: grey pixels which were widened to RGBA.
static const cmsUInt32Number lamina_lcms_gray_in_rgba8 =
    COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | EXTRA_SH(3) | BYTES_SH(1);
static const cmsUInt32Number lamina_lcms_gray_in_rgba16 =
    COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | EXTRA_SH(3) | BYTES_SH(2);

// CMYK as inks (255 = full ink), and as Adobe stores it in JPEG (255 = no ink).
static const cmsUInt32Number lamina_lcms_cmyk8 = TYPE_CMYK_8;
static const cmsUInt32Number lamina_lcms_cmyk8_inverted = TYPE_CMYK_8_REV;
