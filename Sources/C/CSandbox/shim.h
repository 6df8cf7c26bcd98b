// CSandbox: giving up rights for good (Landlock, seccomp), and descriptors and memory that processes hand each other.
// System calls without a wrapper in the C library, variadic functions, and macros of <sys/socket.h> are what Swift cannot use.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <seccomp.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// MARK: Landlock

// The numbers are those of every architecture; headers of older systems lack them, and all constants of newer versions.
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

// Rights of files, in the order of <linux/landlock.h>; the ones after the 13th came one at a time with newer versions.
static const uint64_t LAMINA_FS_EXECUTE = 1ULL << 0;
static const uint64_t LAMINA_FS_WRITE_FILE = 1ULL << 1;
static const uint64_t LAMINA_FS_READ_FILE = 1ULL << 2;
static const uint64_t LAMINA_FS_READ_DIR = 1ULL << 3;
// Making, writing, cutting, naming anew and removing files: WRITE_FILE, REMOVE_FILE, MAKE_REG, REFER and TRUNCATE.
static const uint64_t LAMINA_FS_CHANGE = 1ULL << 1 | 1ULL << 5 | 1ULL << 8 | 1ULL << 13 | 1ULL << 14;
// Rights that only a folder can be granted: all but executing, reading, writing, cutting and telling devices things.
static const uint64_t LAMINA_FS_FOLDERS = ~(1ULL << 0 | 1ULL << 1 | 1ULL << 2 | 1ULL << 14 | 1ULL << 15);
static const uint64_t LAMINA_FS_FIRST_VERSION = (1ULL << 13) - 1;
static const uint64_t LAMINA_FS_REFER = 1ULL << 13;
static const uint64_t LAMINA_FS_TRUNCATE = 1ULL << 14;
static const uint64_t LAMINA_FS_IOCTL_DEVICE = 1ULL << 15;
static const uint64_t LAMINA_NET_BIND_AND_CONNECT_TCP = 3;
static const uint64_t LAMINA_SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS = 3;

/// The rights that a ruleset governs. A kernel that knows fewer fields takes it as long as those are 0.
struct lamina_ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

// The name of a piece of memory, which newer C libraries give to arenas and stacks.
static const int LAMINA_NAME_MEMORY = 0x53564d41;

/// The version of Landlock's interface; below 1 where the kernel has none, or has it switched off.
static inline int lamina_landlock_version(void) {
  return (int)syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, 1U);
}

static inline int lamina_landlock_make(const struct lamina_ruleset *ruleset) {
  return (int)syscall(SYS_landlock_create_ruleset, ruleset, sizeof *ruleset, 0U);
}

/// Grants rights to what lies beneath a folder, or to one file.
static inline int lamina_landlock_grant(int ruleset, uint64_t rights, int place) {
  struct {
    uint64_t rights;
    int32_t place;
  } __attribute__((packed)) rule = {rights, place};
  return (int)syscall(SYS_landlock_add_rule, ruleset, 1, &rule, 0U);
}

static inline int lamina_landlock_enforce(int ruleset) {
  return (int)syscall(SYS_landlock_restrict_self, ruleset, 0U);
}

// MARK: System calls

static inline uint32_t lamina_seccomp_error(int code) { return SCMP_ACT_ERRNO(code); }
static inline uint32_t lamina_seccomp_allow(void) { return SCMP_ACT_ALLOW; }

/// A rule for a call by its name, under a condition where `argument` is not -1: that the argument's bits in `mask` are `value`.
/// Calls that this architecture does not have are left out.
static inline int lamina_seccomp_rule(
    scmp_filter_ctx filter, uint32_t action, const char *name, int argument, uint64_t mask, uint64_t value) {
  int number = seccomp_syscall_resolve_name(name);
  if (number < 0) return 0;
  if (argument < 0) return seccomp_rule_add_array(filter, action, number, 0, NULL);
  struct scmp_arg_cmp condition = {
      .arg = (unsigned)argument, .op = SCMP_CMP_MASKED_EQ, .datum_a = mask, .datum_b = value};
  return seccomp_rule_add_array(filter, action, number, 1, &condition);
}

// MARK: The process

static inline int lamina_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }
static inline int lamina_not_dumpable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
static inline int lamina_end_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); }

/// Gives up what root may do beyond others: changing limits and owners, reading what is closed to it.
static inline int lamina_drop_capabilities(void) {
  struct {
    uint32_t version;
    int process;
  } header = {0x20080522, 0};
  uint32_t none[6] = {0};
  return (int)syscall(SYS_capset, &header, none);
}

/// Sets a limit on the process for good, soft and hard. The numbers of limits are of other types in C and in Swift.
static inline int lamina_limit(int resource, uint64_t value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return -1;
  if (limit.rlim_max == RLIM_INFINITY || value < limit.rlim_max) limit.rlim_max = value;
  limit.rlim_cur = limit.rlim_max;
  return setrlimit(resource, &limit);
}

/// Sets a limit on a child for good, soft and hard.
static inline int lamina_limit_child(pid_t process, int resource, uint64_t value) {
  struct rlimit limit = {value, value}, old;
  if (prlimit(process, (enum __rlimit_resource)resource, NULL, &old) != 0) return -1;
  if (old.rlim_max != RLIM_INFINITY && value > old.rlim_max) return 0;
  return prlimit(process, (enum __rlimit_resource)resource, &limit, NULL);
}

static const int LAMINA_LIMIT_DATA = RLIMIT_DATA;
static const int LAMINA_LIMIT_ADDRESSES = RLIMIT_AS;
static const int LAMINA_LIMIT_CORE = RLIMIT_CORE;
static const int LAMINA_LIMIT_FILES = RLIMIT_NOFILE;

/// Closes all descriptors from a number on.
static inline int lamina_close_from(unsigned first) {
#ifdef SYS_close_range
  return (int)syscall(SYS_close_range, first, ~0U, 0U);
#else
  return (int)syscall(436, first, ~0U, 0U);
#endif
}

/// Any system call, for tests that try what is refused.
static inline long lamina_system_call(long number, long a, long b, long c) { return syscall(number, a, b, c); }

// MARK: Files below a folder

/// `openat2`: opens what lies below a folder, and follows no link on the way.
static inline int lamina_open_beneath(int folder, const char *path, int flags) {
  // RESOLVE_BENEATH, RESOLVE_NO_SYMLINKS and RESOLVE_NO_MAGICLINKS of <linux/openat2.h>.
  struct {
    uint64_t flags, mode, resolve;
  } how = {(uint64_t)(uint32_t)flags, 0, 0x08 | 0x04 | 0x02};
  return (int)syscall(437, folder, path, &how, sizeof how);
}

// O_PATH, the same on all architectures.
static const int LAMINA_OPEN_PLACE = 010000000 | O_CLOEXEC;

// MARK: Other processes

/// A descriptor of a child that was not waited for; -1 where the kernel has none (before Linux 5.3).
static inline int lamina_process_open(pid_t process) { return (int)syscall(434, process, 0U); }

/// Ends a child; by its descriptor, where there is one.
static inline int lamina_process_end(int descriptor, pid_t process) {
  if (descriptor >= 0) return (int)syscall(424, descriptor, SIGKILL, NULL, 0U);
  return kill(process, SIGKILL);
}

/// Waits for a child, by its descriptor where there is one and the kernel knows how (from 5.4).
///
/// Returns 1 where it has ended, with the signal that ended it, or -1 for none, and its status; 0 where it has not; -1 for errors.
static inline int lamina_process_wait(int descriptor, pid_t process, int waits, int *signal, int *status) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  int options = WEXITED | (waits ? 0 : WNOHANG);
  int result = descriptor >= 0 ? waitid(3 /* P_PIDFD */, (id_t)descriptor, &info, options) : -1;
  if (descriptor < 0 || (result < 0 && errno == EINVAL)) result = waitid(P_PID, (id_t)process, &info, options);
  if (result < 0) return -1;
  if (info.si_pid == 0) return 0;
  *signal = info.si_code == CLD_EXITED ? -1 : info.si_status;
  *status = info.si_code == CLD_EXITED ? info.si_status : 0;
  return 1;
}

// MARK: What processes hand each other

/// Memory of a size that nobody can change any more; -1 where there is none to be had.
static inline int lamina_shared_memory(const char *name, uint64_t size) {
  // MFD_CLOEXEC and MFD_ALLOW_SEALING; F_ADD_SEALS with F_SEAL_SEAL, F_SEAL_SHRINK and F_SEAL_GROW: with the C library's own
  // declarations of them come others, which do not agree with those that Swift's module of it has.
  int memory = (int)syscall(SYS_memfd_create, name, 1U | 2U);
  if (memory < 0) return -1;
  if (ftruncate(memory, (off_t)size) == 0
      && fcntl(memory, 1024 + 9, 1 | 2 | 4) == 0)
    return memory;
  int code = errno;
  close(memory);
  errno = code;
  return -1;
}

/// Memory that grows as it is written to, until it is sealed; -1 where there is none to be had.
static inline int lamina_growing_memory(const char *name) { return (int)syscall(SYS_memfd_create, name, 1U | 2U); }

/// Lets nobody change memory any more, neither its size nor what is in it: F_SEAL_SEAL, _SHRINK, _GROW and _WRITE.
static inline int lamina_seal(int memory) { return fcntl(memory, 1024 + 9, 1 | 2 | 4 | 8); }

/// Whether nobody can change memory any more, neither its size nor what is in it. No other file can be sealed.
static inline int lamina_is_sealed(int memory) {
  int seals = fcntl(memory, 1024 + 10);  // F_GET_SEALS
  return seals >= 0 && (seals & (2 | 4 | 8)) == (2 | 4 | 8);
}

// How much memory the heap has handed out. Before glibc 2.33 there is no way to ask beyond 2 GiB: nothing is known then.
static inline uint64_t lamina_heap_bytes(void) {
#if __GLIBC_PREREQ(2, 33)
  struct mallinfo2 info = mallinfo2();
  return (uint64_t)info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}

static inline int lamina_socket_pair(int *pair) { return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair); }

/// Sends what can be sent at once, with a descriptor where that is not -1. Raises no signal.
static inline ssize_t lamina_send(int socket, const void *bytes, size_t count, int descriptor) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  struct iovec piece = {(void *)bytes, count};
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
  if (descriptor >= 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/// Takes what is there at once. A descriptor that came along is put into `descriptor`, which is -1 otherwise. More than one,
/// or one where `descriptor` is null, is EBADMSG, and they are closed.
static inline ssize_t lamina_receive(int socket, void *bytes, size_t count, int *descriptor) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  struct iovec piece = {bytes, count};
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
  if (descriptor) {
    *descriptor = -1;
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
  }
  ssize_t taken = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (taken < 0) return taken;
  int isWrong = (message.msg_flags & MSG_CTRUNC) != 0, kept = -1;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t length = header->cmsg_len - CMSG_LEN(0);
    for (size_t at = 0; at + sizeof(int) <= length; at += sizeof(int)) {
      int one;
      memcpy(&one, CMSG_DATA(header) + at, sizeof one);
      if (kept >= 0 || isWrong) {
        close(one);
        isWrong = 1;
      } else {
        kept = one;
      }
    }
  }
  if (isWrong) {
    if (kept >= 0) close(kept);
    errno = EBADMSG;
    return -1;
  }
  if (descriptor) *descriptor = kept;
  return taken;
}

/// Starts a program with `/dev/null` for input and output, `errors` for errors, `channel` as descriptor 3, nothing else that is open
/// here, no signal blocked or ignored, and a process group of its own.
static inline int lamina_start(
    pid_t *process, const char *program, char *const *arguments, char *const *environment, int channel,
    int errors) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) return code;
  code = posix_spawnattr_init(&attributes);
  if (code == 0) {
    // These two first, from where the others cannot lie on them, nor they on each other.
    int spare = channel == 4 ? 5 : 4;
    code = posix_spawn_file_actions_adddup2(&actions, errors, spare);
    if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, channel, 3);
    if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, spare, 2);
    if (code == 0) code = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (code == 0) code = posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(&actions, 4);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    if (code == 0) code = posix_spawn(process, program, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return code;
}
