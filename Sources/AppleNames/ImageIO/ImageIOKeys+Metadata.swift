// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Options for the metadata of a file. A destination writes pixels, size and colours alone, so the metadata that these
// options leave out is never in the file; a destination that receives them reports in its diagnostics that they have no
// effect.

/// Leaves out the place where a picture was taken, which is never written.
public let kCGImageMetadataShouldExcludeGPS = "kCGImageMetadataShouldExcludeGPS"
/// Leaves out XMP metadata, which is never written.
public let kCGImageMetadataShouldExcludeXMP = "kCGImageMetadataShouldExcludeXMP"
/// All metadata of a picture: it is not written.
public let kCGImageDestinationMetadata = "kCGImageDestinationMetadata"
/// Whether the metadata is added to existing metadata: ignored, since there is none.
public let kCGImageDestinationMergeMetadata = "kCGImageDestinationMergeMetadata"
/// The time when a picture was taken: it is not written.
public let kCGImageDestinationDateTime = "kCGImageDestinationDateTime"
/// The orientation of a picture, in metadata: it is not written, since ``kCGImagePropertyOrientation`` turns the
/// pixels.
public let kCGImageDestinationOrientation = "kCGImageDestinationOrientation"
/// Whether a gain map for brighter screens is kept: it is not written.
public let kCGImageDestinationPreserveGainMap = "kCGImageDestinationPreserveGainMap"
