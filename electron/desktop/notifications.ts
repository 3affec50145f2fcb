import type { HostPorts } from '../host/ports.ts';
import type { NotificationClass } from './electron-api.ts';

interface NotificationOptions {
  Notification: NotificationClass;
  isFocused: () => boolean;
  openRoute: (route: string) => void;
}

/** Shows system notifications, but only while the person is not looking at the app. */
export function createNotifier({ Notification, isFocused, openRoute }: NotificationOptions): HostPorts['notify'] {
  // Keeps notifications until they are clicked: a garbage-collected one ignores clicks.
  const openNotifications = new Set<object>();
  return ({ title, body, route }) => {
    if (isFocused() || !Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    openNotifications.add(notification);
    const forget = (): void => void openNotifications.delete(notification);
    notification.on('close', forget);
    notification.on('click', () => {
      forget();
      openRoute(route);
    });
    notification.show();
  };
}
