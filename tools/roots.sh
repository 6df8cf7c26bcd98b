# Sourced by tools/bundle-check and tools/minimal-root: minimal Debian and Ubuntu systems in folders, made by debootstrap.

# Provides Ubuntu's signing keys on systems without them, as Debian 12 has no package of them. Prints the path of their file.
ubuntu_keys() {
  local folder=$1 keys=/usr/share/keyrings/ubuntu-archive-keyring.gpg package=ubuntu-keyring_2023.11.28.1_all.deb
  if [ -r "$keys" ]; then printf '%s\n' "$keys"; return; fi
  # The checksum is the package's of Ubuntu 24.04; the key in it that signs is F6EC B376 2474 EDA9 D21B 7022 8719 20D1 991B C93C.
  curl -fsS -o "$folder.$package" "http://archive.ubuntu.com/ubuntu/pool/main/u/ubuntu-keyring/$package" &&
    printf '%s  %s\n' 36de43b15853ccae0028e9a767613770c704833f82586f28eb262f0311adb8a8 "$folder.$package" | sha256sum --quiet -c >&2 &&
    dpkg-deb -x "$folder.$package" "$folder.keys" && printf '%s\n' "$folder.keys$keys"
}

# Makes a system with packages, unless it exists: make_root SUITE FOLDER PACKAGES [MIRROR]. PACKAGES are separated by commas, or empty.
# Older versions of debootstrap do not know newer releases of Debian and Ubuntu, which are made like the releases before them.
# Returns 1 if that fails; the reason is in FOLDER.log.
make_root() {
  local suite=$1 folder=$2 packages=$3 mirror=${4-http://deb.debian.org/debian} script=()
  [ -e "$folder/.complete" ] && return
  rm -rf "$folder"
  mkdir -p "$(dirname "$folder")"
  local known=sid keys='' components=main
  if [[ $mirror == */ubuntu ]]; then
    known=gutsy components=main,universe
    keys=$(ubuntu_keys "$folder" 2>"$folder.log") || return 1
  fi
  [ -e "/usr/share/debootstrap/scripts/$suite" ] || script=(/usr/share/debootstrap/scripts/$known)
  debootstrap --variant=minbase --components="$components" ${keys:+--keyring="$keys"} ${packages:+--include="$packages"} "$suite" "$folder" "$mirror" "${script[@]}" \
    >"$folder.log" 2>&1 || return 1
  touch "$folder/.complete"
}
