import { afterEach, expect, it, vi } from 'vitest';

import { Bridge } from '../bridge/bridge.ts';
import { FakeTransport } from '../bridge/fake-transport.ts';
import { exportMany, toFileName, wrapHtmlPage, type ManyChoice } from './export-scripts.ts';

it.each([
  ['Why night trains came back', 'Why night trains came back.md'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j.md'],
  ['..', 'Script.md'],
  ['  ', 'Script.md'],
  ['Ночные поезда 🚆', 'Ночные поезда 🚆.md'],
  ['x'.repeat(300), `${'x'.repeat(80)}.md`],
])('turns the title %j into a file name', (title, name) => {
  expect(toFileName(title, 'markdown')).toBe(name);
});

it('escapes the title of an HTML page', () => {
  expect(wrapHtmlPage('</title><script>', '<p>x</p>')).not.toContain('<script>');
});

const CHOICE: ManyChoice = { format: 'markdown', headings: true, cues: true, pace: 150, inOneZip: false };
afterEach(() => vi.unstubAllGlobals());

/** Fakes the desktop app, where a dialog asks once for a folder. */
function createDesktop(): { bridge: Bridge; saved: string[] } {
  vi.stubGlobal('cutaway', {});
  const savedNames: string[] = [];
  const transport = new FakeTransport({
    'files.saveFolder': ({ files }) => {
      savedNames.push(...files.map(({ name }) => name));
      return { outcome: 'saved', name: 'Scripts' };
    },
  });
  return { bridge: new Bridge(transport), saved: savedNames };
}
const createScript = (title: string) => () => Promise.resolve({ title, markdown: title });

it('exports each script under a unique name, and notes missing ones with the reason', async () => {
  const { bridge, saved } = createDesktop();
  const done: number[] = [];
  const readers = [
    createScript('A'),
    createScript('a'),
    () => Promise.resolve(null),
    () => Promise.resolve({ unread: 'its service is unreachable' }),
  ];
  const options = { progress: (count: number) => void done.push(count), stop: new AbortController().signal };
  expect(await exportMany(bridge, readers, CHOICE, options)).toEqual({
    kind: 'saved',
    name: '2 scripts',
    notes: ['One script left out: no text yet.', 'One script left out: its service is unreachable.'],
  });
  expect(saved).toEqual(['A.md', 'a (2).md']);
  expect(done).toEqual([1, 2, 3, 4]);
  expect(await exportMany(bridge, readers.slice(2), CHOICE, options)).toMatchObject({ kind: 'failed' });
});

it('saves nothing after a cancel', async () => {
  const { bridge, saved } = createDesktop();
  const stop = new AbortController();
  const progress = (count: number): void => {
    if (count === 2) stop.abort();
  };
  const readers = Array.from({ length: 5 }, (_, index) => createScript(`Script ${index}`));
  expect(await exportMany(bridge, readers, CHOICE, { progress, stop: stop.signal })).toEqual({
    kind: 'cancelled',
  });
  expect(saved).toEqual([]);
});
