/** Repeats the labels, keys and effects that Electron gives to items with a role. */
type Role = NonNullable<Electron.MenuItemConstructorOptions['role']>;

/** The part of a window that roles use. */
export interface RoleWindow {
  close(): void;
  minimize(): void;
  setFullScreen(flag: boolean): void;
  isFullScreen(): boolean;
  readonly webContents: {
    reload(): void;
    toggleDevTools(): void;
    edit(command: string): Promise<void>;
    getZoomLevel(): number;
    setZoomLevel(level: number): void;
  };
}

interface RoleItem {
  readonly label: string;
  readonly accelerator?: string;
  /** True if its keys work in the page without the menu. */
  readonly byPage?: true;
  readonly run?: (window: RoleWindow | null) => void;
  readonly submenu?: readonly Role[];
}

const edit = (label: string, accelerator: string, command: string): RoleItem => ({
  label,
  accelerator,
  byPage: true,
  run: (window) => void window?.webContents.edit(command),
});

const zoom = (label: string, accelerator: string, getNextLevel: (level: number) => number): RoleItem => ({
  label,
  accelerator,
  run: (window) => window?.webContents.setZoomLevel(getNextLevel(window.webContents.getZoomLevel())),
});

export const ROLES: Partial<Record<Role, RoleItem>> = {
  about: { label: 'About' },
  services: { label: 'Services' },
  hide: { label: 'Hide' },
  hideOthers: { label: 'Hide Others' },
  unhide: { label: 'Show All' },
  quit: { label: 'Quit', accelerator: 'CmdOrCtrl+Q' },
  close: { label: 'Close Window', accelerator: 'CmdOrCtrl+W', run: (window) => window?.close() },
  minimize: { label: 'Minimize', accelerator: 'CmdOrCtrl+M', run: (window) => window?.minimize() },
  zoom: { label: 'Zoom' },
  front: { label: 'Bring All to Front' },
  undo: edit('Undo', 'CmdOrCtrl+Z', 'Undo'),
  redo: edit('Redo', 'Shift+CmdOrCtrl+Z', 'Redo'),
  cut: edit('Cut', 'CmdOrCtrl+X', 'Cut'),
  copy: edit('Copy', 'CmdOrCtrl+C', 'Copy'),
  paste: edit('Paste', 'CmdOrCtrl+V', 'Paste'),
  pasteAndMatchStyle: edit('Paste and Match Style', 'CmdOrCtrl+Shift+V', 'PasteAndMatchStyle'),
  delete: { label: 'Delete', run: (window) => void window?.webContents.edit('Delete') },
  selectAll: edit('Select All', 'CmdOrCtrl+A', 'SelectAll'),
  reload: { label: 'Reload', accelerator: 'CmdOrCtrl+R', run: (window) => window?.webContents.reload() },
  toggleDevTools: {
    label: 'Toggle Developer Tools',
    accelerator: 'Ctrl+Shift+I',
    run: (window) => window?.webContents.toggleDevTools(),
  },
  resetZoom: zoom('Actual Size', 'CmdOrCtrl+0', () => 0),
  zoomIn: zoom('Zoom In', 'CmdOrCtrl+Plus', (level) => level + 0.5),
  zoomOut: zoom('Zoom Out', 'CmdOrCtrl+-', (level) => level - 0.5),
  togglefullscreen: {
    label: 'Toggle Full Screen',
    accelerator: 'F11',
    run: (window) => window?.setFullScreen(!window.isFullScreen()),
  },
  windowMenu: { label: 'Window', submenu: ['minimize', 'zoom', 'close'] },
  help: { label: 'Help' },
};
