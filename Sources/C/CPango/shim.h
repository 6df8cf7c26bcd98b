#pragma once
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
#include <pango/pangofc-font.h>
#include <fontconfig/fontconfig.h>
#include <hb.h>
#include <hb-ot.h>
#include <sys/syscall.h>
#include <unistd.h>

// A file in memory, closed when another program takes the process's place; -1 where there is none to be had. The system's function
// is not among those that Swift imports.
static inline int lamina_memory_file(const char *name) {
  const unsigned int close_on_exec = 1;
  return (int)syscall(SYS_memfd_create, name, close_on_exec);
}
