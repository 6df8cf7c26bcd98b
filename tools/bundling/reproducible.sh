# Makes the bundle reproducible: the same bytes from the same tree, independent of the folder of the build. For tools/bundle.
# shellcheck shell=bash

# Prints the options of `swift build` that keep this folder's path out of the results, one per line.
path_options() {
  printf '%s\n' -Xswiftc -file-prefix-map -Xswiftc "$PWD=/lamina" -Xcc "-ffile-prefix-map=$PWD=/lamina"
}

# Removes traces of the folder from a stripped executable. `.swift_modhash` holds hashes of the compiler's arguments, which contain
# folders, and the program never reads it: it is filled with zeros. The linker's build ID is a hash of the file as linked, including
# these hashes: it is replaced by a hash of the final file, since `lamina join` distinguishes builds by it.
make_reproducible() {
  local file=$1 folder size
  folder=$(mktemp -d)
  size=$(objdump -h "$file" | awk '$2 == ".swift_modhash" { print $3 }')
  if [ -n "$size" ]; then
    head -c "$((16#$size))" /dev/zero >"$folder/zeros"
    objcopy --update-section ".swift_modhash=$folder/zeros" "$file"
  fi
  objcopy --dump-section ".note.gnu.build-id=$folder/note" "$file" "$folder/copy"
  [ "$(stat -c %s "$folder/note")" -eq 36 ] || fail "the note of identity of $(basename "$file") is not one of 20 bytes"
  { head -c 16 "$folder/note"; head -c 20 /dev/zero; } >"$folder/empty"
  objcopy --update-section ".note.gnu.build-id=$folder/empty" "$file"
  { head -c 16 "$folder/note"; sha1sum <"$file" | cut -c 1-40 | xxd -r -p; } >"$folder/new"
  objcopy --update-section ".note.gnu.build-id=$folder/new" "$file"
  rm -r "$folder"
}

# Makes an archive of a folder that depends only on its contents and $SOURCE_DATE_EPOCH: reproducible_archive FOLDER FILE
reproducible_archive() {
  tar -C "$(dirname "$1")" --format gnu --owner 0 --group 0 --numeric-owner --sort name --mtime "@$SOURCE_DATE_EPOCH" \
    --mode 'u+rwX,go+rX,go-w' -cf - "$(basename "$1")" | gzip -9n >"$2.partial"
  mv "$2.partial" "$2"
}

# Selects the versions of the packages that the last release was built with.
take_recorded_versions() {
  [ -r tools/releasing/recorded/Package.resolved ] || fail "no versions are recorded; 'tools/release record' does it"
  cp tools/releasing/recorded/Package.resolved Package.resolved
}
