// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Keys for what only some formats hold. Sources tell nothing under them, since of a file its pixels, size and colours
// are read; a destination that is given one says so in its diagnostics.

/// What a picture is reduced by when it is decoded: 2, 4 or 8.
public let kCGImageSourceSubsampleFactor = "kCGImageSourceSubsampleFactor"
/// Whether a small picture is put into the file: never.
public let kCGImageDestinationEmbedThumbnail = "kCGImageDestinationEmbedThumbnail"
/// Whether colours are converted to what every reader knows: they are, to sRGB.
public let kCGImageDestinationOptimizeColorForSharing = "kCGImageDestinationOptimizeColorForSharing"

/// The size of a file in bytes: not told.
public let kCGImagePropertyFileSize = "FileSize"
/// The number of pictures in a file: not told; see ``CGImageSourceGetCount(_:)``.
public let kCGImagePropertyImageCount = "ImageCount"
/// Pixels an inch along x: not told.
public let kCGImagePropertyDPIWidth = "DPIWidth"
/// Pixels an inch along y: not told.
public let kCGImagePropertyDPIHeight = "DPIHeight"
/// Whether components are floating-point numbers: not told, since they are decoded to 8 bits.
public let kCGImagePropertyIsFloat = "IsFloat"
/// Whether pixels are places in a table of colours: not told, since they are decoded to colours.
public let kCGImagePropertyIsIndexed = "IsIndexed"
/// Cyan, magenta, yellow and black: a model that no decoded picture has.
public let kCGImagePropertyColorModelCMYK = "CMYK"
/// Lightness and two colours: a model that no decoded picture has.
public let kCGImagePropertyColorModelLab = "Lab"

/// What a GIF says: not told, since GIF is not read.
public let kCGImagePropertyGIFDictionary = "{GIF}"
/// How long a frame of a GIF is shown, in seconds, and not below 0.1.
public let kCGImagePropertyGIFDelayTime = "DelayTime"
/// How long a frame of a GIF is shown, in seconds, as the file says.
public let kCGImagePropertyGIFUnclampedDelayTime = "UnclampedDelayTime"
/// How often a GIF is shown; 0 for ever.
public let kCGImagePropertyGIFLoopCount = "LoopCount"
/// What a PNG says: not told.
public let kCGImagePropertyPNGDictionary = "{PNG}"
/// How long a frame of an animated PNG is shown, in seconds, and not below 0.1.
public let kCGImagePropertyAPNGDelayTime = "DelayTime"
/// How long a frame of an animated PNG is shown, in seconds, as the file says.
public let kCGImagePropertyAPNGUnclampedDelayTime = "UnclampedDelayTime"
/// How often an animated PNG is shown; 0 for ever.
public let kCGImagePropertyAPNGLoopCount = "LoopCount"
/// What a WebP file says: not told.
public let kCGImagePropertyWebPDictionary = "{WebP}"
/// How long a frame of a WebP file is shown, in seconds, and not below 0.1.
public let kCGImagePropertyWebPDelayTime = "DelayTime"
/// How long a frame of a WebP file is shown, in seconds, as the file says.
public let kCGImagePropertyWebPUnclampedDelayTime = "UnclampedDelayTime"
/// How often a WebP file is shown; 0 for ever.
public let kCGImagePropertyWebPLoopCount = "LoopCount"
/// What a JPEG file says of its format: not told.
public let kCGImagePropertyJFIFDictionary = "{JFIF}"
/// What a camera says of a picture: not told.
public let kCGImagePropertyExifDictionary = "{Exif}"
/// What a picture's file says as TIFF does: not told.
public let kCGImagePropertyTIFFDictionary = "{TIFF}"
/// How the pixels lie, as TIFF says: not told, since pictures are decoded upright.
public let kCGImagePropertyTIFFOrientation = "Orientation"
/// Where a picture was taken: not told.
public let kCGImagePropertyGPSDictionary = "{GPS}"
/// What the press says of a picture: not told.
public let kCGImagePropertyIPTCDictionary = "{IPTC}"
