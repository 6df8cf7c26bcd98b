// Intercepts the calls between a program and its driver, and makes one call of any function of EGL or OpenGL ES fail. Compiled and loaded by
// the tests of faults, which pass it the driver's functions by name and give the program the functions that it returns.
//
// A call that fails does nothing and returns 0. The error that the program then reads is that of a driver: a lack of memory, or a lost
// context, which then applies to all calls until the next context is made.

#include <stddef.h>
#include <string.h>

#if !defined(__x86_64__)
#error "calls are passed on by instructions of x86-64"
#endif

enum { SLOTS = 256, OUT_OF_MEMORY = 0x0505, CONTEXT_LOST = 0x0507, UNKNOWN_RESET = 0x8255, EGL_BAD_ALLOC = 0x3003, EGL_SUCCESS = 0x3000 };
enum { NOTHING, MEMORY, LOSS };

static void *originals[SLOTS];
static char names[SLOTS][64];
static int used;
// The number of calls since counting began, the number of the call that fails, and the kind of failure.
static long count, failing;
static int kind;
static int lost, has_told_reset;
static unsigned pending, pending_egl;
static const char *failed;

static int begins(const char *name, const char *with) { return strncmp(name, with, strlen(with)) == 0; }

// Called by the trampolines: returns the function to continue with, or NULL for a call that fails.
__attribute__((used, visibility("hidden"))) void *lamina_decide(long slot) {
  int is_egl = begins(names[slot], "egl");
  if (lost && !is_egl) return NULL;
  if (kind == NOTHING || ++count != failing) return originals[slot];
  failed = names[slot];
  if (is_egl) {
    pending_egl = EGL_BAD_ALLOC;
    return NULL;
  }
  if (kind == LOSS) lost = 1, has_told_reset = 0, pending = CONTEXT_LOST;
  else pending = OUT_OF_MEMORY;
  return NULL;
}

// One trampoline for each slot, all of the same length; it preserves the registers of arguments, and the caller's stack.
__asm__(
  ".text\n"
  ".p2align 4\n"
  "lamina_entries:\n"
  ".set slot, 0\n"
  ".rept 256\n"
  "  .p2align 4\n"
  "  pushq $slot\n"
  "  jmp lamina_entered\n"
  "  .set slot, slot + 1\n"
  ".endr\n"
  ".p2align 4\n"
  "lamina_entered:\n"
  "  pushq %rdi\n  pushq %rsi\n  pushq %rdx\n  pushq %rcx\n  pushq %r8\n  pushq %r9\n  pushq %rax\n"
  "  subq $136, %rsp\n"
  "  movups %xmm0, (%rsp)\n  movups %xmm1, 16(%rsp)\n  movups %xmm2, 32(%rsp)\n  movups %xmm3, 48(%rsp)\n"
  "  movups %xmm4, 64(%rsp)\n  movups %xmm5, 80(%rsp)\n  movups %xmm6, 96(%rsp)\n  movups %xmm7, 112(%rsp)\n"
  "  movq 192(%rsp), %rdi\n"
  "  call lamina_decide\n"
  "  movq %rax, %r11\n"
  "  movups (%rsp), %xmm0\n  movups 16(%rsp), %xmm1\n  movups 32(%rsp), %xmm2\n  movups 48(%rsp), %xmm3\n"
  "  movups 64(%rsp), %xmm4\n  movups 80(%rsp), %xmm5\n  movups 96(%rsp), %xmm6\n  movups 112(%rsp), %xmm7\n"
  "  addq $136, %rsp\n"
  "  popq %rax\n  popq %r9\n  popq %r8\n  popq %rcx\n  popq %rdx\n  popq %rsi\n  popq %rdi\n"
  "  addq $8, %rsp\n"
  "  testq %r11, %r11\n"
  "  je 1f\n"
  "  jmp *%r11\n"
  "1: xorl %eax, %eax\n"
  "  ret\n");
extern char lamina_entries[] __attribute__((visibility("hidden")));

static unsigned (*real_get_error)(void);
static unsigned (*real_get_reset)(void);
static int (*real_egl_error)(void);
static void *(*real_create)(void *, void *, void *, const int *);

static unsigned get_error(void) {
  unsigned real = lost || !real_get_error ? 0 : real_get_error();
  unsigned told = pending ? pending : real;
  pending = 0;
  return told;
}

// The reset is told once, and is over then; the context stays lost.
static unsigned get_reset(void) {
  if (lost && !has_told_reset) {
    has_told_reset = 1;
    return UNKNOWN_RESET;
  }
  return lost || !real_get_reset ? 0 : real_get_reset();
}

static int egl_error(void) {
  int told = pending_egl ? (int)pending_egl : real_egl_error();
  pending_egl = 0;
  return told;
}

static void *create(void *display, void *config, void *shared, const int *attributes) {
  if (kind != NOTHING && ++count == failing) {
    failed = "eglCreateContext";
    pending_egl = EGL_BAD_ALLOC;
    return NULL;
  }
  void *context = real_create(display, config, shared, attributes);
  if (context) lost = 0, pending = 0;
  return context;
}

// The function that the program is to call for a function of the driver; NULL if all slots are used.
void *lamina_driver_function(const char *name, void *original) {
  if (strcmp(name, "glGetError") == 0) { real_get_error = original; return (void *)get_error; }
  if (strcmp(name, "eglGetError") == 0) { real_egl_error = original; return (void *)egl_error; }
  if (begins(name, "glGetGraphicsResetStatus")) { real_get_reset = original; return (void *)get_reset; }
  if (strcmp(name, "eglCreateContext") == 0) { real_create = original; return (void *)create; }
  // Looks functions up, and hands them to this one.
  if (strcmp(name, "eglGetProcAddress") == 0) return original;
  for (int slot = 0; slot < used; slot++)
    if (strcmp(names[slot], name) == 0) { originals[slot] = original; return lamina_entries + 16 * slot; }
  if (used == SLOTS || strlen(name) >= sizeof *names) return NULL;
  strcpy(names[used], name);
  originals[used] = original;
  return lamina_entries + 16 * used++;
}

// Counts from now on, and makes the n-th call fail; 0 makes none fail.
void lamina_driver_fail(int how, long call) {
  kind = how;
  failing = call;
  count = 0;
  failed = NULL;
}

long lamina_driver_count(void) { return count; }

// The function whose call failed; NULL where none did.
const char *lamina_driver_failed(void) { return failed; }
