# Licences of all software in the bundle. For tools/bundle.
# shellcheck shell=bash

# The Debian package of a file. With a merged /usr, a file has two paths.
package_of() {
  dpkg-query -S "$1" 2>/dev/null || dpkg-query -S "${1#/usr}" 2>/dev/null || dpkg-query -S "/usr$1"
}

# Copies the licence of a file's package, once.
add_license() {
  local file=$1 root=$2 package
  package=$(package_of "$(readlink -f "$file")" | head -n 1 | cut -d: -f1) || fail "no package owns $file"
  [ -e "$root/share/licenses/$package" ] && return
  [ -r "/usr/share/doc/$package/copyright" ] || fail "package $package has no copyright file"
  cp -L "/usr/share/doc/$package/copyright" "$root/share/licenses/$package"
}

# The packages in an executable, by the names of their checkouts: packages with a module among the linked objects.
# Packages that were fetched only for another trait or a plugin are not included.
linked_packages() {
  local checkouts=$1 objects=$2 modules checkout folder
  [ -r "$objects" ] || fail "there is no $objects, which lists what was linked"
  modules=$(grep -oE '/[A-Za-z0-9_-]+\.build/' "$objects" | sort -u)
  for checkout in "$checkouts"/*/; do
    for folder in "$checkout" "$checkout"Sources/*/ "$checkout"*/; do
      if grep -qxF "/$(basename "$folder").build/" <<<"$modules"; then basename "$checkout" && break; fi
    done
  done
}

# Adds the licences of Lamina, of Swift with its libraries, and of the packages in the executable, whose names are read from the input.
add_source_licenses() {
  local root=$1 checkouts=$2 swift_license checkout package license
  install -m 644 LICENSE "$root/share/licenses/lamina"
  install -m 644 NOTICE "$root/share/licenses/lamina-notice"
  swift_license=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")/share/swift/LICENSE.txt
  [ -r "$swift_license" ] || fail 'the licence of Swift was not found'
  cp "$swift_license" "$root/share/licenses/swift"
  # Foundation has ICU inside; the toolchain brings no licence of it.
  install -m 644 tools/bundling/licenses/icu "$root/share/licenses/icu"
  while read -r package; do
    checkout=$checkouts/$package/
    for license in "$checkout"LICENSE* "$checkout"NOTICE*; do
      if [ -e "$license" ]; then install -m 644 "$license" "$root/share/licenses/$package$(license_suffix "$license")"; fi
    done
    # Software of others that a package includes as a module.
    for license in "$checkout"Sources/*/LICENSE*; do
      if [ -e "$license" ]; then
        install -m 644 "$license" "$root/share/licenses/$package-$(basename "$(dirname "$license")")"
      fi
    done
    [ -e "$root/share/licenses/$package" ] || fail "package $package has no LICENSE"
  done
}

license_suffix() {
  case $(basename "$1") in NOTICE*) printf -- '-notice' ;; esac
}

# Debian's copyright files say where the common licences are on a Debian system; here they are in common-licenses.
add_common_licenses() {
  local root=$1 name
  mkdir -p "$root/share/licenses/common-licenses"
  while read -r name; do
    # Ends of sentences, and names that Debian never had.
    name=${name%.}
    [ -e "/usr/share/common-licenses/$name" ] || name=${name%.0}
    [ -r "/usr/share/common-licenses/$name" ] || fail "a licence refers to /usr/share/common-licenses/$name, which is not there"
    cp -L "/usr/share/common-licenses/$name" "$root/share/licenses/common-licenses/$name"
  done < <(grep -rhoE '/usr/share/common-licenses/[A-Za-z0-9.-]*[A-Za-z0-9]' "$root/share/licenses" | sed 's|.*/||' | sort -u)
}
