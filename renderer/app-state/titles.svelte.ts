import type { DetailKind } from '../details/details-entry.ts';
import type { MenuItem } from '../ui/menu-items.ts';

/** The script or idea that a title on the page belongs to. */
export interface TitleTarget {
  readonly account: string;
  readonly kind: DetailKind;
  readonly id: number;
}

/** Returns the value of `data-rename-key`, which marks an element that shows a title. */
export const formatRenameKey = (account: string, kind: DetailKind, id: number): string => `${account}/${kind}/${id}`;

/** Returns the value of `data-rename-key` for a project, whose title is that of its idea or script. */
export function formatProjectRenameKey(account: string, project: string): string | undefined {
  const [, kind, id] = /^project:v1:(idea|script):([0-9]+)$/.exec(project) ?? [];
  return kind && id ? formatRenameKey(account, kind as DetailKind, Number(id)) : undefined;
}

export function parseRenameKey(value: string | undefined): TitleTarget | null {
  const [, account, kind, id] = /^([a-z0-9-]+)\/(script|idea)\/(-?[0-9]+)$/.exec(value ?? '') ?? [];
  return account && kind && id ? { account, kind: kind as DetailKind, id: Number(id) } : null;
}

/** Returns further items for the menu of a title. */
type TitleMenu = (target: TitleTarget) => readonly MenuItem[];

/** The title being renamed, and the items that pages add to the menu of a title. */
export class Titles {
  #renaming = $state.raw<{ readonly target: TitleTarget; readonly element: HTMLElement } | null>(null);
  /** Not reactive, because the effect that adds a menu must not depend on the list. */
  #menus: readonly TitleMenu[] = [];

  get renaming(): { readonly target: TitleTarget; readonly element: HTMLElement } | null {
    return this.#renaming;
  }

  /** Turns the title shown by an element into a field. */
  rename(element: HTMLElement): void {
    const target = parseRenameKey(element.dataset['renameKey']);
    if (target) this.#renaming = { target, element };
  }

  /** Renames the title in focus, else the title of the page. Returns false if there is none. */
  renameFocused(): boolean {
    const element = findFocusedTitle() ?? findPageTitle();
    if (element) this.rename(element);
    return element !== null;
  }

  stopRenaming(): void {
    this.#renaming = null;
  }

  /** Returns a function that removes the items: for `$effect(() => app.titles.add(…))`. */
  add(menu: TitleMenu): () => void {
    this.#menus = [...this.#menus, menu];
    return () => {
      this.#menus = this.#menus.filter((other) => other !== menu);
    };
  }

  getMenuItems(target: TitleTarget): readonly MenuItem[] {
    return this.#menus.flatMap((menu) => menu(target));
  }
}

const TITLE_SELECTOR = '[data-rename-key]';

function findFocusedTitle(): HTMLElement | null {
  const focusedElement = document.activeElement;
  if (!(focusedElement instanceof HTMLElement)) return null;
  const row = document.getElementById(focusedElement.getAttribute('aria-activedescendant') ?? '');
  if (row) return row.querySelector<HTMLElement>(TITLE_SELECTOR);
  return (
    focusedElement.closest<HTMLElement>(TITLE_SELECTOR) ??
    (focusedElement.matches('a, button') ? focusedElement.querySelector(TITLE_SELECTOR) : null)
  );
}

const findPageTitle = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('h1[data-rename-key], h2[data-rename-key]');

/** Returns the title that a context menu belongs to: the one under the pointer, or the focused one for a key. */
export function findTitleAt(event: MouseEvent): HTMLElement | null {
  const { target } = event;
  if (!(target instanceof Element)) return null;
  const row = target.closest('[role=option], li, h1, h2');
  const isFromKeyboard = target === document.activeElement;
  const title = target.closest<HTMLElement>(TITLE_SELECTOR) ?? row?.querySelector<HTMLElement>(TITLE_SELECTOR);
  return title ?? (isFromKeyboard ? findFocusedTitle() : null);
}
