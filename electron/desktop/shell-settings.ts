import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import { Settings } from '#contract/settings.ts';
import type { CaptureState, SpellingState } from '#contract/desktop-features.ts';
import { CaptureShortcut } from './capture-shortcut.ts';
import type { ElectronApi } from './electron-api.ts';
import { preventDictionaryDownloads, SpellChecker } from './spell-checker.ts';
import type { AppWindow } from './window.ts';

const ShellSettingsPart = Settings.pick({ theme: true, capture_keys: true, spelling: true }).partial();

/** Applies the settings that the shell itself follows: theme of native menus and dialogs, global shortcut, spell checker. */
export class ShellSettings {
  readonly #electron: ElectronApi;
  readonly #window: AppWindow;
  readonly #isMac: boolean;
  readonly #capture: CaptureShortcut;
  #spelling: SpellChecker | undefined;

  constructor(electron: ElectronApi, window: AppWindow, isMac: boolean) {
    this.#electron = electron;
    this.#window = window;
    this.#isMac = isMac;
    this.#capture = new CaptureShortcut(electron.globalShortcut, () => window.openRoute('/ideas/new'));
    if (!isMac) electron.app.on('session-created', preventDictionaryDownloads);
  }

  /** Call it when the app is ready, because there is no session before. */
  initialize(): void {
    this.#spelling = new SpellChecker(this.#electron.session.defaultSession, this.#isMac, (state) =>
      this.#window.broadcast('spelling.changed', state),
    );
  }

  /** Applies settings, with the defaults for unknown or missing values. */
  apply(settings: unknown): void {
    const { data = {} } = ShellSettingsPart.safeParse(settings);
    this.#electron.nativeTheme.themeSource = data.theme ?? DEFAULT_SETTINGS.theme;
    this.#capture.use(data.capture_keys ?? null);
    this.#spelling?.setLanguages(data.spelling ?? []);
  }

  getCaptureState(): CaptureState {
    return this.#capture.getState();
  }

  getSpellingState(): SpellingState {
    return this.#spelling?.getState() ?? { by: 'system' };
  }

  /** Returns whether the app itself, not one of its pages, may make a request to this address. */
  allowsRequest(url: string): boolean {
    return this.#spelling?.isDictionaryRequest(url) ?? false;
  }
}
