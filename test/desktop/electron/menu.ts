import { EventEmitter } from 'node:events';

import { matches } from './accelerator.ts';
import { ROLES, type RoleWindow } from './menu-roles.ts';
import type { PressedKey } from './page/messages.ts';
import { bus } from './runtime.ts';

type Template = Electron.MenuItemConstructorOptions;
type Click = (item: MenuItem, window: RoleWindow | undefined, event: object) => void;

/** Shows a menu as a test sees it: labels by level; a separator is `-`. */
export type MenuLabels = readonly (string | { readonly label: string; readonly items: MenuLabels })[];

let lastCommand = 0;

export class MenuItem {
  readonly commandId = ++lastCommand;
  readonly id: string | undefined;
  readonly type: NonNullable<Template['type']>;
  readonly role: Template['role'];
  readonly accelerator: string | undefined;
  readonly submenu: Menu | undefined;
  label: string;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  readonly #click: Click | undefined;

  constructor(template: Template) {
    const known = template.role === undefined ? undefined : ROLES[template.role];
    const submenu = template.submenu ?? known?.submenu?.map((role) => ({ role }));
    this.id = template.id;
    this.role = template.role;
    this.label = template.label ?? known?.label ?? template.role ?? '';
    this.accelerator = (template.accelerator as string | undefined) ?? known?.accelerator;
    this.submenu = Array.isArray(submenu) ? Menu.buildFromTemplate(submenu as Template[]) : undefined;
    this.type = template.type ?? (this.submenu ? 'submenu' : 'normal');
    this.enabled = template.enabled ?? true;
    this.visible = template.visible ?? true;
    this.checked = template.checked ?? false;
    this.#click = template.click as Click | undefined;
  }

  /** True if the page itself does what the keys of this item say. */
  get leftToPage(): boolean {
    return this.#click === undefined && this.role !== undefined && ROLES[this.role]?.byPage === true;
  }

  choose(window: RoleWindow | null): void {
    if (!this.enabled || !this.visible) throw new Error(`“${this.label}” can’t be chosen.`);
    if (this.type === 'checkbox') this.checked = !this.checked;
    if (this.type === 'radio') this.checked = true;
    if (this.#click) this.#click(this, window ?? undefined, {});
    else if (this.role === 'quit') bus.emit('quit-chosen');
    else if (this.role !== undefined) ROLES[this.role]?.run?.(window);
  }
}

let application: Menu | null = null;
let focused: () => RoleWindow | null = () => null;
let open: { menu: Menu; window: RoleWindow | null; close: () => void } | undefined;

export class Menu extends EventEmitter {
  readonly items: MenuItem[] = [];

  static buildFromTemplate(template: readonly (Template | MenuItem)[]): Menu {
    const menu = new Menu();
    for (const item of template) menu.append(item instanceof MenuItem ? item : new MenuItem(item));
    return menu;
  }

  static setApplicationMenu(menu: Menu | null): void {
    application = menu;
  }

  static getApplicationMenu(): Menu | null {
    return application;
  }

  append(item: MenuItem): void {
    this.items.push(item);
  }

  insert(position: number, item: MenuItem): void {
    this.items.splice(position, 0, item);
  }

  getMenuItemById(id: string): MenuItem | null {
    return this.all().find((item) => item.id === id) ?? null;
  }

  popup({ window, callback }: { window?: RoleWindow; callback?: () => void } = {}): void {
    open?.close();
    const close = (): void => {
      open = undefined;
      this.emit('menu-will-close', {});
      callback?.();
    };
    open = { menu: this, window: window ?? focused(), close };
    this.emit('menu-will-show', {});
    bus.emit('popup');
  }

  closePopup(): void {
    if (open?.menu === this) open.close();
  }

  all(): MenuItem[] {
    return this.items.flatMap((item) => [item, ...(item.submenu?.all() ?? [])]);
  }

  find(path: readonly string[]): MenuItem {
    const [label, ...rest] = path;
    const item = this.items.find((one) => one.visible && one.label === label);
    if (!item) throw new Error(`There is no “${label}” in ${JSON.stringify(labels(this))}.`);
    if (rest.length === 0) return item;
    if (!item.submenu) throw new Error(`“${label}” is no menu.`);
    return item.submenu.find(rest);
  }
}

const labels = (menu: Menu): MenuLabels =>
  menu.items
    .filter(({ visible }) => visible)
    .map(({ type, label, submenu }) => {
      if (type === 'separator') return '-';
      return submenu ? { label, items: labels(submenu) } : label;
    });

/** Follows which window is in front; a menu's roles work on it. */
export function followFocus(getFocused: () => RoleWindow | null): void {
  focused = getFocused;
}

/** Runs the application menu's item for a key that the page did not take. */
export function pressInMenu(pressed: PressedKey, window: RoleWindow): void {
  const item = application
    ?.all()
    .find((one) => one.enabled && one.accelerator !== undefined && matches(one.accelerator, pressed));
  if (item && !item.leftToPage) item.choose(window);
}

function opened(): NonNullable<typeof open> {
  if (!open) throw new Error('No context menu is open.');
  return open;
}

export const menuControls = {
  labels: (): MenuLabels => (application ? labels(application) : []),
  /** Chooses an item of the application menu by the labels that lead to it. */
  choose: (...path: string[]): void => {
    if (!application) throw new Error('There is no application menu.');
    application.find(path).choose(focused());
  },
  /** Waits for a context menu and returns its labels. */
  popup: async (): Promise<MenuLabels> => {
    while (!open) await new Promise((resolve) => bus.once('popup', resolve));
    return labels(open.menu);
  },
  /** Chooses an item of the open context menu, which closes it. */
  chooseInPopup: (...path: string[]): void => {
    const { menu, window, close } = opened();
    const item = menu.find(path);
    close();
    item.choose(window);
  },
  dismissPopup: (): void => opened().close(),
};
