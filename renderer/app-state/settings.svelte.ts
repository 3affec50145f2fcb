import type { Settings as SettingsValue } from '#contract/settings.ts';

import type { Bridge } from '../bridge/bridge.ts';

/** Shows a changed setting at once and stores it in the host. */
export class Settings {
  readonly #bridge: Bridge;
  readonly #saveForNextStart: (value: SettingsValue) => void;
  #value: SettingsValue;
  #pendingChanges = 0;

  constructor(bridge: Bridge, initial: SettingsValue, remember: (value: SettingsValue) => void) {
    this.#bridge = bridge;
    this.#saveForNextStart = remember;
    this.#value = $state.raw(initial);
    bridge.subscribe('settings.changed', (value) => {
      // While this window saves a change, the answer to that change counts instead.
      if (this.#pendingChanges === 0) this.apply(value);
    });
  }

  apply(value: SettingsValue): void {
    this.#value = value;
    this.#saveForNextStart(value);
  }

  get value(): SettingsValue {
    return this.#value;
  }

  /** Rejects with a BridgeError if the host could not store the change; it still applies in this window. */
  async set(change: Partial<SettingsValue>): Promise<void> {
    this.apply({ ...this.#value, ...change });
    this.#pendingChanges++;
    try {
      const storedSettings = await this.#bridge.invoke('settings.set', change);
      if (this.#pendingChanges === 1) this.apply(storedSettings);
    } finally {
      this.#pendingChanges--;
    }
  }
}
