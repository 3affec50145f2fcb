import { EventEmitter } from 'node:events';

import { bus } from './runtime.ts';

export interface ShownNotification {
  readonly id: number;
  readonly title: string;
  readonly body: string;
}

const shown = new Map<number, Notification>();
const unseen: ShownNotification[] = [];
let last = 0;

export class Notification extends EventEmitter implements Pick<Electron.Notification, 'show' | 'close' | 'title'> {
  readonly id = ++last;
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
    shown.set(this.id, this);
    unseen.push({ id: this.id, title: this.title, body: this.body });
    this.emit('show', {});
    bus.emit('notification');
  }

  close(): void {
    if (shown.delete(this.id)) this.emit('close', {});
  }
}

async function next(): Promise<ShownNotification> {
  for (;;) {
    const found = unseen.shift();
    if (found) return found;
    await new Promise((resolve) => bus.once('notification', resolve));
  }
}

export const notificationControls = {
  /** Waits for a notification; each is returned once. */
  next,
  count: (): number => shown.size,
  click: (id: number): void => {
    const notification = shown.get(id);
    notification?.emit('click', {});
    notification?.close();
  },
};
