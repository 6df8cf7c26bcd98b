# What makes the bundle the same bytes from the same tree, in whatever folder it is built. For tools/bundle.
# shellcheck shell=bash

# Prints the options of `swift build` that keep this folder's path out of what is built, one a line.
path_options() {
  printf '%s\n' -Xswiftc -file-prefix-map -Xswiftc "$PWD=/lamina" -Xcc "-ffile-prefix-map=$PWD=/lamina"
}

# Takes the folder out of an executable that was stripped. `.swift_modhash` holds hashes of the compiler's arguments, which name
# folders, and the program never reads it: it becomes zeros. The linker's note of identity is a hash of the file as it was
# linked, with those in it: it becomes one of the file as it is, since `lamina join` tells builds apart by it.
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

# An archive of a folder whose bytes follow from its contents and $SOURCE_DATE_EPOCH alone: reproducible_archive FOLDER FILE
reproducible_archive() {
  tar -C "$(dirname "$1")" --format gnu --owner 0 --group 0 --numeric-owner --sort name --mtime "@$SOURCE_DATE_EPOCH" \
    --mode 'u+rwX,go+rX,go-w' -cf - "$(basename "$1")" | gzip -9n >"$2.partial"
  mv "$2.partial" "$2"
}

# Takes the versions of the packages that the last release was made with.
take_recorded_versions() {
  [ -r tools/releasing/recorded/Package.resolved ] || fail "no versions are recorded; 'tools/release record' does it"
  cp tools/releasing/recorded/Package.resolved Package.resolved
}
