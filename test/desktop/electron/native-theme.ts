import { EventEmitter } from 'node:events';

import { options } from './runtime.ts';

type Source = Electron.NativeTheme['themeSource'];

class NativeTheme
  extends EventEmitter
  implements Pick<Electron.NativeTheme, 'shouldUseDarkColors' | 'themeSource' | 'shouldUseHighContrastColors'>
{
  readonly shouldUseHighContrastColors = false;
  #source: Source = 'system';
  #systemDark = options.dark;

  get shouldUseDarkColors(): boolean {
    return this.#source === 'system' ? this.#systemDark : this.#source === 'dark';
  }

  get themeSource(): Source {
    return this.#source;
  }

  set themeSource(source: Source) {
    this.#change(() => (this.#source = source));
  }

  set systemDark(dark: boolean) {
    this.#change(() => (this.#systemDark = dark));
  }

  #change(change: () => void): void {
    const before = this.shouldUseDarkColors;
    change();
    if (this.shouldUseDarkColors !== before) this.emit('updated');
  }
}

export const nativeTheme = new NativeTheme();

export const themeControls = {
  /** Plays a person who changes the system's theme. */
  setSystemDark: (dark: boolean): void => void (nativeTheme.systemDark = dark),
};
