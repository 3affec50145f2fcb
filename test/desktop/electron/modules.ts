/** The modules of the `electron` module that the product uses. */
export { app } from './app.ts';
export { BrowserWindow } from './browser-window.ts';
export { clipboard } from './clipboard.ts';
export { crashReporter } from './crash-reporter.ts';
export { dialog } from './dialog.ts';
export { globalShortcut } from './global-shortcut.ts';
export { ipcMain } from './ipc-main.ts';
export { Menu, MenuItem } from './menu.ts';
export { nativeTheme } from './native-theme.ts';
export { net } from './net.ts';
export { Notification } from './notification.ts';
export { powerMonitor } from './power-monitor.ts';
export { protocol } from './protocol.ts';
export { screen } from './screen.ts';
export { session } from './session.ts';
export { shell } from './shell.ts';
export { utilityProcess } from './utility-process.ts';
export { webContents } from './web-contents.ts';
