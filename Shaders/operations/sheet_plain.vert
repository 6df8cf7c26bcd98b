#version 310 es
// sheet_plain: sheet without clips; the instances of sheet.
// Host struct: Sources/LaminaGPU/Operations/SheetInstance.swift, SheetInstance.
precision highp float;
precision highp int;
#include "lib/frame.glsl"
#include "lib/clip_from_target.glsl"
#include "lib/quad_corner.glsl"
#include "lib/sheet_vertex.glsl"

void main() {
  sheet_vertex();
}
