import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import type { Settings } from '#contract/settings.ts';
import { openAccountsFile } from './accounts-file.ts';
import { placePreferences } from './archive/import.ts';
import { FILES } from '#archive/layout.ts';
import { SettingsStore } from './settings.ts';

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'cutaway-settings-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function open(): Promise<{ settings: SettingsStore; problems: string[] }> {
  const problems: string[] = [];
  const settings = await SettingsStore.open(
    folder,
    () => undefined,
    (sentence) => problems.push(sentence),
  );
  return { settings, problems };
}

describe('settings', () => {
  it('keep the shortcut and the dictionaries off by default', async () => {
    const { settings } = await open();
    expect(settings.value).toMatchObject({ capture_keys: null, spelling: [] });
  });

  it('written by another version lose only the values that this version can’t read', async () => {
    const storedSettings = { ...DEFAULT_SETTINGS, pace: 170, capture_keys: 'hyper+i', spelling: ['?'], language: 'fr' };
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(storedSettings));
    const { settings, problems } = await open();
    expect(settings.value).toEqual({ ...DEFAULT_SETTINGS, pace: 170 });
    expect(problems).toEqual([]);
  });

  it('are replaced by those of an archive, except what a person turned on for another computer', async () => {
    const { settings } = await open();
    await settings.set({ spelling: ['de'], theme: 'dark' });
    // A server's archive has no settings of a person.
    const archivedSettings: Partial<Settings> = { pace: 170, capture_keys: 'mod+alt+i', spelling: ['fr'] };
    const stagedFolder = join(folder, 'staged');
    mkdirSync(stagedFolder);
    writeFileSync(join(stagedFolder, FILES.settings), JSON.stringify(archivedSettings));
    writeFileSync(join(stagedFolder, FILES.accounts), '[]');
    await placePreferences(stagedFolder, settings, await openAccountsFile(folder, () => undefined));
    expect(settings.value).toMatchObject({ pace: 170, capture_keys: null, spelling: ['de'], theme: 'dark' });
  });
});
