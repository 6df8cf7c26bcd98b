// Swift Testing and CoreGraphics in one file make the compiler import this module besides, which Apple's toolchains have. Test
// targets that import both depend on the product TestingOverlays; programs do not, since it brings Testing with it.

@_exported public import Testing
