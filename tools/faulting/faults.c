// Makes one call of a process fail, as if the system had failed. Loaded before the process's libraries (LD_PRELOAD); the tests of faults
// compile it and run the tool with it.
//
//   LAMINA_FAULT=write        the kind of call: write, fsync, rename, open, mmap, memory for allocations of the libraries that read files,
//                             drawing for allocations of Cairo, or own for the program's own allocations of pixels
//   LAMINA_FAULT_AT=17        which of them fails, from 1; 0 lets all pass and only counts
//   LAMINA_FAULT_COUNT=FILE   where the number of calls is written when the process ends
//
// Calls are counted from the beginning of main() on, and only relevant ones: writes to files and pipes but not to standard output and error,
// opening of files except for the system's own, and allocations of the libraries that read and write pictures and documents, which report
// a lack of memory.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static const char *kind;
static long failing;
static const char *report;
static atomic_long calls;
static atomic_int begun;

__attribute__((constructor)) static void begin(void) {
  kind = getenv("LAMINA_FAULT");
  const char *at = getenv("LAMINA_FAULT_AT");
  failing = at ? atol(at) : 0;
  report = getenv("LAMINA_FAULT_COUNT");
  // Processes that this one starts are left alone.
  unsetenv("LAMINA_FAULT");
  atomic_store(&begun, kind != NULL);
}

__attribute__((destructor)) static void end(void) {
  if (!kind || !report) return;
  atomic_store(&begun, 0);
  FILE *file = fopen(report, "w");
  if (!file) return;
  fprintf(file, "%ld\n", atomic_load(&calls));
  fclose(file);
}

// Whether this call is the one that fails.
static int fails(const char *name) {
  if (!atomic_load(&begun) || strcmp(kind, name) != 0) return 0;
  return atomic_fetch_add(&calls, 1) + 1 == failing;
}

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

ssize_t write(int descriptor, const void *bytes, size_t count) {
  static ssize_t (*original)(int, const void *, size_t);
  if (!original) original = next("write");
  if (descriptor > 2 && fails("write")) { errno = ENOSPC; return -1; }
  return original(descriptor, bytes, count);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  static ssize_t (*original)(int, const struct iovec *, int);
  if (!original) original = next("writev");
  if (descriptor > 2 && fails("write")) { errno = ENOSPC; return -1; }
  return original(descriptor, parts, count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  static ssize_t (*original)(int, const void *, size_t, off_t);
  if (!original) original = next("pwrite");
  if (fails("write")) { errno = ENOSPC; return -1; }
  return original(descriptor, bytes, count, offset);
}

int fsync(int descriptor) {
  static int (*original)(int);
  if (!original) original = next("fsync");
  if (fails("fsync")) { errno = EIO; return -1; }
  return original(descriptor);
}

int rename(const char *from, const char *to) {
  static int (*original)(const char *, const char *);
  if (!original) original = next("rename");
  if (fails("rename")) { errno = EIO; return -1; }
  return original(from, to);
}

int renameat2(int fromFolder, const char *from, int toFolder, const char *to, unsigned flags) {
  static int (*original)(int, const char *, int, const char *, unsigned);
  if (!original) original = next("renameat2");
  if (fails("rename")) { errno = EIO; return -1; }
  return original(fromFolder, from, toFolder, to, flags);
}

int linkat(int fromFolder, const char *from, int toFolder, const char *to, int flags) {
  static int (*original)(int, const char *, int, const char *, int);
  if (!original) original = next("linkat");
  if (fails("rename")) { errno = EIO; return -1; }
  return original(fromFolder, from, toFolder, to, flags);
}

// The system's own files: without them, libraries of the system fail in their own ways.
static int is_ours(const char *path) {
  return path && strncmp(path, "/proc", 5) && strncmp(path, "/sys", 4) && strncmp(path, "/dev", 4) && strncmp(path, "/usr", 4) &&
         strncmp(path, "/etc", 4) && strncmp(path, "/lib", 4) && strncmp(path, "/var", 4);
}

static int opens(const char *path) {
  if (!is_ours(path) || !fails("open")) return 0;
  errno = EMFILE;
  return 1;
}

#define MODE(flags) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | O_TMPFILE)) { va_list list; va_start(list, flags); mode = va_arg(list, mode_t); va_end(list); }

int open(const char *path, int flags, ...) {
  static int (*original)(const char *, int, mode_t);
  if (!original) original = next("open");
  MODE(flags)
  return opens(path) ? -1 : original(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  static int (*original)(const char *, int, mode_t);
  if (!original) original = next("open64");
  MODE(flags)
  return opens(path) ? -1 : original(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  static int (*original)(int, const char *, int, mode_t);
  if (!original) original = next("openat");
  MODE(flags)
  return opens(path) ? -1 : original(folder, path, flags, mode);
}

FILE *fopen(const char *path, const char *mode) {
  static FILE *(*original)(const char *, const char *);
  if (!original) original = next("fopen");
  return opens(path) ? NULL : original(path, mode);
}

void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
  static void *(*original)(void *, size_t, int, int, int, off_t);
  if (!original) original = next("mmap");
  if (descriptor >= 0 && fails("mmap")) { errno = ENOMEM; return MAP_FAILED; }
  return original(address, length, protection, flags, descriptor, offset);
}

// MARK: memory

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

static __thread int asking;

// Callers that were looked up, each with whether it counts in its lowest bit: looking one up takes longer than all that it does.
static _Atomic uintptr_t known[1 << 14];

// Where the program itself lies: it is listed first.
static int note_program(struct dl_phdr_info *info, size_t size, void *base) {
  (void)size;
  *(void **)base = (void *)info->dlpi_addr;
  return 1;
}

static int is_program(const Dl_info *info) {
  static void *base;
  if (!base) dl_iterate_phdr(note_program, &base);
  return info->dli_fbase == base;
}

enum { LIBRARIES, DRAWING, OWN };

static int look_up(void *caller, int whose) {
  static const char *const libraries[] = {
    "libpng", "libturbojpeg", "libjpeg", "libwebp", "libzip", "libexpat", "liblcms2", "libdeflate", "libz.so",
  };
  static const char *const drawing[] = { "libcairo", "libpixman" };
  Dl_info info;
  asking = 1;
  int found = 0;
  if (dladdr(caller, &info) && info.dli_fname) {
    size_t count = whose == DRAWING ? sizeof drawing / sizeof *drawing : sizeof libraries / sizeof *libraries;
    if (whose == OWN) found = is_program(&info);
    else
      for (size_t index = 0; index < count && !found; index++)
        found = strstr(info.dli_fname, whose == DRAWING ? drawing[index] : libraries[index]) != NULL;
  }
  asking = 0;
  return found;
}

static int counts(void *caller, int whose) {
  uintptr_t address = (uintptr_t)caller << 1;
  _Atomic uintptr_t *place = &known[((uintptr_t)caller * 0x9E3779B97F4A7C15u) >> 50];
  uintptr_t entry = atomic_load_explicit(place, memory_order_relaxed);
  if ((entry & ~(uintptr_t)1) == address) return entry & 1;
  int found = look_up(caller, whose);
  atomic_store_explicit(place, address | (uintptr_t)found, memory_order_relaxed);
  return found;
}

static int memory_fails(void *caller) {
  if (asking || !atomic_load(&begun)) return 0;
  int whose = strcmp(kind, "drawing") == 0 ? DRAWING : strcmp(kind, "own") == 0 ? OWN : LIBRARIES;
  if (whose == LIBRARIES && strcmp(kind, "memory") != 0) return 0;
  if (!counts(caller, whose) || !fails(kind)) return 0;
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size) { return memory_fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size); }

void *calloc(size_t count, size_t size) {
  return memory_fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *known, size_t size) {
  return memory_fails(__builtin_return_address(0)) ? NULL : __libc_realloc(known, size);
}
