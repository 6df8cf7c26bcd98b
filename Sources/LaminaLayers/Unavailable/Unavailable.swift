public import Foundation

// What code may name and what means nothing without Metal, a screen or brightness above white. Each says so when a program is
// compiled.

/// A layer that Metal draws.
@available(*, unavailable, message: "Metal is not there; give a picture as contents, or draw in draw(in:)")
public class CAMetalLayer: CALayer {}

/// A texture that is to be shown.
@available(*, unavailable, message: "Metal is not there; give a picture as contents, or draw in draw(in:)")
public protocol CAMetalDrawable: AnyObject {}

/// A layer that OpenGL ES draws.
@available(*, unavailable, message: "programs do not draw with OpenGL into layers; give a picture as contents")
public class CAEAGLLayer: CALayer {}

/// A layer that OpenGL draws.
@available(*, unavailable, message: "programs do not draw with OpenGL into layers; give a picture as contents")
public class CAOpenGLLayer: CALayer {}

/// Draws layers into a texture.
@available(*, unavailable, message: "it draws into a texture of Metal; Renderer draws a tree of layers into a picture")
public class CARenderer: NSObject {}

extension CALayer {
  /// Whether contents may be brighter than white.
  @available(*, unavailable, message: "pictures have 8 bits of sRGB, so nothing is brighter than white")
  public final var wantsExtendedDynamicRangeContent: Bool {
    get { false }
    set {}
  }
}
