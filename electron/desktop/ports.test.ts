/** Tests what the desktop provides to the host: files, notifications, the service's process. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DiskFullError, writeDurable } from '#platform/durable-file.ts';
import { ServiceSupervisor } from '../host/service-supervisor.ts';
import { createFileSaver, createFolderSaver, type LastFolder, type WriteDurably } from './files.ts';
import { createServiceForker } from './service-process.ts';
import { createStandIn, StandInChild } from './testing/electron-stand-in.ts';
import { openApp, createTemporaryFolder } from './testing/app.ts';

const filters = [{ name: 'Markdown', extensions: ['md'] }];
const missingFolder: LastFolder = { getCurrent: () => Promise.resolve(undefined), remember: () => Promise.resolve() };

describe('saving a file', () => {
  it('writes to the chosen path and tells the page only the name', async () => {
    const { hostOptions, electron } = await openApp();
    electron.record.savePath = join(await createTemporaryFolder(), 'Night trains.md');
    const answer = await hostOptions.ports.saveFile!({ suggestedName: 'a/b: c?.md', filters, content: '# Night' });
    expect(answer).toEqual({ saved: true, name: 'Night trains.md' });
    expect(await readFile(electron.record.savePath, 'utf8')).toBe('# Night');
    expect((await stat(electron.record.savePath)).mode & 0o600).toBe(0o600);
    expect(electron.record.saves[0]).toMatchObject({ defaultPath: 'a b c.md', filters });
  });

  it('writes nothing when the person cancels', async () => {
    const { hostOptions } = await openApp();
    expect(await hostOptions.ports.saveFile!({ suggestedName: 'x.md', filters, content: '' })).toEqual({
      saved: false,
    });
  });

  it.each([
    ['EACCES', /permission to save x\.md/],
    ['EROFS', /read-only/],
    ['ENOENT', /no longer exists/],
    ['EIO', /couldn’t be saved/],
  ])('says plainly, without a path, why %s stopped it', async (code, words) => {
    const electron = createStandIn();
    electron.record.savePath = '/secret/place/x.md';
    const write: WriteDurably = () => Promise.reject(Object.assign(new Error(`${code} /secret/place`), { code }));
    const save = createFileSaver(
      electron.api.dialog,
      write,
      missingFolder,
    )({ suggestedName: 'x.md', filters, content: '' });
    await expect(save).rejects.toThrow(words);
    await expect(save).rejects.not.toThrow(/secret/);
  });

  it('reports a full disk', async () => {
    const electron = createStandIn();
    electron.record.savePath = '/place/x.md';
    const write: WriteDurably = (path) => Promise.reject(new DiskFullError(path, null));
    const save = createFileSaver(electron.api.dialog, write, missingFolder);
    await expect(save({ suggestedName: 'x.md', filters, content: '' })).rejects.toThrow(/no room/);
  });

  it('reports a folder that is missing, on the real disk', async () => {
    const electron = createStandIn();
    electron.record.savePath = join(await createTemporaryFolder(), 'gone', 'x.md');
    const save = createFileSaver(electron.api.dialog, writeDurable, missingFolder);
    await expect(save({ suggestedName: 'x.md', filters, content: '' })).rejects.toThrow(/no longer exists/);
  });

  it('suggests a name that every system takes', async () => {
    const electron = createStandIn();
    const save = createFileSaver(electron.api.dialog, writeDurable, missingFolder);
    for (const suggestedName of ['../../etc/x.md', 'Con.md', '...'])
      await save({ suggestedName, filters, content: '' });
    expect(electron.record.saves.map(({ defaultPath }) => defaultPath)).toEqual(['etc x.md', 'Con_.md', 'Untitled']);
  });
});

describe('saving several files', () => {
  const files = ['a.md', 'A.md', '../b.md'].map((name) => ({ name, content: Buffer.from(name) }));

  it('asks for a folder once, keeps the files in it, and writes nothing outside', async () => {
    const { hostOptions, electron } = await openApp();
    electron.record.folderPath = await createTemporaryFolder();
    const toPath = (name: string): string => join(electron.record.folderPath, name);
    await writeFile(toPath('a.md'), 'here before');
    expect(await hostOptions.ports.saveFolder!(files)).toMatchObject({ saved: true });
    expect(electron.record.folders).toHaveLength(1);
    const contents = await Promise.all(
      ['a.md', 'a (2).md', 'A (3).md', 'b.md'].map((name) => readFile(toPath(name), 'utf8')),
    );
    expect(contents).toEqual(['here before', 'a.md', 'A.md', '../b.md']);
    electron.record.folderPath = '';
    expect(await hostOptions.ports.saveFolder!(files)).toEqual({ saved: false });
  });

  it('reports how many files were written when the disk refuses', async () => {
    const electron = createStandIn();
    electron.record.folderPath = await createTemporaryFolder();
    const write: WriteDurably = (path) =>
      path.includes('(2)') ? Promise.reject(Object.assign(new Error(path), { code: 'EROFS' })) : Promise.resolve();
    await expect(createFolderSaver(electron.api.dialog, write, missingFolder)(files)).rejects.toThrow(
      'A (2).md can’t be saved there because the disk is read-only. Choose another folder. Files exported before that: 1 of 3.',
    );
  });
});

describe('notifications', () => {
  const notice = { title: 'Draft ready', body: 'Night trains', route: '/scripts/14' };

  it('appear while the app has no focus; a click opens the route', async () => {
    const { hostOptions, electron, window } = await openApp();
    window!.minimized = true;
    hostOptions.ports.notify(notice);
    const [notification] = electron.record.notifications;
    expect(notification?.options).toEqual({ title: 'Draft ready', body: 'Night trains' });
    expect(notification?.isShown).toBe(true);
    window!.calls.length = 0;
    notification!.emit('click');
    await Promise.resolve();
    expect(window!.calls).toEqual(['restore', 'show', 'focus']);
    expect(window!.webContents.sentMessages).toEqual([['cutaway:event', 'route.open', { route: '/scripts/14' }]]);
  });

  it('do not appear while the app has the focus', async () => {
    const { hostOptions, electron } = await openApp();
    electron.record.focused = true;
    hostOptions.ports.notify(notice);
    expect(electron.record.notifications).toEqual([]);
  });
});

describe('the service’s process', () => {
  it('is a utility process whose output is read', async () => {
    const { hostOptions, electron } = await openApp();
    const service = hostOptions.ports.spawnService('/app/dist/service/main.js', ['--port', '0']);
    const [fork] = electron.record.forks;
    expect(fork).toMatchObject({
      modulePath: '/app/dist/service/main.js',
      args: ['--port', '0'],
      options: { stdio: ['ignore', 'pipe', 'pipe'] },
    });
    fork!.child.stdout.end('{"ready":true}\n');
    let output = '';
    for await (const chunk of service.stdout) output += String(chunk);
    expect(output).toBe('{"ready":true}\n');
  });

  it('stops on a message, is killed with SIGKILL, and reports its exit', () => {
    const child = new StandInChild();
    const signals: unknown[] = [];
    const fork = createServiceForker({ fork: () => child }, (...signal) => void signals.push(signal));
    const service = fork('main.js', []);
    const codes: unknown[] = [];
    service.once('exit', (code) => codes.push(code));
    service.stop();
    expect([child.messages, signals]).toEqual([['stop'], []]);
    service.kill();
    expect(signals).toEqual([[2 ** 30, 'SIGKILL']]);
    child.exit(0);
    expect(codes).toEqual([0]);
    child.pid = undefined;
    service.kill();
    expect(signals).toHaveLength(1);
  });

  it('is read to its last line, although Electron removes listeners when it exits', async () => {
    const child = new StandInChild();
    const fork = createServiceForker({ fork: () => child });
    const lines: string[] = [];
    let message: string | null = null;
    const supervisor = new ServiceSupervisor({
      spawn: (args) => fork('main.js', args),
      dataFolder: '/data',
      sample: false,
      onState: (state) => (message = state.message),
      onLine: (line) => lines.push(line),
      timing: { backoff: [] },
    });
    supervisor.start();
    // Exceeds what a pipe holds at once.
    const lastLines = Array.from({ length: 10_000 }, (_, n) => `line ${n + 1} of its last words`);
    child.exit(1, `${lastLines.join('\n')}\n`);
    expect(await supervisor.whenReady(20_000)).toBeNull();
    expect(lines).toEqual(lastLines);
    expect(message).toContain('line 10000 of its last words');
  });

  it('may be killed after it has already exited', () => {
    const fork = createServiceForker({ fork: () => new StandInChild() }, () => {
      throw Object.assign(new Error('no such process'), { code: 'ESRCH' });
    });
    expect(() => fork('main.js', []).kill()).not.toThrow();
  });
});
