/** Right-clicks in the app's windows on the stand-in and reads the menus that open. */
import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import type { ContextTarget } from './context-menu.ts';
import { createTranslator } from './labels.ts';
import { openApp, RecordingHost } from './testing/app.ts';
import { StandInWebContents } from './testing/electron-stand-in.ts';

const editFlags = { canUndo: true, canRedo: false, canCut: true, canCopy: true, canPaste: true, canSelectAll: true };
const emptyTarget: ContextTarget = {
  x: 20,
  y: 30,
  linkURL: '',
  mediaType: 'none',
  hasImageContents: false,
  isEditable: false,
  selectionText: '',
  misspelledWord: '',
  dictionarySuggestions: [],
  editFlags: { ...editFlags, canDelete: false, canEditRichly: false },
  menuSourceType: 'mouse',
};

const getLabels = (template: MenuItemConstructorOptions[]): string[] =>
  template.map(({ type, label, enabled }) =>
    type === 'separator' ? '-' : `${label ?? '?'}${enabled === false ? ' (off)' : ''}`,
  );

const choose = (template: MenuItemConstructorOptions[], label: string): void => {
  const click = template.find((item) => item.label === label)?.click as (() => void) | undefined;
  expect(click, label).toBeDefined();
  click?.();
};

async function clickRight(target: Partial<ContextTarget>, platform: NodeJS.Platform = 'linux', host?: RecordingHost) {
  const app = await openApp({ platform, ...(host ? { host } : {}) });
  const { webContents } = app.window!;
  webContents.emit('context-menu', {}, { ...emptyTarget, ...target });
  const menu = app.electron.record.contextMenus.at(-1);
  return { ...app, webContents, at: menu?.at, template: menu?.template ?? [] };
}

describe('the context menu', () => {
  it('edits a field, with only the possible commands enabled', async () => {
    const { template, at, webContents } = await clickRight({ isEditable: true });
    expect(getLabels(template)).toEqual([
      'Undo',
      'Redo (off)',
      '-',
      'Cut',
      'Copy',
      'Paste',
      '-',
      'Select All',
      '-',
      'Spelling…',
    ]);
    expect(template.map(({ role }) => role).filter(Boolean)).toEqual([
      'undo',
      'redo',
      'cut',
      'copy',
      'paste',
      'selectAll',
    ]);
    expect(at).toEqual({ contents: webContents.id });
  });

  it('corrects a misspelled word and learns it', async () => {
    const suggestions = ['night', 'right', 'might', 'sight', 'light', 'fight'];
    const { template, webContents, electron } = await clickRight({
      isEditable: true,
      misspelledWord: 'nihgt',
      dictionarySuggestions: suggestions,
    });
    expect(getLabels(template).slice(0, 8)).toEqual([...suggestions.slice(0, 5), '-', 'Add to Dictionary', '-']);
    choose(template, 'right');
    expect(webContents.calls).toEqual([['replaceMisspelling', 'right']]);
    choose(template, 'Add to Dictionary');
    expect(electron.defaultSession.ownWords).toEqual(['nihgt']);
    const unknownWord = await clickRight({ isEditable: true, misspelledWord: 'xqz' });
    expect(getLabels(unknownWord.template)[0]).toBe('No suggestions (off)');
  });

  it('copies selected text, and looks it up on macOS only', async () => {
    const target = { selectionText: ' night\ntrain ' };
    expect(getLabels((await clickRight(target)).template)).toEqual(['Copy', 'Select All']);
    const { template, webContents } = await clickRight(target, 'darwin');
    expect(getLabels(template)).toEqual(['Look Up “night train”', '-', 'Copy', 'Select All']);
    choose(template, 'Look Up “night train”');
    expect(webContents.calls).toEqual([['showDefinitionForSelection']]);
    const longMenu = await clickRight({ selectionText: 'a word after a word after a word after a word' }, 'darwin');
    expect(getLabels(longMenu.template)[0]).toBe('Look Up “a word after a word after a wo…”');
  });

  it('copies a link and a picture', async () => {
    const { template, webContents, electron } = await clickRight({
      linkURL: 'https://example.com/a',
      mediaType: 'image',
      hasImageContents: true,
    });
    expect(getLabels(template)).toEqual(['Copy Link', 'Copy Picture']);
    choose(template, 'Copy Link');
    choose(template, 'Copy Picture');
    expect(electron.record.copied).toEqual(['https://example.com/a']);
    expect(webContents.calls).toEqual([['copyImageAt', 20, 30]]);
  });

  it('copies a link to a screen as one that other programs can open, and no address of its own', async () => {
    const { template, electron } = await clickRight({ linkURL: 'cutaway-app://studio/#/scripts/14' });
    choose(template, 'Copy Link');
    expect(electron.record.copied).toEqual(['cutaway://scripts/14']);
    for (const linkURL of ['cutaway-app://studio/#/elsewhere', 'blob:cutaway-app://studio/1', 'javascript:alert(1)']) {
      expect((await clickRight({ linkURL })).template, linkURL).toEqual([]);
    }
  });

  it('does not open without any command', async () => {
    expect((await clickRight({})).electron.record.contextMenus).toEqual([]);
  });

  it('opens at the text when a key opened it', async () => {
    const { at, webContents } = await clickRight({ isEditable: true, menuSourceType: 'keyboard' });
    expect(at).toEqual({ contents: webContents.id, x: 20, y: 30 });
  });

  it('opens the spelling settings, except on macOS, which has its own', async () => {
    const { template, webContents } = await clickRight({ isEditable: true });
    choose(template, 'Spelling…');
    await Promise.resolve();
    expect(webContents.sentMessages).toEqual([['cutaway:event', 'route.open', { route: '/settings/spelling' }]]);
    expect(getLabels((await clickRight({ isEditable: true }, 'darwin')).template)).not.toContain('Spelling…');
  });

  it('opens in the teleprompter’s window as well', async () => {
    const { electron } = await openApp();
    const prompter = new StandInWebContents(7);
    electron.app.emit('web-contents-created', {}, prompter);
    prompter.emit('context-menu', {}, { ...emptyTarget, isEditable: true });
    expect(electron.record.contextMenus[0]?.at).toEqual({ contents: 7 });
  });

  it('uses the window’s language', async () => {
    const host = new RecordingHost();
    host.chosen = 'de';
    const target = { isEditable: true, misspelledWord: 'x', selectionText: 'x', linkURL: 'https://example.com' };
    const linkedPicture = { ...target, mediaType: 'image', hasImageContents: true } as const;
    const { template } = await clickRight(linkedPicture, 'linux', host);
    const say = createTranslator('de');
    const english = ['No suggestions', 'Add to Dictionary', 'Copy Link', 'Copy Picture', 'Undo', 'Paste', 'Spelling…'];
    for (const label of english) {
      expect(say(label)).not.toBe(label);
      expect(template.map((item) => item.label)).toContain(say(label));
    }
    expect(say('Look Up “{0}”')).toBe('„{0}“ nachschlagen');
  });
});
