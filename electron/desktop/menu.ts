import type { MenuItemConstructorOptions } from 'electron';
import { createTranslator, type Translate } from './labels.ts';

/** The page handles the item; it arrives there as the event `menu.command`. */
interface CommandItem {
  command: string;
  label: string;
  accelerator?: string;
}
/** The system handles the item. Undo and similar roles reach the editor as input events. */
interface RoleItem {
  role: NonNullable<MenuItemConstructorOptions['role']>;
}
type Item = CommandItem | RoleItem | { label: string; items: readonly Item[] } | '-';

interface MenuSection {
  label: string;
  role?: NonNullable<MenuItemConstructorOptions['role']>;
  items: readonly Item[];
}

/** Lists all menus. `mac` and `development` add the items that exist only there. */
function listSections({ mac, development }: { mac: boolean; development: boolean }): MenuSection[] {
  const settings: Item = { command: 'go.settings', label: 'Settings…', accelerator: 'CmdOrCtrl+,' };
  const application: MenuSection = {
    label: 'Cutaway',
    items: [
      { role: 'about' },
      '-',
      settings,
      '-',
      { role: 'services' },
      '-',
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      '-',
      { role: 'quit' },
    ],
  };
  const file: Item[] = [
    { command: 'idea.new', label: 'New Idea', accelerator: 'CmdOrCtrl+I' },
    { command: 'script.new', label: 'New Script', accelerator: 'CmdOrCtrl+N' },
    '-',
    { command: 'script.export', label: 'Export…', accelerator: 'CmdOrCtrl+Shift+E' },
    '-',
    ...(mac ? [] : [settings, '-' as const]),
    { role: 'close' },
    ...(mac ? [] : [{ role: 'quit' as const }]),
  ];
  const help: Item[] = [
    { command: 'help.shortcuts', label: 'Keyboard Shortcuts', accelerator: 'CmdOrCtrl+/' },
    { command: 'help.updates', label: 'Look for Updates…' },
    { command: 'help.licences', label: 'Licences' },
    ...(mac ? [] : ['-' as const, { role: 'about' as const }]),
  ];
  return [
    ...(mac ? [application] : []),
    { label: 'File', items: file },
    { label: 'Edit', items: listEditItems(mac) },
    { label: 'View', items: listViewItems(development) },
    { label: 'Go', items: listGoItems() },
    { label: 'Window', role: 'windowMenu', items: [] },
    { label: 'Help', role: 'help', items: help },
  ];
}

function listEditItems(mac: boolean): Item[] {
  return [
    { role: 'undo' },
    { role: 'redo' },
    '-',
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'pasteAndMatchStyle' },
    { role: 'selectAll' },
    '-',
    { command: 'edit.find', label: 'Find', accelerator: 'CmdOrCtrl+F' },
    { command: 'edit.replace', label: 'Find and Replace', accelerator: mac ? 'Cmd+Alt+F' : 'Ctrl+H' },
  ];
}

function listViewItems(development: boolean): Item[] {
  return [
    { command: 'view.palette', label: 'Command Palette', accelerator: 'CmdOrCtrl+K' },
    '-',
    { command: 'view.sidebar', label: 'Toggle Sidebar', accelerator: 'CmdOrCtrl+\\' },
    { command: 'view.inspector', label: 'Toggle Inspector', accelerator: 'CmdOrCtrl+Alt+\\' },
    {
      label: 'Theme',
      items: [
        { command: 'theme.system', label: 'System' },
        { command: 'theme.light', label: 'Light' },
        { command: 'theme.dark', label: 'Dark' },
      ],
    },
    '-',
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { role: 'togglefullscreen' },
    ...(development ? ['-' as const, { role: 'reload' as const }, { role: 'toggleDevTools' as const }] : []),
  ];
}

/** Lists the same screens as the rail, in the same order. */
function listGoItems(): Item[] {
  const screens = ['Home', 'Ideas', 'Scripts', 'Projects', 'Voices', 'Templates', 'Thumbnails', 'Video', 'Intel'];
  return screens.map((label, index) => ({
    command: `go.${label.toLowerCase()}`,
    label,
    accelerator: `CmdOrCtrl+${index + 1}`,
  }));
}

/** Electron labels roles in English only, so other languages take their labels from here. */
const ROLE_LABELS: Partial<Record<RoleItem['role'], string>> = {
  about: 'About Cutaway',
  services: 'Services',
  hide: 'Hide Cutaway',
  hideOthers: 'Hide Others',
  unhide: 'Show All',
  quit: 'Quit',
  close: 'Close Window',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  pasteAndMatchStyle: 'Paste and Match Style',
  selectAll: 'Select All',
  resetZoom: 'Actual Size',
  zoomIn: 'Zoom In',
  zoomOut: 'Zoom Out',
  togglefullscreen: 'Toggle Full Screen',
  reload: 'Reload',
  toggleDevTools: 'Toggle Developer Tools',
};

function buildItem(item: Item, run: (command: string) => void, translate: Translate): MenuItemConstructorOptions {
  if (item === '-') return { type: 'separator' };
  if ('role' in item) {
    const label = ROLE_LABELS[item.role];
    const translatedLabel = label === undefined ? label : translate(label);
    return {
      role: item.role,
      ...(translatedLabel === undefined || translatedLabel === label ? {} : { label: translatedLabel }),
    };
  }
  if ('items' in item)
    return { label: translate(item.label), submenu: item.items.map((child) => buildItem(child, run, translate)) };
  const { command, label, accelerator } = item;
  return { id: command, label: translate(label), ...(accelerator ? { accelerator } : {}), click: () => run(command) };
}

/** Builds Electron's menu template; `run` receives the command of the chosen item. */
export function buildMenu(
  environment: { mac: boolean; development: boolean },
  run: (command: string) => void,
  translate: Translate = createTranslator('en'),
): MenuItemConstructorOptions[] {
  return listSections(environment).map(({ label, role, items }) => ({
    label: translate(label),
    ...(role ? { role } : {}),
    // A role that brings its own items must not get an empty submenu.
    ...(items.length > 0 ? { submenu: items.map((item) => buildItem(item, run, translate)) } : {}),
  }));
}
