import ImageIO

guard
  let context = CGContext(
    data: nil, width: 30, height: 20, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
    bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
else { fatalError("no context") }
context.fill(CGRect(x: 0, y: 0, width: 30, height: 20))
let data = NSMutableData()
guard let image = context.makeImage(),
  let destination = CGImageDestinationCreateWithData(data as CFMutableData, UTType.png.identifier as CFString, 1, nil)
else { fatalError("no destination") }
CGImageDestinationAddImage(destination, image, nil)
guard CGImageDestinationFinalize(destination), let source = CGImageSourceCreateWithData(data as CFData, nil) else {
  fatalError("no file")
}
let options = [kCGImageSourceShouldCache: kCFBooleanTrue!] as CFDictionary
guard let read = CGImageSourceCreateImageAtIndex(source, 0, options) else { fatalError("no picture") }
print("\(read.width) x \(read.height) \(CGImageSourceGetType(source) ?? "")")
