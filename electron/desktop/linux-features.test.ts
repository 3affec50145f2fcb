import { expect, it } from 'vitest';
import { launchApp } from './testing/app.ts';

it('lets Linux read aloud, and asks its desktop for global shortcuts', async () => {
  const readSwitches = async (platform: NodeJS.Platform): Promise<unknown> =>
    Object.fromEntries((await launchApp({ platform })).electron.app.switches);
  expect(await readSwitches('linux')).toEqual({
    'enable-speech-dispatcher': '',
    'enable-features': 'GlobalShortcutsPortal',
  });
  expect(await readSwitches('darwin')).toEqual({});
});
