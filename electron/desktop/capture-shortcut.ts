import type { CaptureState, GlobalKeys } from '#contract/desktop-features.ts';
import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';
import type { ElectronApi } from './electron-api.ts';

const log = logger('shortcut');

/** Names Electron's parts that are not just capitalised. */
const NAMES: Readonly<Record<string, string>> = {
  mod: 'CommandOrControl',
  ctrl: 'Control',
  pageup: 'PageUp',
  pagedown: 'PageDown',
};

/** Returns keys of the settings as Electron writes them: `mod+alt+i` becomes `CommandOrControl+Alt+I`. */
function acceleratorOf(keys: GlobalKeys): string {
  return keys
    .split('+')
    .map((part) => NAMES[part] ?? part.charAt(0).toUpperCase() + part.slice(1))
    .join('+');
}

/** Holds the keys that open the form of a new idea while another program is in front. */
export class CaptureShortcut {
  readonly #globalShortcut: ElectronApi['globalShortcut'];
  readonly #open: () => void;
  #wanted: GlobalKeys | null = null;
  #held: string | null = null;

  constructor(globalShortcut: ElectronApi['globalShortcut'], open: () => void) {
    this.#globalShortcut = globalShortcut;
    this.#open = open;
  }

  /** Gives back the keys used so far and takes these; null takes none. */
  use(keys: GlobalKeys | null): void {
    if (keys === this.#wanted) return;
    this.#wanted = keys;
    if (this.#held !== null) this.#globalShortcut.unregister(this.#held);
    this.#held = null;
    this.#take();
  }

  /** Tries again if another program had the keys, as it may have ended. */
  state(): CaptureState {
    if (this.#wanted === null) return 'off';
    if (this.#held === null) this.#take();
    return this.#held === null ? 'taken' : 'on';
  }

  #take(): void {
    if (this.#wanted === null) return;
    const accelerator = acceleratorOf(this.#wanted);
    try {
      if (this.#globalShortcut.register(accelerator, this.#open)) this.#held = accelerator;
    } catch (error) {
      log.warn('global shortcut not registered', describeError(error));
    }
  }
}
