// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Keys for properties that only some formats have. Sources return nothing under them, since only pixels, size and
// colours of a file are read; a destination that receives one reports it in its diagnostics.

/// The factor by which a picture is reduced when it is decoded: 2, 4 or 8.
public let kCGImageSourceSubsampleFactor = "kCGImageSourceSubsampleFactor"
/// Whether a thumbnail is embedded in the file: never.
public let kCGImageDestinationEmbedThumbnail = "kCGImageDestinationEmbedThumbnail"
/// Whether colours are converted to a space that every reader supports: always, to sRGB.
public let kCGImageDestinationOptimizeColorForSharing = "kCGImageDestinationOptimizeColorForSharing"

/// The size of a file in bytes: not reported.
public let kCGImagePropertyFileSize = "FileSize"
/// The number of pictures in a file: not reported; see ``CGImageSourceGetCount(_:)``.
public let kCGImagePropertyImageCount = "ImageCount"
/// Pixels an inch along x: not reported.
public let kCGImagePropertyDPIWidth = "DPIWidth"
/// Pixels an inch along y: not reported.
public let kCGImagePropertyDPIHeight = "DPIHeight"
/// Whether components are floating-point numbers: not reported, since they are decoded to 8 bits.
public let kCGImagePropertyIsFloat = "IsFloat"
/// Whether pixels are indexes into a table of colours: not reported, since they are decoded to colours.
public let kCGImagePropertyIsIndexed = "IsIndexed"
/// Cyan, magenta, yellow and black: a model that no decoded picture has.
public let kCGImagePropertyColorModelCMYK = "CMYK"
/// Lightness and two colours: a model that no decoded picture has.
public let kCGImagePropertyColorModelLab = "Lab"

/// The properties of a GIF: not reported, since GIF is not read.
public let kCGImagePropertyGIFDictionary = "{GIF}"
/// How long a frame of a GIF is shown, in seconds, and not below 0.1.
public let kCGImagePropertyGIFDelayTime = "DelayTime"
/// How long a frame of a GIF is shown, in seconds, as in the file.
public let kCGImagePropertyGIFUnclampedDelayTime = "UnclampedDelayTime"
/// How often a GIF is shown; 0 for endlessly.
public let kCGImagePropertyGIFLoopCount = "LoopCount"
/// The properties of a PNG: not reported.
public let kCGImagePropertyPNGDictionary = "{PNG}"
/// How long a frame of an animated PNG is shown, in seconds, and not below 0.1.
public let kCGImagePropertyAPNGDelayTime = "DelayTime"
/// How long a frame of an animated PNG is shown, in seconds, as in the file.
public let kCGImagePropertyAPNGUnclampedDelayTime = "UnclampedDelayTime"
/// How often an animated PNG is shown; 0 for endlessly.
public let kCGImagePropertyAPNGLoopCount = "LoopCount"
/// The properties of a WebP file: not reported.
public let kCGImagePropertyWebPDictionary = "{WebP}"
/// How long a frame of a WebP file is shown, in seconds, and not below 0.1.
public let kCGImagePropertyWebPDelayTime = "DelayTime"
/// How long a frame of a WebP file is shown, in seconds, as in the file.
public let kCGImagePropertyWebPUnclampedDelayTime = "UnclampedDelayTime"
/// How often a WebP file is shown; 0 for endlessly.
public let kCGImagePropertyWebPLoopCount = "LoopCount"
/// The JFIF properties of a JPEG file: not reported.
public let kCGImagePropertyJFIFDictionary = "{JFIF}"
/// The properties that a camera recorded: not reported.
public let kCGImagePropertyExifDictionary = "{Exif}"
/// The TIFF properties of a picture's file: not reported.
public let kCGImagePropertyTIFFDictionary = "{TIFF}"
/// The orientation of the pixels by TIFF: not reported, since pictures are decoded upright.
public let kCGImagePropertyTIFFOrientation = "Orientation"
/// The place where a picture was taken: not reported.
public let kCGImagePropertyGPSDictionary = "{GPS}"
/// The press metadata of a picture: not reported.
public let kCGImagePropertyIPTCDictionary = "{IPTC}"
