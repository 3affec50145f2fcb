import { readFile } from 'node:fs/promises';

import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Browser, CDPSession, Page } from '@playwright/test';

import { rounds } from '../support/rounds.ts';
import { type Bench, type Kit, median, ratioRow, type Row, valueRow } from './bench-kit.ts';
import { placeOf, VIEWS, type Where } from './pages/board-pictures.ts';

const PEERS = ['ours', 'excalidraw', 'tldraw', 'fabric', 'floor'] as const;
type Peer = (typeof PEERS)[number];

const ROUNDS = 3;
const FRAMES = 180;
/** The slowest peers draw fewer frames. */
const MAX_MS = 4000;
const EXPORTS = 16;
const MINUTES = rounds(1, 5);
const READY = { timeout: 180_000, polling: 250 };
const PANE = { width: 1280, height: 720 };

/** The allowed difference of a channel, of 255, in the mean of a picture's middle. */
const APART = 12;
const LOOKS = 10;
const NAMES: Readonly<Record<Peer, string>> = {
  ours: 'Cutaway',
  excalidraw: 'Excalidraw',
  tldraw: 'tldraw',
  fabric: 'plain Fabric',
  floor: 'drawImage alone',
};

/** Each peer gets its own browser, so that its memory and time are measured alone. */
interface Opened {
  readonly browser: Browser;
  readonly page: Page;
  readonly cdp: CDPSession;
}

async function open(kit: Kit, name: string): Promise<Opened> {
  const browser = await kit.browser();
  const page = await browser.newPage({ viewport: PANE });
  const [file = name, query = ''] = name.split('?');
  await page.goto(`${kit.url(file)}?${query}`);
  await page.waitForFunction(() => 'board' in window && window.board.ready(), null, READY);
  return { browser, page, cdp: await browser.newBrowserCDPSession() };
}

async function processes({ cdp }: Opened, type: 'renderer' | 'GPU') {
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  return processInfo.filter((one) => one.type === type);
}

async function spent(opened: Opened, type: 'renderer' | 'GPU'): Promise<number> {
  return (await processes(opened, type)).reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0);
}

/**
 * Milliseconds of processor time per frame: of the page's process with all threads, and with the compositing process.
 */
interface Cost {
  readonly renderer: number;
  readonly composed: number;
}

async function cost(opened: Opened, act: (page: Page) => Promise<number>): Promise<Cost> {
  const before = [await spent(opened, 'renderer'), await spent(opened, 'GPU')];
  const frames = await act(opened.page);
  const after = [await spent(opened, 'renderer'), await spent(opened, 'GPU')];
  const [renderer = 0, gpu = 0] = after.map((value, at) => (value - (before[at] ?? 0)) / frames);
  return { renderer, composed: renderer + gpu };
}

/** Returns the private megabytes of the page's process and of the one that draws for it. */
async function memory(opened: Opened): Promise<number> {
  const session = await opened.page.context().newCDPSession(opened.page);
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  let kilobytes = 0;
  for (const { id } of [...(await processes(opened, 'renderer')), ...(await processes(opened, 'GPU'))]) {
    const rollup = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '');
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? Number.NaN);
  }
  return kilobytes / 1024;
}

/** Returns the mean colour in the middle of every fully visible picture. */
async function seen({ page }: Opened, where: Where, file: string): Promise<number[][]> {
  const image = await loadImage(
    await page.screenshot({ path: `dist/bench/board-${file}-${where}.png`, clip: { x: 0, y: 0, ...PANE } }),
  );
  const context = createCanvas(PANE.width, PANE.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { x, y, zoom } = VIEWS[where];
  return Array.from({ length: 500 }, (_, index) => placeOf(index)).flatMap((place) => {
    const [left, top] = [(place.x - x) * zoom, (place.y - y) * zoom];
    const [width, height] = [1280 * zoom, 720 * zoom];
    if (left < 0 || top < 0 || left + width > PANE.width || top + height > PANE.height) return [];
    const box = [left + width / 4, top + height / 4, width / 2, height / 2].map(Math.round) as [
      number,
      number,
      number,
      number,
    ];
    const { data } = context.getImageData(...box);
    return [
      [0, 1, 2].map(
        (channel) => data.filter((_, at) => at % 4 === channel).reduce((sum, one) => sum + one, 0) / (data.length / 4),
      ),
    ];
  });
}

/** Counts the pictures that look as in the floor. */
function alike(one: readonly number[][], floor: readonly number[][]): number {
  const near = (value: number, other: number | undefined): boolean => Math.abs(value - (other ?? 999)) < APART;
  return floor.filter((colour, at) => colour.every((value, channel) => near(value, one[at]?.[channel]))).length;
}

/** Waits until a pane shows the expected pictures or a timeout ends, then returns the pictures it shows. */
async function settled(
  opened: Opened,
  where: Where,
  peer: Peer,
  floor: readonly number[][] | null,
): Promise<number[][]> {
  await opened.page.bringToFront();
  await opened.page.evaluate((at) => window.board.look(at), where);
  let colours: number[][] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    await opened.page.waitForTimeout(2000);
    colours = await seen(opened, where, peer);
    if (!floor || alike(colours, floor) === floor.length) break;
  }
  return colours;
}

/** Checks that every pane shows the same pictures in the same places, as the figures would otherwise be meaningless. */
async function compare(panes: Readonly<Record<Peer, Opened>>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const where of ['all', 'near'] as const) {
    const floor = await settled(panes.floor, where, 'floor', null);
    for (const peer of PEERS.filter((one) => one !== 'floor')) {
      const value = alike(await settled(panes[peer], where, peer, floor), floor);
      const name = `${NAMES[peer]}: pictures as drawImage has them, ${where === 'all' ? 'all in sight' : 'zoomed in'}`;
      const goal = `${floor.length}`;
      rows.push({ name, value, unit: `of ${goal}`, peer: null, ratio: null, goal, ok: value === floor.length });
    }
  }
  return rows;
}

const ACTS = {
  all: (page: Page) =>
    page.evaluate(([frames, most]) => window.board.pan('all', frames, most), [FRAMES, MAX_MS] as const),
  near: (page: Page) =>
    page.evaluate(([frames, most]) => window.board.pan('near', frames, most), [FRAMES, MAX_MS] as const),
  drag: (page: Page) => page.evaluate(([frames, most]) => window.board.drag(frames, most), [FRAMES, MAX_MS] as const),
};
type Act = keyof typeof ACTS;

async function measure(panes: Readonly<Record<Peer, Opened>>): Promise<Record<Act, Record<Peer, Cost[]>>> {
  const none = (): Record<Peer, Cost[]> => ({ ours: [], excalidraw: [], tldraw: [], fabric: [], floor: [] });
  const costs = { all: none(), near: none(), drag: none() };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const peer of round % 2 === 0 ? PEERS : PEERS.toReversed()) {
      await panes[peer].page.bringToFront();
      for (const act of ['all', 'near', 'drag'] as const) {
        if (act === 'drag' && peer !== 'ours' && peer !== 'fabric') continue;
        const where: Where = act === 'near' ? 'near' : 'all';
        await panes[peer].page.evaluate((at) => window.board.look(at), where);
        await panes[peer].page.waitForTimeout(300);
        const one = await cost(panes[peer], ACTS[act]);
        // Decoding pictures for the first time is not part of a frame.
        if (round > 0) costs[act][peer].push(one);
      }
    }
  }
  return costs;
}

/** Are the largest ratios: of the page's process, and of it with the process that composes. */
const GOALS: readonly [Act, string, Peer, number, number][] = [
  ['all', 'Panning, 500 pictures in sight', 'excalidraw', 0.5, 0.7],
  ['all', 'Panning, 500 pictures in sight', 'tldraw', 0.3, 0.7],
  ['all', 'Panning, 500 pictures in sight', 'floor', 1, 1.2],
  ['near', 'Panning, zoomed in', 'excalidraw', 0.9, 0.9],
  ['drag', 'Dragging one of 500 pictures', 'fabric', 0.3, 0.7],
];

function costRows(costs: Record<Act, Record<Peer, Cost[]>>): Row[] {
  return (['renderer', 'composed'] as const).flatMap((what) => {
    const of = (act: Act, peer: Peer): number => median(costs[act][peer].map((one) => one[what]));
    return GOALS.map(([act, name, peer, ...most]) =>
      ratioRow({
        name: what === 'renderer' ? name : `${name}, with the process that composes`,
        value: of(act, 'ours'),
        unit: 'ms a frame',
        most: most[what === 'renderer' ? 0 : 1],
        of: of(act, peer),
        peer: NAMES[peer],
      }),
    );
  });
}

async function exportRows({ page }: Opened): Promise<Row[]> {
  await page.bringToFront();
  await page.evaluate(() => window.exportTimes(4));
  const { ours, floor, different } = await page.evaluate((count) => window.exportTimes(count), EXPORTS);
  return [
    ratioRow({
      name: 'PNG export of 1280 x 720',
      value: median(ours),
      unit: 'ms',
      peer: 'drawImage and convertToBlob',
      of: median(floor),
      most: 1.2,
    }),
    valueRow({ name: 'Pixels in which the two differ', value: different, unit: 'pixels', peer: null, most: 0 }),
  ];
}

/** Pans over the whole board, far and near, for minutes. */
async function wanderRow(opened: Opened): Promise<Row> {
  await opened.page.bringToFront();
  const slices: number[] = [];
  // Takes six measurements a minute; the first one fills the caches.
  for (let slice = 0; slice < MINUTES * 6; slice += 1) {
    await opened.page.evaluate(() => window.board.wander(10_000));
    slices.push(await memory(opened));
  }
  const third = Math.max(1, Math.floor(slices.length / 3));
  return ratioRow({
    name: `Memory after ${MINUTES} min of panning over 500 pictures`,
    value: median(slices.slice(-third)),
    unit: 'MB',
    peer: 'in the first third',
    of: median(slices.slice(0, third)),
    most: 1.1,
  });
}

/** Pans over forty compositions of twelve items, by the time of all processes. */
async function compositionsRow(kit: Kit): Promise<Row> {
  const peers = ['ours', 'excalidraw'] as const;
  const costs = { ours: [] as number[], excalidraw: [] as number[] };
  for (const peer of peers) {
    const opened = await open(kit, `board-${peer}?compositions`);
    for (let warm = 0; warm < LOOKS && (await ACTS.near(opened.page)) < FRAMES; warm += 1);
    for (let round = 0; round < ROUNDS; round += 1) costs[peer].push((await cost(opened, ACTS.near)).composed);
    await opened.page.screenshot({ path: `dist/bench/board-${peer}-compositions.png` });
    await opened.browser.close();
  }
  return ratioRow({
    name: 'Panning, zoomed in, 40 compositions of 12 items, all processes',
    value: median(costs.ours),
    unit: 'ms a frame',
    of: median(costs.excalidraw),
    most: 0.9,
    peer: NAMES.excalidraw,
  });
}

/** Drags the brightness of a picture. */
async function filterRow(opened: Opened): Promise<Row> {
  await opened.page.bringToFront();
  const drag = (page: Page) =>
    page.evaluate(([frames, most]) => window.board.filter(frames, most), [FRAMES, MAX_MS] as const);
  await drag(opened.page);
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) costs.push((await cost(opened, drag)).renderer);
  const name = 'Brightness of a picture while it is dragged, 500 pictures';
  return valueRow({ name, value: median(costs), unit: 'ms a frame', peer: null, most: 16 });
}

async function textsRow(kit: Kit): Promise<Row> {
  const opened = await open(kit, 'board-ours?texts');
  // Waits until all are decoded, which is not part of a frame; after that it draws every requested frame.
  for (let warm = 0; warm < LOOKS && (await ACTS.near(opened.page)) < FRAMES; warm += 1);
  const costs: number[] = [];
  for (let round = 0; round < 3; round += 1) costs.push((await cost(opened, ACTS.near)).renderer);
  await opened.browser.close();
  return valueRow({
    name: 'Panning, zoomed in, 500 pictures, 300 texts and the small map',
    value: median(costs),
    unit: 'ms a frame',
    peer: null,
    most: 8,
  });
}

const bench: Bench = {
  name: 'thumbnail board',
  run: async (kit) => {
    const panes = {} as Record<Peer, Opened>;
    for (const peer of PEERS) panes[peer] = await open(kit, `board-${peer}`);
    const rows = await compare(panes);
    rows.push(...costRows(await measure(panes)));
    rows.push(
      ratioRow({
        name: 'Memory after panning over 500 pictures',
        value: await memory(panes.ours),
        unit: 'MB',
        of: await memory(panes.excalidraw),
        most: 0.7,
        peer: NAMES.excalidraw,
      }),
    );
    for (const peer of PEERS) if (peer !== 'ours') await panes[peer].browser.close();
    rows.push(...(await exportRows(panes.ours)), await filterRow(panes.ours), await wanderRow(panes.ours));
    await panes.ours.browser.close();
    rows.push(await textsRow(kit), await compositionsRow(kit));
    return rows;
  },
};

export default bench;
