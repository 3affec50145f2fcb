import type { HostPorts } from '../host/ports.ts';
import type { NotificationClass } from './pieces.ts';

interface NotificationOptions {
  Notification: NotificationClass;
  /** Whether a person is looking at the studio right now. */
  isFocused: () => boolean;
  /** Brings the studio to the front and opens the route. */
  openRoute: (route: string) => void;
}

/** Tells the person through the system, but only when they are not looking at the studio anyway. */
export function createNotifier({ Notification, isFocused, openRoute }: NotificationOptions): HostPorts['notify'] {
  // Held until clicked: a notification that was collected as garbage does not answer a click.
  const shown = new Set<object>();
  return ({ title, body, route }) => {
    if (isFocused() || !Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    shown.add(notification);
    const forget = (): void => void shown.delete(notification);
    notification.on('close', forget);
    notification.on('click', () => {
      forget();
      openRoute(route);
    });
    notification.show();
  };
}
