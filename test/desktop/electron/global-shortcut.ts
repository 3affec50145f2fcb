import { options } from './runtime.ts';
import { requireReady } from './readiness.ts';

const takenKeys = new Set(options.takenKeys);
const actionsByKeys = new Map<string, () => void>();

export const globalShortcut: Pick<
  Electron.GlobalShortcut,
  'register' | 'unregister' | 'unregisterAll' | 'isRegistered'
> = {
  register(accelerator, callback) {
    requireReady('globalShortcut');
    if (takenKeys.has(accelerator) || actionsByKeys.has(accelerator)) return false;
    actionsByKeys.set(accelerator, callback);
    return true;
  },
  unregister: (accelerator) => void actionsByKeys.delete(accelerator),
  unregisterAll: () => actionsByKeys.clear(),
  isRegistered: (accelerator) => actionsByKeys.has(accelerator),
};

export const globalShortcutControls = {
  /** Lets another program own keys, or give them back. */
  take: (accelerator: string): void => void takenKeys.add(accelerator),
  release: (accelerator: string): void => void takenKeys.delete(accelerator),
  registered: (): string[] => [...actionsByKeys.keys()],
  /** Presses a shortcut while any program is in front; returns whether the app owns it. */
  press: (accelerator: string): boolean => {
    const callback = actionsByKeys.get(accelerator);
    callback?.();
    return callback !== undefined;
  },
};
