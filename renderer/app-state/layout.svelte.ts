import type { Settings } from './settings.svelte.ts';

/** In narrower windows the panes are drawers that buttons above the page open. In pixels; frame.css repeats them. */
export const INSPECTOR_DOCKS_FROM = 1100;
export const SIDEBAR_DOCKS_FROM = 960;

/** Tracks which panes are open. Docked panes are a setting; drawers open temporarily. */
export class Layout {
  readonly #settings: Settings;
  #width = $state.raw(1280);
  #availablePanes = $state.raw({ sidebar: false, inspector: false });
  #drawer = $state.raw<'sidebar' | 'inspector' | null>(null);

  /** True while only the page is shown, without the bars around it. */
  isBare = $state(false);

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  get available(): { readonly sidebar: boolean; readonly inspector: boolean } {
    return this.#availablePanes;
  }

  /** Only `Panes` may call this. */
  setAvailable(panes: { sidebar: boolean; inspector: boolean }): void {
    this.#availablePanes = panes;
  }

  get isSidebarDocked(): boolean {
    return this.#width >= SIDEBAR_DOCKS_FROM;
  }

  get isInspectorDocked(): boolean {
    return this.#width >= INSPECTOR_DOCKS_FROM;
  }

  get isSidebarOpen(): boolean {
    return this.isSidebarDocked ? this.#settings.value.sidebar : this.#drawer === 'sidebar';
  }

  get isInspectorOpen(): boolean {
    return this.isInspectorDocked ? this.#settings.value.inspector : this.#drawer === 'inspector';
  }

  toggleSidebar(): void {
    if (this.isSidebarDocked) void this.#settings.set({ sidebar: !this.#settings.value.sidebar });
    else this.#drawer = this.#drawer === 'sidebar' ? null : 'sidebar';
  }

  toggleInspector(): void {
    if (this.isInspectorDocked) void this.#settings.set({ inspector: !this.#settings.value.inspector });
    else this.#drawer = this.#drawer === 'inspector' ? null : 'inspector';
  }

  /** Shows the inspector, if the page has one. */
  showInspector(): void {
    if (!this.isInspectorOpen) this.toggleInspector();
  }

  closeDrawers(): void {
    this.#drawer = null;
  }

  link(page: Window): () => void {
    const updateWidth = (): void => {
      this.#width = page.innerWidth;
      if (this.isInspectorDocked || (this.#drawer === 'sidebar' && this.isSidebarDocked)) this.#drawer = null;
    };
    updateWidth();
    page.addEventListener('resize', updateWidth);
    return () => page.removeEventListener('resize', updateWidth);
  }
}
