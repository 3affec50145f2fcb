import { readFile } from 'node:fs/promises';

import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Browser, CDPSession, Page } from '@playwright/test';

import { getRounds } from '../support/rounds.ts';
import { type Bench, type Kit, median, ratioRow, type Row, valueRow } from './bench-kit.ts';
import { getPosition, VIEWS, type View } from './pages/board-pictures.ts';

const PEERS = ['ours', 'excalidraw', 'tldraw', 'fabric', 'floor'] as const;
type Peer = (typeof PEERS)[number];

const ROUNDS = 3;
const FRAMES = 180;
/** The slowest peers draw fewer frames. */
const MAX_MS = 4000;
const EXPORT_ROUNDS = 16;
const MINUTES = getRounds(1, 5);
const READY_OPTIONS = { timeout: 180_000, polling: 250 };
const PANE_SIZE = { width: 1280, height: 720 };

/** The allowed difference of a channel, of 255, in the mean of a picture's middle. */
const MAX_COLOUR_DIFFERENCE = 12;
const MAX_CHECKS = 10;
const NAMES: Readonly<Record<Peer, string>> = {
  ours: 'Cutaway',
  excalidraw: 'Excalidraw',
  tldraw: 'tldraw',
  fabric: 'plain Fabric',
  floor: 'drawImage alone',
};

/** A peer in its own browser, so that its memory and time are measured alone. */
interface Pane {
  readonly browser: Browser;
  readonly page: Page;
  readonly cdp: CDPSession;
}

async function openPane(kit: Kit, name: string): Promise<Pane> {
  const browser = await kit.browser();
  const page = await browser.newPage({ viewport: PANE_SIZE });
  const [file = name, query = ''] = name.split('?');
  await page.goto(`${kit.url(file)}?${query}`);
  await page.waitForFunction(() => 'board' in window && window.board.ready(), null, READY_OPTIONS);
  return { browser, page, cdp: await browser.newBrowserCDPSession() };
}

async function listProcesses({ cdp }: Pane, type: 'renderer' | 'GPU') {
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  return processInfo.filter((process) => process.type === type);
}

async function getProcessorMs(pane: Pane, type: 'renderer' | 'GPU'): Promise<number> {
  return (await listProcesses(pane, type)).reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0);
}

/**
 * Milliseconds of processor time per frame: of the page's process with all threads, and with the compositing process.
 */
interface Cost {
  readonly renderer: number;
  readonly composed: number;
}

async function measureCost(pane: Pane, action: (page: Page) => Promise<number>): Promise<Cost> {
  const before = [await getProcessorMs(pane, 'renderer'), await getProcessorMs(pane, 'GPU')];
  const frames = await action(pane.page);
  const after = [await getProcessorMs(pane, 'renderer'), await getProcessorMs(pane, 'GPU')];
  const [renderer = 0, gpu = 0] = after.map((value, index) => (value - (before[index] ?? 0)) / frames);
  return { renderer, composed: renderer + gpu };
}

/** Returns the private megabytes of the page's process and of its compositing process. */
async function measureMemory(pane: Pane): Promise<number> {
  const session = await pane.page.context().newCDPSession(pane.page);
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  let kilobytes = 0;
  for (const { id } of [...(await listProcesses(pane, 'renderer')), ...(await listProcesses(pane, 'GPU'))]) {
    const rollup = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '');
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? Number.NaN);
  }
  return kilobytes / 1024;
}

/** Returns the mean colour in the middle of every fully visible picture. */
async function readColours({ page }: Pane, view: View, file: string): Promise<number[][]> {
  const image = await loadImage(
    await page.screenshot({ path: `dist/bench/board-${file}-${view}.png`, clip: { x: 0, y: 0, ...PANE_SIZE } }),
  );
  const context = createCanvas(PANE_SIZE.width, PANE_SIZE.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { x, y, zoom } = VIEWS[view];
  return Array.from({ length: 500 }, (_, index) => getPosition(index)).flatMap((place) => {
    const [left, top] = [(place.x - x) * zoom, (place.y - y) * zoom];
    const [width, height] = [1280 * zoom, 720 * zoom];
    if (left < 0 || top < 0 || left + width > PANE_SIZE.width || top + height > PANE_SIZE.height) return [];
    const box = [left + width / 4, top + height / 4, width / 2, height / 2].map(Math.round) as [
      number,
      number,
      number,
      number,
    ];
    const { data } = context.getImageData(...box);
    return [
      [0, 1, 2].map(
        (channel) =>
          data.filter((_, index) => index % 4 === channel).reduce((sum, value) => sum + value, 0) / (data.length / 4),
      ),
    ];
  });
}

/** Counts the pictures with the same colours as in the floor. */
function countMatches(colours: readonly number[][], floor: readonly number[][]): number {
  const isSimilar = (value: number, other: number | undefined): boolean =>
    Math.abs(value - (other ?? 999)) < MAX_COLOUR_DIFFERENCE;
  return floor.filter((colour, index) => colour.every((value, channel) => isSimilar(value, colours[index]?.[channel])))
    .length;
}

/** Waits until a pane shows the expected pictures or a timeout ends, then returns the colours of its pictures. */
async function waitForColours(
  pane: Pane,
  view: View,
  peer: Peer,
  floor: readonly number[][] | null,
): Promise<number[][]> {
  await pane.page.bringToFront();
  await pane.page.evaluate((name) => window.board.look(name), view);
  let colours: number[][] = [];
  for (let attempt = 0; attempt < MAX_CHECKS; attempt += 1) {
    await pane.page.waitForTimeout(2000);
    colours = await readColours(pane, view, peer);
    if (!floor || countMatches(colours, floor) === floor.length) break;
  }
  return colours;
}

/** Checks that every pane shows the same pictures in the same places, which makes the figures comparable. */
async function comparePictures(panes: Readonly<Record<Peer, Pane>>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const view of ['all', 'near'] as const) {
    const floor = await waitForColours(panes.floor, view, 'floor', null);
    for (const peer of PEERS.filter((peer) => peer !== 'floor')) {
      const value = countMatches(await waitForColours(panes[peer], view, peer, floor), floor);
      const name = `${NAMES[peer]}: pictures as drawImage has them, ${view === 'all' ? 'all in sight' : 'zoomed in'}`;
      const goal = `${floor.length}`;
      rows.push({ name, value, unit: `of ${goal}`, peer: null, ratio: null, goal, ok: value === floor.length });
    }
  }
  return rows;
}

const ACTIONS = {
  all: (page: Page) =>
    page.evaluate(([frames, maxMs]) => window.board.pan('all', frames, maxMs), [FRAMES, MAX_MS] as const),
  near: (page: Page) =>
    page.evaluate(([frames, maxMs]) => window.board.pan('near', frames, maxMs), [FRAMES, MAX_MS] as const),
  drag: (page: Page) => page.evaluate(([frames, maxMs]) => window.board.drag(frames, maxMs), [FRAMES, MAX_MS] as const),
};
type Action = keyof typeof ACTIONS;

async function measureCosts(panes: Readonly<Record<Peer, Pane>>): Promise<Record<Action, Record<Peer, Cost[]>>> {
  const createCosts = (): Record<Peer, Cost[]> => ({ ours: [], excalidraw: [], tldraw: [], fabric: [], floor: [] });
  const costs = { all: createCosts(), near: createCosts(), drag: createCosts() };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const peer of round % 2 === 0 ? PEERS : PEERS.toReversed()) {
      await panes[peer].page.bringToFront();
      for (const action of ['all', 'near', 'drag'] as const) {
        if (action === 'drag' && peer !== 'ours' && peer !== 'fabric') continue;
        const view: View = action === 'near' ? 'near' : 'all';
        await panes[peer].page.evaluate((name) => window.board.look(name), view);
        await panes[peer].page.waitForTimeout(300);
        const result = await measureCost(panes[peer], ACTIONS[action]);
        // Decoding pictures for the first time is not part of a frame.
        if (round > 0) costs[action][peer].push(result);
      }
    }
  }
  return costs;
}

/** Largest ratios: of the page's process, and of it with the compositing process. */
const GOALS: readonly [Action, string, Peer, number, number][] = [
  ['all', 'Panning, 500 pictures in sight', 'excalidraw', 0.5, 0.7],
  ['all', 'Panning, 500 pictures in sight', 'tldraw', 0.3, 0.7],
  ['all', 'Panning, 500 pictures in sight', 'floor', 1, 1.2],
  ['near', 'Panning, zoomed in', 'excalidraw', 0.9, 0.9],
  ['drag', 'Dragging one of 500 pictures', 'fabric', 0.3, 0.7],
];

function costRows(costs: Record<Action, Record<Peer, Cost[]>>): Row[] {
  return (['renderer', 'composed'] as const).flatMap((kind) => {
    const getMedian = (action: Action, peer: Peer): number => median(costs[action][peer].map((result) => result[kind]));
    return GOALS.map(([action, name, peer, ...maxRatios]) =>
      ratioRow({
        name: kind === 'renderer' ? name : `${name}, with the process that composes`,
        value: getMedian(action, 'ours'),
        unit: 'ms a frame',
        max: maxRatios[kind === 'renderer' ? 0 : 1],
        peerValue: getMedian(action, peer),
        peer: NAMES[peer],
      }),
    );
  });
}

async function exportRows({ page }: Pane): Promise<Row[]> {
  await page.bringToFront();
  await page.evaluate(() => window.exportTimes(4));
  const { ours, floor, different } = await page.evaluate((count) => window.exportTimes(count), EXPORT_ROUNDS);
  return [
    ratioRow({
      name: 'PNG export of 1280 x 720',
      value: median(ours),
      unit: 'ms',
      peer: 'drawImage and convertToBlob',
      peerValue: median(floor),
      max: 1.2,
    }),
    valueRow({ name: 'Pixels in which the two differ', value: different, unit: 'pixels', peer: null, max: 0 }),
  ];
}

/** Pans over the whole board, far and near, for minutes. */
async function wanderRow(pane: Pane): Promise<Row> {
  await pane.page.bringToFront();
  const slices: number[] = [];
  // Six measurements a minute; the first one fills the caches.
  for (let slice = 0; slice < MINUTES * 6; slice += 1) {
    await pane.page.evaluate(() => window.board.wander(10_000));
    slices.push(await measureMemory(pane));
  }
  const third = Math.max(1, Math.floor(slices.length / 3));
  return ratioRow({
    name: `Memory after ${MINUTES} min of panning over 500 pictures`,
    value: median(slices.slice(-third)),
    unit: 'MB',
    peer: 'in the first third',
    peerValue: median(slices.slice(0, third)),
    max: 1.1,
  });
}

/** Pans over forty compositions of twelve items, by the time of all processes. */
async function compositionsRow(kit: Kit): Promise<Row> {
  const peers = ['ours', 'excalidraw'] as const;
  const costs = { ours: [] as number[], excalidraw: [] as number[] };
  for (const peer of peers) {
    const pane = await openPane(kit, `board-${peer}?compositions`);
    for (let attempt = 0; attempt < MAX_CHECKS && (await ACTIONS.near(pane.page)) < FRAMES; attempt += 1);
    for (let round = 0; round < ROUNDS; round += 1) costs[peer].push((await measureCost(pane, ACTIONS.near)).composed);
    await pane.page.screenshot({ path: `dist/bench/board-${peer}-compositions.png` });
    await pane.browser.close();
  }
  return ratioRow({
    name: 'Panning, zoomed in, 40 compositions of 12 items, all processes',
    value: median(costs.ours),
    unit: 'ms a frame',
    peerValue: median(costs.excalidraw),
    max: 0.9,
    peer: NAMES.excalidraw,
  });
}

/** Drags the brightness of a picture. */
async function filterRow(pane: Pane): Promise<Row> {
  await pane.page.bringToFront();
  const drag = (page: Page) =>
    page.evaluate(([frames, maxMs]) => window.board.filter(frames, maxMs), [FRAMES, MAX_MS] as const);
  await drag(pane.page);
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) costs.push((await measureCost(pane, drag)).renderer);
  const name = 'Brightness of a picture while it is dragged, 500 pictures';
  return valueRow({ name, value: median(costs), unit: 'ms a frame', peer: null, max: 16 });
}

async function textsRow(kit: Kit): Promise<Row> {
  const pane = await openPane(kit, 'board-ours?texts');
  // Decoding is not part of a frame, so wait until every requested frame is drawn.
  for (let attempt = 0; attempt < MAX_CHECKS && (await ACTIONS.near(pane.page)) < FRAMES; attempt += 1);
  const costs: number[] = [];
  for (let round = 0; round < 3; round += 1) costs.push((await measureCost(pane, ACTIONS.near)).renderer);
  await pane.browser.close();
  return valueRow({
    name: 'Panning, zoomed in, 500 pictures, 300 texts and the small map',
    value: median(costs),
    unit: 'ms a frame',
    peer: null,
    max: 8,
  });
}

const bench: Bench = {
  name: 'thumbnail board',
  run: async (kit) => {
    const panes = {} as Record<Peer, Pane>;
    for (const peer of PEERS) panes[peer] = await openPane(kit, `board-${peer}`);
    const rows = await comparePictures(panes);
    rows.push(...costRows(await measureCosts(panes)));
    rows.push(
      ratioRow({
        name: 'Memory after panning over 500 pictures',
        value: await measureMemory(panes.ours),
        unit: 'MB',
        peerValue: await measureMemory(panes.excalidraw),
        max: 0.7,
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
