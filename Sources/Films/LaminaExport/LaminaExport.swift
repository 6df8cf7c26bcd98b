// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The interface uses types of LaminaVideo: rates, clips, sounds.
@_exported public import LaminaVideo
