// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import LaminaCoreFoundation

/// The number of the type of sources of pictures.
public func CGImageSourceGetTypeID() -> CFTypeID { TypeNumber.imageSource.rawValue }

/// The number of the type of destinations of pictures.
public func CGImageDestinationGetTypeID() -> CFTypeID { TypeNumber.imageDestination.rawValue }

extension CGImageSource: NumberedType {
  package static var typeNumber: TypeNumber { .imageSource }
}

extension CGImageDestination: NumberedType {
  package static var typeNumber: TypeNumber { .imageDestination }
}
