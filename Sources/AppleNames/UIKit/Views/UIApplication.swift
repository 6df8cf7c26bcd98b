// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// The names of the application's notifications, which the library never posts.
///
/// A program here is not an application; it makes views, draws them and ends.
public final class UIApplication: UIResponder {
  private override init() { super.init() }

  /// The name of a notification that a program may post itself.
  public static let didBecomeActiveNotification = Notification.Name("UIApplicationDidBecomeActiveNotification")
  /// The name of a notification that a program may post itself.
  public static let willResignActiveNotification = Notification.Name("UIApplicationWillResignActiveNotification")
  /// The name of a notification that a program may post itself.
  public static let didEnterBackgroundNotification = Notification.Name("UIApplicationDidEnterBackgroundNotification")
  /// The name of a notification that a program may post itself.
  public static let willEnterForegroundNotification = Notification.Name("UIApplicationWillEnterForegroundNotification")
  /// The name of a notification that a program may post itself.
  public static let willTerminateNotification = Notification.Name("UIApplicationWillTerminateNotification")
  /// The name of a notification that a program may post itself.
  public static let didReceiveMemoryWarningNotification = Notification.Name(
    "UIApplicationDidReceiveMemoryWarningNotification")
}
