/** Runs the desktop shell on the real host: the page's calls reach the host and return checked answers. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AppInfo } from '#contract/bridge.ts';
import { writeDurable } from '#platform/durable-file.ts';
import { createHost } from '../host/host.ts';
import { parseDesktopArguments } from './arguments.ts';
import { APP_ORIGIN, APP_URL } from './protocol.ts';
import { prepareApp, runApp } from './app.ts';
import { createStandIn, StandInEvent } from './testing/electron-stand-in.ts';
import { temporaryFolder } from './testing/app.ts';

const own = { sender: { id: 1 }, senderFrame: { origin: APP_ORIGIN, url: APP_URL, parent: null } };

it('answers calls, saves files, follows settings and ends its service', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'renderer'));
  await writeFile(join(folder, 'renderer/index.html'), '<!doctype html><html><head></head></html>');
  const { pieces, app, record, nativeTheme } = createStandIn();
  const given = parseDesktopArguments(['cutaway', '--data', join(folder, 'data')]);
  prepareApp({ pieces, arguments: given });
  await runApp({
    pieces,
    createHost,
    writeDurably: writeDurable,
    platform: 'linux',
    arguments: given,
    log: () => undefined,
    paths: { preload: 'preload.cjs', renderer: join(folder, 'renderer'), service: 'service.js' },
  });
  const call = (name: string, input: object) => record.handlers.get('cutaway:invoke')!(own, name, input);

  const info = (await call('app.info', {})) as { ok: true; value: unknown };
  expect(AppInfo.parse(info.value)).toMatchObject({ shell: 'desktop', version: '1.2.3', first_start: true });
  expect(await call('nothing.like.it', {})).toMatchObject({ ok: false, fault: { fault: 'unknown_call' } });
  expect(await call('settings.set', { theme: 'neon' })).toMatchObject({ ok: false, fault: { fault: 'bad_input' } });

  await call('settings.set', { theme: 'dark' });
  expect(nativeTheme.themeSource).toBe('dark');
  expect(record.windows[0]!.webContents.sent.map((message) => message[1])).toContain('settings.changed');

  record.savePath = join(folder, 'Night.md');
  const file = { suggested_name: 'Night.md', mime: 'text/markdown', content: '# Night' };
  expect(await call('files.save', file)).toEqual({ ok: true, value: { outcome: 'saved', name: 'Night.md' } });
  expect(await readFile(record.savePath, 'utf8')).toBe('# Night');
  record.savePath = join(folder, 'gone', 'Night.md');
  expect(await call('files.save', file)).toMatchObject({ value: { outcome: 'failed' } });

  record.answer = 1;
  expect(await call('links.open', { href: 'https://example.com/' })).toEqual({
    ok: true,
    value: { outcome: 'refused' },
  });
  record.answer = 0;
  expect(await call('links.open', { href: 'https://example.com/' })).toEqual({
    ok: true,
    value: { outcome: 'opened' },
  });
  expect(await call('links.open', { href: 'file:///etc/passwd' })).toEqual({ ok: true, value: { outcome: 'refused' } });

  const [service] = record.forks;
  expect(service?.modulePath).toBe('service.js');
  service!.child.kill = () => service!.child.emit('exit', 0);
  app.emit('will-quit', new StandInEvent());
  expect(await app.exited).toBe(0);
});
