// Headers only: the libraries are opened with dlopen at run time, so nothing here may call an EGL or GL function.
#pragma once
#define EGL_NO_X11
#define MESA_EGL_NO_X11_HEADERS
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>
#include <GLES2/gl2ext.h>
#include <gbm.h>
