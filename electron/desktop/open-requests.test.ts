/** Opens files with the app as the systems do: by command line, by a second start and by the event of macOS. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findOpenedFiles, withoutRequests } from './command-line.ts';
import { openApp } from './testing/app.ts';
import { StandInEvent } from './testing/electron-stand-in.ts';

describe('files in a command line', () => {
  it('are archives and scripts, below the folder it was given in', () => {
    const argv = ['cutaway', '.', 'Trip.md', '/a/Work.cutaway', 'Film.FOUNTAIN', 'notes.txt', 'cutaway://ideas'];
    const [trip, film] = [resolve('/home/ada', 'Trip.md'), resolve('/home/ada', 'Film.FOUNTAIN')];
    expect(findOpenedFiles(argv, '/home/ada')).toEqual([trip, resolve('/a/Work.cutaway'), film]);
  });

  it('may be addresses, but only of this machine', () => {
    const path = resolve('/home/ada/Über uns.md');
    const argv = ['cutaway', pathToFileURL(path).href, 'file://%zz/x.md', 'https://example.com/x.md'];
    expect(findOpenedFiles(argv, '/')[0]).toBe(path);
    if (process.platform !== 'win32') expect(findOpenedFiles(['cutaway', 'file://elsewhere/x.md'], '/')).toEqual([]);
  });

  it('are neither options nor their values', () => {
    expect(findOpenedFiles(['x.md', '--data', 'y.md', '--data=z.md', '--flag.md', '-a.md'], '/')).toEqual([]);
  });
});

it('removing the files from a command line keeps its options', () => {
  const argv = ['cutaway', '.', '--data', 'x.md', 'Trip.md', '--sample', 'cutaway://ideas'];
  expect(withoutRequests(argv)).toEqual(['.', '--data', 'x.md', '--sample']);
});

describe('files that the system opens', () => {
  it('reach the host once the app has started, in their order', async () => {
    const { host, electron } = await openApp({ argv: ['/a/One.md', '/a/Two.cutaway'] });
    expect(host.openedFiles).toEqual(['/a/One.md', '/a/Two.cutaway'].map((path) => resolve(path)));
    expect(electron.record.windows).toHaveLength(1);
  });

  it('are opened by double click and by a drop on the dock, also without a window', async () => {
    const { host, electron, window } = await openApp({ platform: 'darwin' });
    window!.destroyed = true;
    window!.emit('closed');
    const event = new StandInEvent();
    electron.app.emit('open-file', event, '/c/Four.md');
    expect([host.openedFiles, event.isPrevented]).toEqual([['/c/Four.md'], true]);
    expect(electron.record.windows).toHaveLength(2);
  });

  it('may be invitations to a team, from a link or a second start', async () => {
    const link = `cutaway://join?server=https%3A%2F%2Fteam.example&code=inv_${'a'.repeat(27)}`;
    const { host, electron } = await openApp({ argv: ['cutaway', link] });
    electron.app.emit('second-instance', {}, ['cutaway', link], '/b');
    electron.app.emit('open-url', new StandInEvent(), link);
    expect(host.openedFiles).toEqual([link, link, link]);
  });

  it('wait for the next start when they come while the app is quitting', async () => {
    const { host, electron, folder } = await openApp({ argv: ['/a/One.md'] });
    electron.app.emit('will-quit', new StandInEvent());
    electron.app.emit('second-instance', {}, ['cutaway', 'Two.md'], '/b');
    expect(electron.record.windows).toHaveLength(1);
    await electron.app.exited;
    expect(host.openedFiles).toEqual([resolve('/a/One.md')]);
    expect(electron.app.relaunched).toEqual({ args: ['--data', folder, resolve('/b/Two.md')] });
  });
});
