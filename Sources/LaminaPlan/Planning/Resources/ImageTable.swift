import LaminaGeometry
import LaminaGraphics

/// The pictures of a plan, each once.
struct ImageTable {
  private(set) var images: [CGImage] = []
  private var indices: [ObjectIdentifier: Int32] = [:]
  private var last: (address: UnsafeRawPointer?, index: Int32) = (nil, -1)

  subscript(index: Int32) -> CGImage { images[Int(index)] }

  /// The index of a picture, which is added where it is new.
  ///
  /// Neighbouring layers often share a picture: the last one is found without hashing.
  mutating func index(of picture: Unmanaged<CGImage>) -> Int32 {
    let address = UnsafeRawPointer(picture.toOpaque())
    if address == last.address { return last.index }
    let image = picture.takeUnretainedValue()
    var index = Int32(images.count)
    if let known = indices[ObjectIdentifier(image)] {
      index = known
    } else {
      images.append(image)
      indices[ObjectIdentifier(image)] = index
    }
    last = (address, index)
    return index
  }
}
