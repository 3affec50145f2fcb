import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeDurable } from '#platform/durable-file.ts';
import { createTemporaryFolder } from './testing/app.ts';
import { clampToDisplays, readWindowState, WindowStateFile } from './window-state.ts';

const createDisplay = (x: number, y: number, width: number, height: number) => ({ workArea: { x, y, width, height } });
const HD = createDisplay(0, 0, 1_920, 1_040);
const LEFT = createDisplay(-2_560, 0, 2_560, 1_400);

describe('clampToDisplays', () => {
  it('opens centred on the first display at the first start', () => {
    expect(clampToDisplays(undefined, [HD])).toEqual({ x: 240, y: 70, width: 1_440, height: 900 });
  });

  it('leaves a window where it was, on any display', () => {
    const bounds = { x: -2_000, y: 100, width: 1_200, height: 800 };
    expect(clampToDisplays(bounds, [HD, LEFT])).toEqual(bounds);
  });

  it('moves a window back if its display was disconnected', () => {
    const bounds = { x: -2_000, y: 100, width: 1_200, height: 800 };
    expect(clampToDisplays(bounds, [HD])).toEqual({ x: 360, y: 120, width: 1_200, height: 800 });
  });

  it('moves a window that hangs over an edge wholly onto the display that shows most of it', () => {
    expect(clampToDisplays({ x: 1_800, y: 900, width: 1_000, height: 700 }, [HD])).toEqual({
      x: 920,
      y: 340,
      width: 1_000,
      height: 700,
    });
    expect(clampToDisplays({ x: -100, y: 0, width: 1_000, height: 700 }, [LEFT, HD]).x).toBe(0);
  });

  it('shrinks to a smaller display and never below the minimum', () => {
    expect(clampToDisplays({ x: 0, y: 0, width: 4_000, height: 3_000 }, [HD])).toEqual(HD.workArea);
    expect(clampToDisplays({ x: 10, y: 10, width: 100, height: 50 }, [HD])).toMatchObject({ width: 800, height: 600 });
    expect(clampToDisplays({ x: 0, y: 0, width: 900, height: 700 }, [createDisplay(0, 0, 640, 480)])).toEqual({
      x: 0,
      y: 0,
      width: 640,
      height: 480,
    });
  });
});

describe('window state file', () => {
  const createState = (x: number) => ({
    bounds: { x, y: 2, width: 900, height: 700 },
    maximized: true,
    fullScreen: false,
  });

  it('keeps the last of many states, one write at a time', async () => {
    const file = join(await createTemporaryFolder(), 'window-state.json');
    let runningWrites = 0;
    let maxRunning = 0;
    let writes = 0;
    const stateFile = new WindowStateFile(file, async (path, content) => {
      writes += 1;
      maxRunning = Math.max(maxRunning, ++runningWrites);
      await writeDurable(path, content);
      runningWrites -= 1;
    });
    for (let x = 0; x < 100; x += 1) stateFile.save(createState(x));
    await stateFile.flush();
    expect(readWindowState(file)).toEqual(createState(99));
    expect([maxRunning, writes]).toEqual([1, 2]);
    stateFile.save(createState(100));
    await stateFile.flush();
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(createState(100));
  });

  it.each(['', '{', 'null', '{"bounds":{"x":0}}', '{"bounds":{"x":0,"y":0,"width":-1,"height":5}}'])(
    'ignores a damaged file: %s',
    async (content) => {
      const file = join(await createTemporaryFolder(), 'window-state.json');
      await writeFile(file, content);
      expect(readWindowState(file)).toBeUndefined();
    },
  );

  it('continues after a failed write', async () => {
    const stateFile = new WindowStateFile('nowhere', () => Promise.reject(new Error('full')));
    stateFile.save(createState(1));
    await expect(stateFile.flush()).resolves.toBeUndefined();
  });
});
