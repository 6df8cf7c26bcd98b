// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CSandbox
internal import Glibc
import LaminaGeometry

/// The system calls of a process: only the listed ones are allowed.
///
/// Calls on none of the lists return `ENOSYS`, as on a kernel without them. The C library then falls back to an older
/// call if there is one, and calls of future kernels are refused from the start.
package enum SystemCallFilter {
  /// Calls for memory, threads, time, reading, and writing to open files.
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

  /// Additional calls for starting a program, and calls that programs make on themselves.
  private static let startingPrograms = [
    "execve", "vfork", "wait4", "dup2", "setpgid", "getpgid", "getpgrp", "pipe", "select", "pselect6", "fadvise64",
    "readahead", "getpriority", "times", "umask", "getresuid", "getresgid", "getgroups", "capget", "setitimer",
    "getitimer", "alarm", "mincore", "readv", "preadv",
    // Allowed within the limit of locked memory, since cryptography locks its keys in memory and warns if it cannot.
    "mlock", "mlock2", "munlock",
  ]

  /// Additional calls for programs that write files; Landlock restricts the folders.
  private static let writingFiles = [
    "fsync", "fdatasync", "fallocate", "sync_file_range", "rename", "renameat", "renameat2", "unlink", "unlinkat",
    "pwritev", "truncate",
  ]

  /// Calls that affect other processes, the network, the kernel or other files. They return an error that tells the
  /// caller that permission is missing.
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

  /// The allowed `fcntl` commands: copies, flags, locks and seals, but not the receiver and the number of signals.
  private static let fileCommands: [UInt64] = [0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030, 1033, 1034]

  /// `CLONE_THREAD`, and `CLONE_VFORK`, with which a process waits until its child has started a program.
  private static let (thread, untilProgram): (UInt64, UInt64) = (0x0001_0000, 0x0000_4000)

  /// Installs the filter of a worker, permanently and for all threads of this process.
  ///
  /// - Parameters:
  ///   - usesDevices: Whether device commands (`ioctl`) are allowed.
  ///   - keepsFiles: Whether this filter has to prevent writing to files, because nothing else does.
  /// - Returns: Whether the filter is installed.
  package static func enterWorker(usesDevices: Bool, keepsFiles: Bool) -> Bool {
    guard var rules = Rules() else { return false }
    rules.forAllThreads()
    rules.allow(allowed)
    rules.refuse(refused)
    // New threads are allowed, new processes are not. `clone3` hides its flags from filters; without it the C library
    // uses `clone`.
    rules.allow("clone", 0, mask: thread, thread)
    rules.refuse("clone", 0, mask: thread, 0)
    // Signals to this process itself, which `abort` sends.
    rules.allow("tgkill", 0, mask: UInt64(UInt32.max), UInt64(getpid()))
    allowHabits(&rules)
    let writing = UInt64(O_ACCMODE | O_CREAT | O_TRUNC)
    let isKept = keepsFiles && !usesDevices
    let openings: [(String, flags: Int32)] = [("open", 1), ("openat", 2)]
    for (name, place) in openings {
      if isKept { rules.allow(name, place, mask: writing, 0) } else { rules.allow([name]) }
    }
    if usesDevices { rules.allow(["ioctl"]) } else { rules.refuse(["ioctl"], code: ENOTTY) }
    return rules.enter()
  }

  /// Installs the filter of a program that this thread will start, permanently and for this thread.
  ///
  /// - Parameters:
  ///   - writesFiles: Whether the program writes files.
  ///   - startsOthers: Whether the program starts other programs, as scripts do.
  /// - Returns: Whether the filter is installed.
  package static func enterProgram(writesFiles: Bool, startsOthers: Bool) -> Bool {
    guard var rules = Rules() else { return false }
    let granted = startingPrograms + (writesFiles ? writingFiles : []) + (startsOthers ? ["fork"] : [])
    rules.allow(allowed + granted)
    rules.refuse(refused.filter { !granted.contains($0) })
    // New threads are allowed, and child processes only for starting programs; Landlock restricts which programs.
    if startsOthers {
      rules.allow(["clone"])
    } else {
      rules.allow("clone", 0, mask: thread, thread)
      rules.allow("clone", 0, mask: thread | untilProgram, untilProgram)
      rules.refuse("clone", 0, mask: thread | untilProgram, 0)
    }
    allowHabits(&rules)
    rules.allow(["open", "openat"])
    rules.refuse(["ioctl"], code: ENOTTY)
    return rules.enter()
  }

  /// Allows the calls by which every process asks the kernel about itself.
  private static func allowHabits(_ rules: inout Rules) {
    // Limits may be read but not set. The `prctl` options are limited to names of threads and memory, and to reading
    // the dumpable flag.
    rules.allow("prlimit64", 2, mask: .max, 0)
    for option in [PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE, LAMINA_NAME_MEMORY] {
      rules.allow("prctl", 0, mask: .max, UInt64(option))
    }
    for command in fileCommands { rules.allow("fcntl", 1, mask: UInt64(UInt32.max), command) }
  }

  /// A filter under construction.
  private struct Rules: ~Copyable {
    private let filter: scmp_filter_ctx
    private var isWhole = true

    /// Makes a filter that refuses all calls; `nil` if there is no memory.
    init?() {
      guard let filter = seccomp_init(lamina_seccomp_error(ENOSYS)) else { return nil }
      self.filter = filter
    }

    deinit { seccomp_release(filter) }

    mutating func forAllThreads() { note(seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1)) }

    mutating func allow(_ names: [String]) {
      for name in names { note(lamina_seccomp_rule(filter, lamina_seccomp_allow(), name, -1, 0, 0)) }
    }

    mutating func refuse(_ names: [String], code: Int32 = EPERM) {
      for name in names { note(lamina_seccomp_rule(filter, lamina_seccomp_error(code), name, -1, 0, 0)) }
    }

    /// Allows a call where the bits of an argument in `mask` are `value`.
    mutating func allow(_ name: String, _ argument: Int32, mask: UInt64, _ value: UInt64) {
      note(lamina_seccomp_rule(filter, lamina_seccomp_allow(), name, argument, mask, value))
    }

    mutating func refuse(_ name: String, _ argument: Int32, mask: UInt64, _ value: UInt64) {
      note(lamina_seccomp_rule(filter, lamina_seccomp_error(EPERM), name, argument, mask, value))
    }

    private mutating func note(_ code: Int32) { if code != 0 { isWhole = false } }

    consuming func enter() -> Bool { isWhole && seccomp_load(filter) == 0 }
  }
}
