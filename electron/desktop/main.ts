/** The entry point of the desktop shell, and the only file that imports values from Electron. */
import { join } from 'node:path';
import {
  app,
  BrowserWindow,
  crashReporter,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  nativeTheme,
  Notification,
  protocol,
  screen,
  session,
  shell,
  utilityProcess,
} from 'electron';
import { writeDurable } from '#platform/durable-file.ts';
import { createHost } from '../host/host.ts';
import { parseDesktopArguments, type DesktopArguments } from './arguments.ts';
import type { DesktopPieces } from './electron-api.ts';
import { prepareApp, runApp } from './app.ts';

function asSheet<Options, Answer>(
  withParent: (parent: BrowserWindow, options: Options) => Promise<Answer>,
  alone: (options: Options) => Promise<Answer>,
): (options: Options) => Promise<Answer> {
  return (options) => {
    const parent = BrowserWindow.getFocusedWindow();
    return parent ? withParent(parent, options) : alone(options);
  };
}

const pieces: DesktopPieces = {
  app,
  BrowserWindow,
  session: {
    // Only exists once the app is ready.
    get defaultSession() {
      return session.defaultSession;
    },
  },
  ipcMain,
  protocol,
  dialog: {
    showSaveDialog: asSheet(dialog.showSaveDialog, dialog.showSaveDialog),
    showOpenDialog: asSheet(dialog.showOpenDialog, dialog.showOpenDialog),
    showMessageBox: asSheet(dialog.showMessageBox, dialog.showMessageBox),
    showErrorBox: dialog.showErrorBox,
  },
  menu: { setFromTemplate: (template) => Menu.setApplicationMenu(Menu.buildFromTemplate(template)) },
  Notification,
  screen,
  nativeTheme,
  shell,
  utilityProcess,
  globalShortcut,
  crashReporter,
};

function readArguments(): DesktopArguments | undefined {
  try {
    return parseDesktopArguments(process.argv);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return undefined;
  }
}

async function main(): Promise<void> {
  const given = readArguments();
  if (!given) return app.exit(2);
  if (!prepareApp({ pieces, arguments: given })) return app.exit(0);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => app.quit());
  await runApp({
    pieces,
    createHost,
    writeDurably: writeDurable,
    platform: process.platform,
    arguments: given,
    log: (line) => void process.stderr.write(`${line}\n`),
    paths: {
      preload: join(import.meta.dirname, 'preload.cjs'),
      renderer: join(import.meta.dirname, '../renderer'),
      service: join(import.meta.dirname, '../service/main.js'),
    },
  });
}

main().catch((error: unknown) => {
  dialog.showErrorBox('Cutaway can’t start', error instanceof Error ? error.message : String(error));
  app.exit(1);
});
