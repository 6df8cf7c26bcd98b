internal import CSandbox
internal import Glibc
import LaminaGeometry

/// Which system calls a worker has: those on a list, and no others.
///
/// What is on none of the lists answers `ENOSYS`, as on a kernel that does not have it: the C library then falls back to an
/// older call where it has one, and calls that kernels learn later are refused from the beginning.
enum SystemCallFilter {
  /// Memory, threads, time, reading, and writing to what is open already.
  private static let allowed = [
    "read", "pread64", "write", "writev", "pwrite64", "close", "close_range", "lseek", "fstat",
    "newfstatat", "fstatat64", "stat", "lstat", "statx", "access", "faccessat", "faccessat2", "readlink", "readlinkat",
    "getdents64", "getcwd", "statfs", "fstatfs", "dup", "dup3", "ftruncate", "flock",
    "memfd_create", "sendmsg", "recvmsg", "pipe2", "eventfd2", "timerfd_create", "timerfd_settime", "poll",
    "ppoll", "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait",
    "mmap", "munmap", "mprotect", "mremap", "madvise", "brk", "membarrier", "get_mempolicy",
    "futex", "set_robust_list", "get_robust_list", "rseq", "set_tid_address", "sched_yield",
    "sched_getaffinity", "sched_setaffinity", "sched_getparam", "sched_getscheduler", "sched_get_priority_max",
    "sched_get_priority_min", "getcpu", "exit", "exit_group", "restart_syscall",
    "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time",
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack",
    "getpid", "gettid", "getppid", "getuid", "geteuid", "getgid", "getegid", "getrlimit", "getrusage",
    "uname", "sysinfo", "getrandom", "arch_prctl",
  ]

  /// What reaches other processes, the network, the kernel or other files: refused in words, so that who tries it sees why.
  private static let refused = [
    "execve", "execveat", "fork", "vfork", "ptrace", "process_vm_readv", "process_vm_writev", "kill", "tkill",
    "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_open", "pidfd_getfd", "pidfd_send_signal", "process_madvise",
    "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "sendto", "sendmmsg",
    "mount", "umount2", "move_mount", "open_tree", "fsopen", "pivot_root", "chroot", "unshare", "setns",
    "bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register",
    "keyctl", "add_key", "request_key", "init_module", "finit_module", "delete_module", "kexec_load", "reboot",
    "swapon", "swapoff", "setuid", "setgid", "setresuid", "setresgid", "setgroups", "capset", "personality",
    "chmod", "fchmod", "fchmodat", "chown", "fchown", "fchownat", "link", "linkat", "symlink", "symlinkat", "rename",
    "renameat", "renameat2", "unlink", "unlinkat", "mkdir", "mkdirat", "rmdir", "mknod", "mknodat", "truncate",
    "open_by_handle_at", "setrlimit", "setpriority", "sched_setscheduler",
  ]

  /// What may be asked of a descriptor: copies, flags, locks and seals.
  private static let fileCommands: [UInt64] = [0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030, 1033, 1034]

  /// Puts the filter in place, for all threads and for good.
  ///
  /// - Parameters:
  ///   - usesDevices: Whether devices may be told things.
  ///   - keepsFiles: Whether files must be kept from being written here, as nothing else does it.
  /// - Returns: Whether it is in place.
  static func enter(usesDevices: Bool, keepsFiles: Bool) -> Bool {
    guard let filter = seccomp_init(lamina_seccomp_error(ENOSYS)) else { return false }
    defer { seccomp_release(filter) }
    let (allow, refuse) = (lamina_seccomp_allow(), lamina_seccomp_error(EPERM))
    var codes = [seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1)]
    for name in allowed { codes.append(lamina_seccomp_rule(filter, allow, name, -1, 0, 0)) }
    for name in refused { codes.append(lamina_seccomp_rule(filter, refuse, name, -1, 0, 0)) }
    // New threads, and no new processes. `clone3` hides its flags from filters; without it the C library takes `clone`.
    let thread = UInt64(0x0001_0000)
    codes.append(lamina_seccomp_rule(filter, allow, "clone", 0, thread, thread))
    codes.append(lamina_seccomp_rule(filter, refuse, "clone", 0, thread, 0))
    // Signals to itself, which `abort` sends.
    let all = UInt64.max
    codes.append(lamina_seccomp_rule(filter, allow, "tgkill", 0, UInt64(UInt32.max), UInt64(getpid())))
    // Limits are read, not set; threads have names, and that is all that is told to the kernel of the process.
    codes.append(lamina_seccomp_rule(filter, allow, "prlimit64", 2, all, 0))
    for option in [PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE, LAMINA_NAME_MEMORY] {
      codes.append(lamina_seccomp_rule(filter, allow, "prctl", 0, all, UInt64(option)))
    }
    // Not to whom a descriptor sends signals, and which.
    for command in fileCommands {
      codes.append(lamina_seccomp_rule(filter, allow, "fcntl", 1, UInt64(UInt32.max), command))
    }
    let writing = UInt64(O_ACCMODE | O_CREAT | O_TRUNC)
    for name in ["open", "openat"] {
      let isKept = keepsFiles && !usesDevices
      codes.append(
        lamina_seccomp_rule(filter, allow, name, isKept ? (name == "open" ? 1 : 2) : -1, isKept ? writing : 0, 0))
    }
    codes.append(
      lamina_seccomp_rule(filter, usesDevices ? allow : lamina_seccomp_error(ENOTTY), "ioctl", -1, 0, 0))
    return codes.allSatisfy { $0 == 0 } && seccomp_load(filter) == 0
  }
}
