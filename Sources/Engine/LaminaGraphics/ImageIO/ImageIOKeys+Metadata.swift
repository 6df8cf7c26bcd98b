// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Options for what a file says beside its pixels. A destination writes pixels, size and colours alone, so whatever
// these leave out is not in the file; one that is given them says in its diagnostics that they have no effect.

/// Leaves out the place where a picture was taken: it is never written.
public let kCGImageMetadataShouldExcludeGPS = "kCGImageMetadataShouldExcludeGPS"
/// Leaves out what is in XMP: it is never written.
public let kCGImageMetadataShouldExcludeXMP = "kCGImageMetadataShouldExcludeXMP"
/// What a file says of a picture, as a whole: it is not written.
public let kCGImageDestinationMetadata = "kCGImageDestinationMetadata"
/// Whether that is added to what is there already: there is nothing to add to.
public let kCGImageDestinationMergeMetadata = "kCGImageDestinationMergeMetadata"
/// When a picture was taken: it is not written.
public let kCGImageDestinationDateTime = "kCGImageDestinationDateTime"
/// Which way up a picture is shown, in metadata: it is not written, since ``kCGImagePropertyOrientation`` turns the
/// pixels.
public let kCGImageDestinationOrientation = "kCGImageDestinationOrientation"
/// Whether light that a picture has for brighter screens is kept: it is not written.
public let kCGImageDestinationPreserveGainMap = "kCGImageDestinationPreserveGainMap"
