import { EventEmitter } from 'node:events';

import { bus } from './runtime.ts';

export interface ShownNotification {
  readonly id: number;
  readonly title: string;
  readonly body: string;
}

const visibleNotifications = new Map<number, Notification>();
const newNotifications: ShownNotification[] = [];
let lastId = 0;

export class Notification extends EventEmitter implements Pick<Electron.Notification, 'show' | 'close' | 'title'> {
  readonly id = ++lastId;
  readonly title: string;
  readonly body: string;

  constructor({ title = '', body = '' }: Electron.NotificationConstructorOptions = {}) {
    super();
    this.title = title;
    this.body = body;
  }

  static isSupported(): boolean {
    return true;
  }

  show(): void {
    visibleNotifications.set(this.id, this);
    newNotifications.push({ id: this.id, title: this.title, body: this.body });
    this.emit('show', {});
    bus.emit('notification');
  }

  close(): void {
    if (visibleNotifications.delete(this.id)) this.emit('close', {});
  }
}

async function waitForNotification(): Promise<ShownNotification> {
  for (;;) {
    const notification = newNotifications.shift();
    if (notification) return notification;
    await new Promise((resolve) => bus.once('notification', resolve));
  }
}

export const notificationControls = {
  /** Waits for a notification; each is returned once. */
  next: waitForNotification,
  count: (): number => visibleNotifications.size,
  click: (id: number): void => {
    const notification = visibleNotifications.get(id);
    notification?.emit('click', {});
    notification?.close();
  },
};
