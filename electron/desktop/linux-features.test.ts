import { expect, it } from 'vitest';
import { launchApp } from './testing/app.ts';

it('lets Linux read aloud, and asks its desktop for global shortcuts', async () => {
  const switches = async (platform: NodeJS.Platform): Promise<unknown> =>
    Object.fromEntries((await launchApp({ platform })).electron.app.switches);
  expect(await switches('linux')).toEqual({
    'enable-speech-dispatcher': '',
    'enable-features': 'GlobalShortcutsPortal',
  });
  expect(await switches('darwin')).toEqual({});
});
