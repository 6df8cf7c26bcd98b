# Shared libraries of the bundle: which are carried, and which of two is taken where the system has one too. For tools/bundle.
#
# A process has one library of a name. What the executables have loaded is therefore what a graphics driver gets that needs
# the same name, and a driver of a newer system that misses a symbol version in it is not loaded at all. So there are three
# kinds, each with its rule:
#
#   the C++ runtime     is linked into the executables, hidden, and never carried: drivers bring LLVM, and with it the newest.
#   shared with drivers lie in lib/fallback, and are taken only where the system has none: is_shared_with_drivers names them.
#   all others          lie in lib and are always taken, whatever the system or LD_LIBRARY_PATH has, so that texts look alike.
#
# How that is done: each executable needs everything in lib, by DT_RPATH, so that those stand before any search; it needs nothing
# of lib/fallback itself. What does (Cairo's X11, Fontconfig's Expat) searches by DT_RUNPATH: LD_LIBRARY_PATH, the system's
# folders, lib/fallback. A driver never searches in lib/fallback or by our DT_RUNPATH; it finds by our DT_RPATH only what is
# in lib, which tools/bundle-check compares with what the drivers of each system need.
# shellcheck shell=bash

# What belongs to the system: the C library with its parts, and the loader.
is_system() {
  case $1 in
    linux-vdso.so.* | ld-linux*.so.* | libc.so.* | libm.so.* | libdl.so.* | libpthread.so.* | librt.so.* | libresolv.so.* | \
      libutil.so.* | libmvec.so.*) true ;;
    *) false ;;
  esac
}

# The C++ runtime and what unwinds stacks.
is_cxx_runtime() {
  case $1 in libstdc++.so.* | libgcc_s.so.* | libc++.so.* | libc++abi.so.*) true ;; *) false ;; esac
}

# What Mesa, LLVM, libglvnd and the drivers of GPU makers need too, on any distribution. Their C interfaces only grow, so a
# newer one does in place of ours; an older one does not in place of theirs.
is_shared_with_drivers() {
  case $1 in
    libX*.so.* | libxcb*.so.* | libxshmfence.so.* | libbsd.so.* | libmd.so.* | libwayland-*.so.* | libdrm*.so.* | libgbm.so.* | \
      libglapi.so.* | libpciaccess.so.* | libudev.so.* | libcap.so.* | libsensors.so.* | libdisplay-info.so.* | \
      libexpat.so.* | libz.so.* | libzstd.so.* | liblzma.so.* | libffi.so.* | libelf.so.* | libedit.so.* | libtinfo.so.* | \
      libxml2.so.* | libicu*.so.* | libz3.so.* | libLLVM*.so.*) true ;;
    *) false ;;
  esac
}

# An empty folder but for the C++ runtime's archive. Searched first, it is what `-lstdc++` finds: swift names the library
# itself, and its linker driver takes no notice of -static-libstdc++.
cxx_archive_folder() {
  local folder=$1 archive
  archive=$("$(dirname "$(readlink -f "$(command -v swift)")")/clang" -print-file-name=libstdc++.a)
  [ -r "$archive" ] || fail "libstdc++.a was not found (apt-get install libstdc++-12-dev, or what g++ needs)"
  mkdir -p "$folder"
  ln -sf "$(readlink -f "$archive")" "$folder/libstdc++.a"
}

# Copies what an executable needs, and says from where: a line of path a library.
collect_libraries() {
  local executable=$1 root=$2 soname path folder
  mkdir -p "$root/lib/fallback"
  ldd "$executable" | sed 's/^[[:space:]]*//' | grep -v '^/' | while read -r soname _ path _; do
    is_system "$soname" && continue
    is_cxx_runtime "$soname" && fail "$(basename "$executable") needs $soname: delete the folder it was built in and try again"
    [ -r "$path" ] || fail "shared library $soname was not found"
    folder=$root/lib
    if is_shared_with_drivers "$soname"; then folder=$root/lib/fallback; fi
    install -m 644 "$path" "$folder/$soname"
    strip --strip-unneeded "$folder/$soname"
    printf '%s\n' "$path"
  done
}

# Gives everything its rules of search. `$ORIGIN` and `$LIB` are the loader's.
# shellcheck disable=SC2016
set_searches() {
  local root=$1 file soname changes
  for file in "$root"/libexec/*; do
    changes=()
    for soname in $(patchelf --print-needed "$file"); do
      if [ -e "$root/lib/fallback/$soname" ]; then changes+=(--remove-needed "$soname"); fi
    done
    for soname in "$root"/lib/*.so.*; do
      soname=$(basename "$soname")
      patchelf --print-needed "$file" | grep -qxF "$soname" || changes+=(--add-needed "$soname")
    done
    # In two steps: patchelf 0.14 spoils one change with the other.
    patchelf "${changes[@]}" "$file"
    patchelf --force-rpath --set-rpath '$ORIGIN/../lib' "$file"
    [ "$(patchelf --print-rpath "$file")" = '$ORIGIN/../lib' ] || fail "patchelf gave $(basename "$file") another path"
  done
  for file in "$root"/lib/*.so.*; do patchelf --set-rpath '/usr/$LIB:/$LIB:$ORIGIN/fallback' "$file"; done
  for file in "$root"/lib/fallback/*.so.*; do patchelf --set-rpath '/usr/$LIB:/$LIB:$ORIGIN' "$file"; done
}

# Checks what the rules above promise, and that nothing is left outside. `newest_glibc` is what it may need at most.
check_libraries() {
  local root=$1 newest_glibc=$2 file soname newest
  for file in "$root"/libexec/* "$root"/lib/*.so.* "$root"/lib/fallback/*.so.*; do
    for soname in $(patchelf --print-needed "$file"); do
      is_cxx_runtime "$soname" && fail "$(basename "$file") needs $soname, which would stand before a driver's newer one"
      is_system "$soname" || [ -e "$root/lib/$soname" ] || [ -e "$root/lib/fallback/$soname" ] ||
        fail "$(basename "$file") needs $soname, which is not inside"
      case $file in
        */libexec/*) [ ! -e "$root/lib/fallback/$soname" ] || fail "$(basename "$file") needs $soname itself" ;;
        */fallback/*) [ ! -e "$root/lib/$soname" ] || fail "$(basename "$file") of lib/fallback needs $soname of lib" ;;
      esac
    done
    newest=$(objdump -T "$file" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
    [ "$(printf '%s\nGLIBC_%s\n' "${newest:-GLIBC_2.0}" "$newest_glibc" | sort -V | tail -n 1)" = "GLIBC_$newest_glibc" ] ||
      say "note: $(basename "$file") needs $newest, newer than glibc $newest_glibc, because it was built on a newer system"
  done
  for file in "$root"/lib/*.so.*; do
    soname=$(basename "$file")
    if is_cxx_runtime "$soname" || is_shared_with_drivers "$soname"; then fail "$soname is in lib, where drivers find it"; fi
  done
}
