import type { DetailKind } from '../details/details-entry.ts';
import type { MenuItem } from '../ui/menu-items.ts';

/** Names the script or idea whose title stands somewhere on the page. */
export interface TitleOf {
  readonly account: string;
  readonly kind: DetailKind;
  readonly id: number;
}

/** Returns the value of `data-renames`, which marks an element that shows a title. */
export const renames = (account: string, kind: DetailKind, id: number): string => `${account}/${kind}/${id}`;

/** Does the same for a project, whose title is its idea's or script's. */
export function projectRenames(account: string, project: string): string | undefined {
  const [, kind, id] = /^project:v1:(idea|script):([0-9]+)$/.exec(project) ?? [];
  return kind && id ? renames(account, kind as DetailKind, Number(id)) : undefined;
}

export function readRenames(value: string | undefined): TitleOf | null {
  const [, account, kind, id] = /^([a-z0-9-]+)\/(script|idea)\/(-?[0-9]+)$/.exec(value ?? '') ?? [];
  return account && kind && id ? { account, kind: kind as DetailKind, id: Number(id) } : null;
}

/** Returns further items for the menu of a title. */
type TitleMenu = (of: TitleOf) => readonly MenuItem[];

/** Holds which title is being renamed, and what pages add to the menu of a title. */
export class Titles {
  #renaming = $state.raw<{ readonly of: TitleOf; readonly element: HTMLElement } | null>(null);
  /** Is not reactive, so that the effect that adds a menu does not run again because of it. */
  #menus: readonly TitleMenu[] = [];

  get renaming(): { readonly of: TitleOf; readonly element: HTMLElement } | null {
    return this.#renaming;
  }

  /** Turns the title shown by an element into a field. */
  rename(element: HTMLElement): void {
    const of = readRenames(element.dataset['renames']);
    if (of) this.#renaming = { of, element };
  }

  /** Renames the title in focus, else the title of the page. Returns false if there is none. */
  renameHere(): boolean {
    const element = titleInFocus() ?? titleOfPage();
    if (element) this.rename(element);
    return element !== null;
  }

  done(): void {
    this.#renaming = null;
  }

  /** Returns a function that removes the items: for `$effect(() => app.titles.add(…))`. */
  add(menu: TitleMenu): () => void {
    this.#menus = [...this.#menus, menu];
    return () => {
      this.#menus = this.#menus.filter((one) => one !== menu);
    };
  }

  menuOf(of: TitleOf): readonly MenuItem[] {
    return this.#menus.flatMap((menu) => menu(of));
  }
}

const MARKED = '[data-renames]';

function titleInFocus(): HTMLElement | null {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement)) return null;
  const row = document.getElementById(focused.getAttribute('aria-activedescendant') ?? '');
  if (row) return row.querySelector<HTMLElement>(MARKED);
  return focused.closest<HTMLElement>(MARKED) ?? (focused.matches('a, button') ? focused.querySelector(MARKED) : null);
}

const titleOfPage = (): HTMLElement | null => document.querySelector<HTMLElement>('h1[data-renames], h2[data-renames]');

/** Returns the title that a menu is asked for: under the pointer, or in focus if a key asked. */
export function titleAt(event: MouseEvent): HTMLElement | null {
  const { target } = event;
  if (!(target instanceof Element)) return null;
  const row = target.closest('[role=option], li, h1, h2');
  const byKey = target === document.activeElement;
  const found = target.closest<HTMLElement>(MARKED) ?? row?.querySelector<HTMLElement>(MARKED);
  return found ?? (byKey ? titleInFocus() : null);
}
