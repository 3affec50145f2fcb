import type { CaptureState, GlobalKeys } from '#contract/desktop-features.ts';
import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';
import { capitalize } from '#markdown/capitalize.ts';
import type { ElectronApi } from './electron-api.ts';

const log = logger('shortcut');

/** The keys whose name in Electron isn't just the capitalised key. */
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
    .map((part) => KEY_NAMES[part] ?? capitalize(part))
    .join('+');
}

/** Registers the global shortcut that opens the form of a new idea. */
export class CaptureShortcut {
  readonly #globalShortcut: ElectronApi['globalShortcut'];
  readonly #openIdeaForm: () => void;
  #keys: GlobalKeys | null = null;
  #registeredAccelerator: string | null = null;

  constructor(globalShortcut: ElectronApi['globalShortcut'], open: () => void) {
    this.#globalShortcut = globalShortcut;
    this.#openIdeaForm = open;
  }

  /** Replaces the registered keys; null registers none. */
  use(keys: GlobalKeys | null): void {
    if (keys === this.#keys) return;
    this.#keys = keys;
    if (this.#registeredAccelerator !== null) this.#globalShortcut.unregister(this.#registeredAccelerator);
    this.#registeredAccelerator = null;
    this.#register();
  }

  /** Returns the state, after another try if another program had the keys: it may have quit since. */
  getState(): CaptureState {
    if (this.#keys === null) return 'off';
    if (this.#registeredAccelerator === null) this.#register();
    return this.#registeredAccelerator === null ? 'taken' : 'on';
  }

  #register(): void {
    if (this.#keys === null) return;
    const accelerator = toAccelerator(this.#keys);
    try {
      if (this.#globalShortcut.register(accelerator, this.#openIdeaForm)) this.#registeredAccelerator = accelerator;
    } catch (error) {
      log.warn('global shortcut not registered', describeError(error));
    }
  }
}
