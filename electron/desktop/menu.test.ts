import { describe, expect, it } from 'vitest';
import type { MenuItemConstructorOptions } from 'electron';
import { buildMenu } from './menu.ts';
import { openApp } from './testing/app.ts';
import { createTranslator, type Translate } from './labels.ts';

function flatten(items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flatten(item.submenu) : [])]);
}

const ignore = (): void => undefined;
const ENVIRONMENTS = [true, false].flatMap((mac) => [true, false].map((development) => ({ mac, development })));

describe('menu', () => {
  it('has the menus a person expects, with the application menu on macOS alone', () => {
    const listLabels = (mac: boolean) => buildMenu({ mac, development: false }, ignore).map(({ label }) => label);
    expect(listLabels(false)).toEqual(['File', 'Edit', 'View', 'Go', 'Window', 'Help']);
    expect(listLabels(true)).toEqual(['Cutaway', 'File', 'Edit', 'View', 'Go', 'Window', 'Help']);
  });

  it.each(ENVIRONMENTS)('gives no shortcut twice (%o)', (environment) => {
    const accelerators = flatten(buildMenu(environment, ignore)).flatMap(({ accelerator }) => accelerator ?? []);
    expect(accelerators.length).toBeGreaterThan(10);
    expect(new Set(accelerators).size).toBe(accelerators.length);
  });

  it.each(ENVIRONMENTS)('has each command once, with a label and a click handler (%o)', (environment) => {
    const sentCommands: string[] = [];
    const commands = flatten(buildMenu(environment, (command) => sentCommands.push(command))).filter(
      ({ id }) => id !== undefined,
    );
    for (const item of commands) (item.click as () => void)();
    expect(sentCommands).toEqual(commands.map(({ id }) => id));
    expect(new Set(sentCommands).size).toBe(sentCommands.length);
    expect(sentCommands).toEqual(
      expect.arrayContaining(['idea.new', 'script.new', 'script.export', 'edit.find', 'go.settings']),
    );
    expect(commands.every(({ label }) => Boolean(label))).toBe(true);
  });

  it('opens the screens of the rail by number, in its order', () => {
    const goMenu = buildMenu({ mac: false, development: false }, ignore).find(({ label }) => label === 'Go')!;
    expect((goMenu.submenu as MenuItemConstructorOptions[]).map(({ id, accelerator }) => [id, accelerator])).toEqual([
      ['go.home', 'CmdOrCtrl+1'],
      ['go.ideas', 'CmdOrCtrl+2'],
      ['go.scripts', 'CmdOrCtrl+3'],
      ['go.projects', 'CmdOrCtrl+4'],
      ['go.voices', 'CmdOrCtrl+5'],
      ['go.templates', 'CmdOrCtrl+6'],
      ['go.thumbnails', 'CmdOrCtrl+7'],
      ['go.video', 'CmdOrCtrl+8'],
      ['go.intel', 'CmdOrCtrl+9'],
    ]);
  });

  it('reloads and inspects in development only', () => {
    const listRoles = (development: boolean) =>
      flatten(buildMenu({ mac: false, development }, ignore)).map(({ role }) => role);
    expect(listRoles(true)).toEqual(expect.arrayContaining(['reload', 'toggleDevTools']));
    expect(listRoles(false)).not.toContain('reload');
    expect(listRoles(false)).not.toContain('toggleDevTools');
  });

  it('leaves undo, clipboard and selection to the system', () => {
    const roles = flatten(buildMenu({ mac: true, development: false }, ignore)).map(({ role }) => role);
    expect(roles).toEqual(expect.arrayContaining(['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll', 'quit']));
  });

  it.each(ENVIRONMENTS)('is translated completely into German (%o)', (environment) => {
    const listLabels = (say?: Translate) =>
      flatten(buildMenu(environment, ignore, say)).filter(({ role, label }) => role ?? label);
    const english = new Set(['Cutaway', 'System', 'Thumbnails', 'Video']);
    for (const [index, item] of listLabels(createTranslator('de')).entries()) {
      const englishItem = listLabels()[index]!;
      expect([item.role, item.id, item.accelerator]).toEqual([
        englishItem.role,
        englishItem.id,
        englishItem.accelerator,
      ]);
      expect(item.label, String(englishItem.label ?? englishItem.role)).toBeTruthy();
      if (!english.has(item.label!)) expect(item.label).not.toBe(englishItem.label);
    }
  });

  it('sends the command of a chosen item to the page', async () => {
    const { electron, window } = await openApp();
    const item = flatten(electron.record.menu).find(({ id }) => id === 'script.export')!;
    (item.click as () => void)();
    await Promise.resolve();
    expect(window!.webContents.sentMessages).toEqual([['cutaway:event', 'menu.command', { command: 'script.export' }]]);
  });
});
