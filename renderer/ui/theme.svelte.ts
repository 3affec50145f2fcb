/** The user's choice; `system` follows the machine. */
export type ThemeChoice = 'system' | 'light' | 'dark';

/** Sets `data-theme` to light or dark on the root element, and removes it while the system decides. */
export class Theme {
  readonly #root: HTMLElement;
  readonly #systemDark: MediaQueryList | undefined;
  readonly #remember: ((choice: ThemeChoice) => void) | undefined;
  #choice = $state.raw<ThemeChoice>('system');
  #isDark = $state.raw(false);

  constructor(options: { choice?: ThemeChoice; root?: HTMLElement; remember?: (choice: ThemeChoice) => void } = {}) {
    this.#root = options.root ?? document.documentElement;
    this.#remember = options.remember;
    this.#systemDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
    this.#apply(options.choice ?? 'system');
  }

  get choice(): ThemeChoice {
    return this.#choice;
  }

  /** Returns the theme that is shown, whether chosen or set by the system. */
  get shown(): 'light' | 'dark' {
    return (this.#choice === 'system' ? this.#isDark : this.#choice === 'dark') ? 'dark' : 'light';
  }

  choose(choice: ThemeChoice): void {
    this.#apply(choice);
    this.#remember?.(choice);
  }

  /** Follows the system while linked. Returns a function that stops it. */
  link(): () => void {
    const updateSystemTheme = (): void => {
      this.#isDark = this.#systemDark?.matches ?? false;
    };
    this.#systemDark?.addEventListener('change', updateSystemTheme);
    return () => this.#systemDark?.removeEventListener('change', updateSystemTheme);
  }

  #apply(choice: ThemeChoice): void {
    this.#choice = choice;
    this.#isDark = this.#systemDark?.matches ?? false;
    if (choice === 'system') delete this.#root.dataset['theme'];
    else this.#root.dataset['theme'] = choice;
  }
}
