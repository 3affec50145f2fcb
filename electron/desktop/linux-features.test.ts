import { expect, it } from 'vitest';
import { launchApp } from './testing/app.ts';

it('enables speech and the desktop’s global shortcuts on Linux only', async () => {
  const readSwitches = async (platform: NodeJS.Platform): Promise<unknown> =>
    Object.fromEntries((await launchApp({ platform })).electron.app.switches);
  expect(await readSwitches('linux')).toEqual({
    'enable-speech-dispatcher': '',
    'enable-features': 'GlobalShortcutsPortal',
  });
  expect(await readSwitches('darwin')).toEqual({});
});
