# Sourced by tools/bundle-check and tools/minimal-root: minimal Debian systems in folders, made by debootstrap.

# Makes a system with the packages that are named, once: make_root SUITE FOLDER PACKAGES [MIRROR]. PACKAGES are separated by
# commas, or empty. Older releases of debootstrap do not know newer releases of Debian, which are made as its unstable one is.
# Returns 1 where that fails; FOLDER.log says why.
make_root() {
  local suite=$1 folder=$2 packages=$3 mirror=${4-http://deb.debian.org/debian} script=()
  [ -e "$folder/.complete" ] && return
  rm -rf "$folder"
  mkdir -p "$(dirname "$folder")"
  [ -e "/usr/share/debootstrap/scripts/$suite" ] || script=(/usr/share/debootstrap/scripts/sid)
  debootstrap --variant=minbase ${packages:+--include="$packages"} "$suite" "$folder" "$mirror" "${script[@]}" \
    >"$folder.log" 2>&1 || return 1
  touch "$folder/.complete"
}
