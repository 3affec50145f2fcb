import { svelte } from '@sveltejs/vite-plugin-svelte';
import { chromium, type Browser, type BrowserContext, type CDPSession } from '@playwright/test';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KEEP_CODE_CACHE } from '../../electron/loopback/open-browser.ts';
import { getChromiumOptions } from '../support/chromium.ts';
import { removeFolder } from '../support/remove-folder.ts';

/**
 * A bench file is `test/bench/NAME.bench.ts` and has a default export of this type:
 *
 *     const bench: Bench = { name: 'word count', run: async (kit) => [row({ … })] };
 *     export default bench;
 *
 * `npm run bench` runs all of them one after the other in one process. Compare with a peer in the same run, interleave
 * A/B/B/A, and gate on medians of many. Code that runs in a browser is a page `pages/NAME.html` (found automatically),
 * opened at `kit.url('NAME')`; peers are in this folder's own package.json.
 */
export interface Bench {
  readonly name: string;
  run(kit: Kit): Promise<readonly Row[]>;
}

/** A result; with a peer, `ratio` is compared with the goal. */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly peer: string | null;
  readonly ratio: number | null;
  readonly goal: string;
  readonly ok: boolean;
}

export interface Kit {
  url(page: string): string;
  /** Starts a Chromium that is closed at the end of the run. */
  browser(args?: readonly string[]): Promise<Browser>;
  /** Opens a browser like the app's own window: its profile caches compiled code from the second use of a script. */
  profile(): Promise<BrowserContext>;
}

export function measureMs(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Returns the value below which `share` of the values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sortedValues = [...values].sort((a, b) => a - b);
  return sortedValues[Math.min(sortedValues.length - 1, Math.floor(share * sortedValues.length))] ?? Number.NaN;
}

/** Builds a row for a value of at most `max` times the peer's. */
export function ratioRow(row: {
  name: string;
  value: number;
  unit: string;
  peer: string;
  peerValue: number;
  max: number;
}): Row {
  const ratio = row.value / row.peerValue;
  const { name, value, unit, peer } = row;
  return {
    name,
    value,
    unit,
    peer: `${peer} ${round(row.peerValue)}`,
    ratio,
    goal: `<= ${round(row.max)}`,
    ok: ratio <= row.max,
  };
}

/** Builds a row for a value of at most `max`. */
export function valueRow(row: { name: string; value: number; unit: string; peer: string | null; max: number }): Row {
  return { ...row, ratio: null, goal: `<= ${round(row.max)} ${row.unit}`, ok: row.value <= row.max };
}

export function round(value: number): number {
  return Number(value.toPrecision(3));
}

/** Returns the work of a page's main thread so far, in milliseconds: script, style, layout and paint. */
export async function getThreadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

const benchFolder = fileURLToPath(new URL('.', import.meta.url));
const outDir = join(benchFolder, '../../dist/bench');
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
};

async function buildPages(): Promise<void> {
  const { build } = await import('vite');
  const pages = join(benchFolder, 'pages');
  const input = readdirSync(pages).filter((name) => name.endsWith('.html'));
  await build({
    root: pages,
    configFile: false,
    logLevel: 'error',
    plugins: [svelte({ configFile: false })],
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'chrome130',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: { input: input.map((name) => join(pages, name)) },
    },
  });
}

function startServer(): Promise<Server> {
  const server = createServer((request, response) => {
    const file = join(outDir, new URL(request.url ?? '/', 'http://bench').pathname);
    if (!file.startsWith(outDir) || !existsSync(file) || !extname(file)) {
      response.writeHead(404).end();
      return;
    }
    const caching = extname(file) === '.html' ? 'no-cache' : 'public, max-age=31536000, immutable';
    response.writeHead(200, {
      'Content-Type': CONTENT_TYPES[extname(file)] ?? 'application/octet-stream',
      'Cache-Control': caching,
      // These give clocks a resolution of 5 µs instead of 100.
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    });
    response.end(readFileSync(file));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** Builds and serves the pages; `close` ends everything the benches started. */
export async function openKit(): Promise<Kit & { close(): Promise<void> }> {
  await buildPages();
  const server = await startServer();
  const browsers: Browser[] = [];
  const profiles: { readonly context: BrowserContext; readonly folder: string }[] = [];
  return {
    url: (page) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${page}.html`,
    async browser(args = []) {
      const options = getChromiumOptions();
      const browser = await chromium.launch({ ...options, args: [...(options.args ?? []), ...args] });
      browsers.push(browser);
      return browser;
    },
    async profile() {
      const folder = mkdtempSync(join(tmpdir(), 'cutaway-bench-profile-'));
      const options = getChromiumOptions();
      const args = [...(options.args ?? []), KEEP_CODE_CACHE];
      const context = await chromium.launchPersistentContext(folder, { ...options, args });
      profiles.push({ context, folder });
      return context;
    },
    async close() {
      for (const browser of browsers) await browser.close();
      for (const { context, folder } of profiles) {
        await context.close();
        await removeFolder(folder);
      }
      server.close();
    },
  };
}
