import { describe, expect, it } from 'vitest';
import type { MenuItemConstructorOptions } from 'electron';
import { menuTemplate } from './menu.ts';
import { openApp } from './testing/app.ts';
import { sayIn, type Say } from './labels.ts';

function flatten(items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flatten(item.submenu) : [])]);
}

const ignore = (): void => undefined;
const everywhere = [true, false].flatMap((mac) => [true, false].map((development) => ({ mac, development })));

describe('menu', () => {
  it('has the menus a person expects, with the application menu on macOS alone', () => {
    const labels = (mac: boolean) => menuTemplate({ mac, development: false }, ignore).map(({ label }) => label);
    expect(labels(false)).toEqual(['File', 'Edit', 'View', 'Go', 'Window', 'Help']);
    expect(labels(true)).toEqual(['Cutaway', 'File', 'Edit', 'View', 'Go', 'Window', 'Help']);
  });

  it.each(everywhere)('gives no shortcut twice (%o)', (where) => {
    const used = flatten(menuTemplate(where, ignore)).flatMap(({ accelerator }) => accelerator ?? []);
    expect(used.length).toBeGreaterThan(10);
    expect(new Set(used).size).toBe(used.length);
  });

  it.each(everywhere)('holds each command once, named and with a click (%o)', (where) => {
    const ran: string[] = [];
    const commands = flatten(menuTemplate(where, (command) => ran.push(command))).filter(({ id }) => id !== undefined);
    for (const item of commands) (item.click as () => void)();
    expect(ran).toEqual(commands.map(({ id }) => id));
    expect(new Set(ran).size).toBe(ran.length);
    expect(ran).toEqual(
      expect.arrayContaining(['idea.new', 'script.new', 'script.export', 'edit.find', 'go.settings']),
    );
    expect(commands.every(({ label }) => Boolean(label))).toBe(true);
  });

  it('goes to the rail by number, in its order', () => {
    const go = menuTemplate({ mac: false, development: false }, ignore).find(({ label }) => label === 'Go')!;
    expect((go.submenu as MenuItemConstructorOptions[]).map(({ id, accelerator }) => [id, accelerator])).toEqual([
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
    const roles = (development: boolean) =>
      flatten(menuTemplate({ mac: false, development }, ignore)).map(({ role }) => role);
    expect(roles(true)).toEqual(expect.arrayContaining(['reload', 'toggleDevTools']));
    expect(roles(false)).not.toContain('reload');
    expect(roles(false)).not.toContain('toggleDevTools');
  });

  it('leaves undo, clipboard and selection to the system', () => {
    const roles = flatten(menuTemplate({ mac: true, development: false }, ignore)).map(({ role }) => role);
    expect(roles).toEqual(expect.arrayContaining(['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll', 'quit']));
  });

  it.each(everywhere)('says everything in German as well (%o)', (where) => {
    const labels = (say?: Say) => flatten(menuTemplate(where, ignore, say)).filter(({ role, label }) => role ?? label);
    const english = new Set(['Cutaway', 'System', 'Thumbnails', 'Video']);
    for (const [at, item] of labels(sayIn('de')).entries()) {
      const before = labels()[at]!;
      expect([item.role, item.id, item.accelerator]).toEqual([before.role, before.id, before.accelerator]);
      expect(item.label, String(before.label ?? before.role)).toBeTruthy();
      if (!english.has(item.label!)) expect(item.label).not.toBe(before.label);
    }
  });

  it('sends the command of a chosen item to the page', async () => {
    const { electron, window } = await openApp();
    const item = flatten(electron.record.menu).find(({ id }) => id === 'script.export')!;
    (item.click as () => void)();
    await Promise.resolve();
    expect(window!.webContents.sent).toEqual([['cutaway:event', 'menu.command', { command: 'script.export' }]]);
  });
});
