/** Runs the calls with which a test controls the stand-in, over the channel of the process. */
import { appControls } from './app.ts';
import { windowControls } from './browser-window.ts';
import { clipboardControls } from './clipboard.ts';
import { spellingControls } from './context-menu.ts';
import { dialogControls } from './dialog.ts';
import { globalShortcutControls } from './global-shortcut.ts';
import { menuControls } from './menu.ts';
import { themeControls } from './native-theme.ts';
import { notificationControls } from './notification.ts';
import { powerControls } from './power-monitor.ts';
import { sessionControls } from './session.ts';
import { shellControls } from './shell.ts';
import { utilityProcessControls } from './utility-process.ts';

const controls = {
  app: appControls,
  clipboard: clipboardControls,
  dialog: dialogControls,
  globalShortcut: globalShortcutControls,
  menu: menuControls,
  notification: notificationControls,
  power: powerControls,
  session: sessionControls,
  shell: shellControls,
  spelling: spellingControls,
  theme: themeControls,
  utilityProcess: utilityProcessControls,
  window: windowControls,
};
export type Controls = typeof controls;

export interface ControlCall {
  readonly id: number;
  readonly module: string;
  readonly name: string;
  readonly args: readonly unknown[];
}

export interface ControlAnswer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

async function answer({ id, module, name, args }: ControlCall): Promise<ControlAnswer> {
  try {
    const moduleControls = (controls as Record<string, Record<string, (...args: unknown[]) => unknown>>)[module];
    const method = moduleControls?.[name];
    if (!method) throw new Error(`There is no control ${module}.${name}.`);
    return { id, value: await method(...args) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

export function listenToTest(): void {
  process.on('message', (call: ControlCall) => {
    void answer(call).then((reply) => process.connected && process.send?.(reply));
  });
  // Ends with its test.
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
}
