// CTurboJPEG: libjpeg-turbo through its tj interface, which reports errors by return value and never longjmps to us.
#pragma once
#include <turbojpeg.h>
