import { EventEmitter } from 'node:events';

import { matches } from './accelerator.ts';
import { ROLES, type RoleWindow } from './menu-roles.ts';
import type { PressedKey } from './page/messages.ts';
import { bus } from './runtime.ts';

type Template = Electron.MenuItemConstructorOptions;
type Click = (item: MenuItem, window: RoleWindow | undefined, event: object) => void;

/** A menu as a test sees it: labels by level; a separator is `-`. */
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
    const roleItem = template.role === undefined ? undefined : ROLES[template.role];
    const submenu = template.submenu ?? roleItem?.submenu?.map((role) => ({ role }));
    this.id = template.id;
    this.role = template.role;
    this.label = template.label ?? roleItem?.label ?? template.role ?? '';
    this.accelerator = (template.accelerator as string | undefined) ?? roleItem?.accelerator;
    this.submenu = Array.isArray(submenu) ? Menu.buildFromTemplate(submenu as Template[]) : undefined;
    this.type = template.type ?? (this.submenu ? 'submenu' : 'normal');
    this.enabled = template.enabled ?? true;
    this.visible = template.visible ?? true;
    this.checked = template.checked ?? false;
    this.#click = template.click as Click | undefined;
  }

  /** True if the page itself handles the keys of this item. */
  get isHandledByPage(): boolean {
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

let applicationMenu: Menu | null = null;
let getFocusedWindow: () => RoleWindow | null = () => null;
let openPopup: { menu: Menu; window: RoleWindow | null; close: () => void } | undefined;

export class Menu extends EventEmitter {
  readonly items: MenuItem[] = [];

  static buildFromTemplate(template: readonly (Template | MenuItem)[]): Menu {
    const menu = new Menu();
    for (const item of template) menu.append(item instanceof MenuItem ? item : new MenuItem(item));
    return menu;
  }

  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu;
  }

  static getApplicationMenu(): Menu | null {
    return applicationMenu;
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
    openPopup?.close();
    const close = (): void => {
      openPopup = undefined;
      this.emit('menu-will-close', {});
      callback?.();
    };
    openPopup = { menu: this, window: window ?? getFocusedWindow(), close };
    this.emit('menu-will-show', {});
    bus.emit('popup');
  }

  closePopup(): void {
    if (openPopup?.menu === this) openPopup.close();
  }

  all(): MenuItem[] {
    return this.items.flatMap((item) => [item, ...(item.submenu?.all() ?? [])]);
  }

  find(path: readonly string[]): MenuItem {
    const [label, ...rest] = path;
    const item = this.items.find((one) => one.visible && one.label === label);
    if (!item) throw new Error(`There is no “${label}” in ${JSON.stringify(listLabels(this))}.`);
    if (rest.length === 0) return item;
    if (!item.submenu) throw new Error(`“${label}” is no menu.`);
    return item.submenu.find(rest);
  }
}

const listLabels = (menu: Menu): MenuLabels =>
  menu.items
    .filter(({ visible }) => visible)
    .map(({ type, label, submenu }) => {
      if (type === 'separator') return '-';
      return submenu ? { label, items: listLabels(submenu) } : label;
    });

/** Sets how to find the focused window, on which a menu's roles work. */
export function followFocus(getWindow: () => RoleWindow | null): void {
  getFocusedWindow = getWindow;
}

/** Runs the application menu's item for a key that the page did not handle. */
export function pressInMenu(pressedKey: PressedKey, window: RoleWindow): void {
  const item = applicationMenu
    ?.all()
    .find((one) => one.enabled && one.accelerator !== undefined && matches(one.accelerator, pressedKey));
  if (item && !item.isHandledByPage) item.choose(window);
}

function requireOpenPopup(): NonNullable<typeof openPopup> {
  if (!openPopup) throw new Error('No context menu is open.');
  return openPopup;
}

export const menuControls = {
  labels: (): MenuLabels => (applicationMenu ? listLabels(applicationMenu) : []),
  /** Chooses an item of the application menu by the path of labels. */
  choose: (...path: string[]): void => {
    if (!applicationMenu) throw new Error('There is no application menu.');
    applicationMenu.find(path).choose(getFocusedWindow());
  },
  /** Waits for a context menu and returns its labels. */
  popup: async (): Promise<MenuLabels> => {
    while (!openPopup) await new Promise((resolve) => bus.once('popup', resolve));
    return listLabels(openPopup.menu);
  },
  /** Chooses an item of the open context menu, which closes it. */
  chooseInPopup: (...path: string[]): void => {
    const { menu, window, close } = requireOpenPopup();
    const item = menu.find(path);
    close();
    item.choose(window);
  },
  dismissPopup: (): void => requireOpenPopup().close(),
};
