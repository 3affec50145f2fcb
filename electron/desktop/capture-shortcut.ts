import type { CaptureState, GlobalKeys } from '#contract/desktop-features.ts';
import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';
import type { ElectronApi } from './electron-api.ts';

const log = logger('shortcut');

/** Electron's names of the keys that are not just capitalised. */
const KEY_NAMES: Readonly<Record<string, string>> = {
  mod: 'CommandOrControl',
  ctrl: 'Control',
  pageup: 'PageUp',
  pagedown: 'PageDown',
};

/** Converts keys of the settings to Electron's notation: `mod+alt+i` becomes `CommandOrControl+Alt+I`. */
function toAccelerator(keys: GlobalKeys): string {
  return keys
    .split('+')
    .map((part) => KEY_NAMES[part] ?? part.charAt(0).toUpperCase() + part.slice(1))
    .join('+');
}

/** Registers the global shortcut that opens the form of a new idea. */
export class CaptureShortcut {
  readonly #globalShortcut: ElectronApi['globalShortcut'];
  readonly #open: () => void;
  #keys: GlobalKeys | null = null;
  #registered: string | null = null;

  constructor(globalShortcut: ElectronApi['globalShortcut'], open: () => void) {
    this.#globalShortcut = globalShortcut;
    this.#open = open;
  }

  /** Replaces the registered keys; null registers none. */
  use(keys: GlobalKeys | null): void {
    if (keys === this.#keys) return;
    this.#keys = keys;
    if (this.#registered !== null) this.#globalShortcut.unregister(this.#registered);
    this.#registered = null;
    this.#register();
  }

  /** Tries again if another program had the keys, as it may have quit since. */
  state(): CaptureState {
    if (this.#keys === null) return 'off';
    if (this.#registered === null) this.#register();
    return this.#registered === null ? 'taken' : 'on';
  }

  #register(): void {
    if (this.#keys === null) return;
    const accelerator = toAccelerator(this.#keys);
    try {
      if (this.#globalShortcut.register(accelerator, this.#open)) this.#registered = accelerator;
    } catch (error) {
      log.warn('global shortcut not registered', describeError(error));
    }
  }
}
