# Shared libraries of the bundle: the selection, and the precedence of libraries that the system has, too. For tools/bundle.
#
# A process has one library of a name. A graphics driver therefore gets the library that the executables have loaded under
# that name, and a driver of a newer system that misses a symbol version in it is not loaded at all. So there are three
# kinds, each with its rule:
#
#   the C++ runtime     is linked into the executables, hidden, and never bundled: drivers load LLVM, which needs the newest.
#   shared with drivers are in lib/fallback, and used only if the system has none: is_shared_with_drivers names them.
#   all others          are in lib and always used, whatever the system or LD_LIBRARY_PATH has, so that texts look the same.
#
# Implementation: each executable needs every library in lib, with a DT_RPATH, so that they are loaded before any search; it needs
# none of lib/fallback itself. Libraries that do (Cairo for X11, Fontconfig for Expat) search by DT_RUNPATH: LD_LIBRARY_PATH, the
# system's folders, lib/fallback. A driver never searches in lib/fallback or by our DT_RUNPATH; by our DT_RPATH it finds only
# libraries in lib, which tools/bundle-check compares with the needs of each system's drivers.
# shellcheck shell=bash

# Whether a library belongs to the system: the parts of the C library, and the loader.
is_system() {
  case $1 in
    linux-vdso.so.* | ld-linux*.so.* | libc.so.* | libm.so.* | libdl.so.* | libpthread.so.* | librt.so.* | libresolv.so.* | \
      libutil.so.* | libmvec.so.*) true ;;
    *) false ;;
  esac
}

# Whether a library is part of the C++ runtime or unwinds stacks.
is_cxx_runtime() {
  case $1 in libstdc++.so.* | libgcc_s.so.* | libc++.so.* | libc++abi.so.*) true ;; *) false ;; esac
}

# Whether Mesa, LLVM, libglvnd or the drivers of GPU makers need a library too, on any distribution. These C interfaces only
# grow, so a newer library can replace ours, but an older one cannot replace theirs.
is_shared_with_drivers() {
  case $1 in
    libX*.so.* | libxcb*.so.* | libxshmfence.so.* | libbsd.so.* | libmd.so.* | libwayland-*.so.* | libdrm*.so.* | libgbm.so.* | \
      libglapi.so.* | libpciaccess.so.* | libudev.so.* | libcap.so.* | libsensors.so.* | libdisplay-info.so.* | \
      libexpat.so.* | libz.so.* | libzstd.so.* | liblzma.so.* | libffi.so.* | libelf.so.* | libedit.so.* | libtinfo.so.* | \
      libxml2.so.* | libicu*.so.* | libz3.so.* | libLLVM*.so.*) true ;;
    *) false ;;
  esac
}

# Makes a folder with only the C++ runtime's archive. It is searched first, so that `-lstdc++` finds the archive: swift names the
# library itself, and its linker driver ignores -static-libstdc++.
cxx_archive_folder() {
  local folder=$1 archive
  archive=$("$(dirname "$(readlink -f "$(command -v swift)")")/clang" -print-file-name=libstdc++.a)
  [ -r "$archive" ] || fail "libstdc++.a was not found (apt-get install libstdc++-12-dev, or what g++ needs)"
  mkdir -p "$folder"
  ln -sf "$(readlink -f "$archive")" "$folder/libstdc++.a"
}

# Copies the libraries that an executable needs, and prints their original paths, one per line.
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

# Checks the rules above, and that no library is missing. `newest_glibc` is the newest version of glibc that may be required.
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
