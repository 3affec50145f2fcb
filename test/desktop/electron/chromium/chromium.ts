/** Starts the Chromium that plays Electron's. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

import { getChromiumOptions, findChromiumPath } from '../../../support/chromium.ts';
import type { StandInOptions } from '../options.ts';
import { Connection } from './cdp.ts';

export interface Chromium {
  readonly connection: Connection;
  /** The address for a second client, Playwright. */
  readonly endpoint: string;
  readonly pid: number;
  /** Lets Chromium write its profile and end. */
  close(): Promise<void>;
}

interface Launch {
  readonly profile: string;
  /** Carries every request of every page, worker and socket. */
  readonly proxyPort: number;
  readonly options: Pick<StandInOptions, 'displays' | 'languages'>;
}

function getSwitches({ profile, proxyPort, options }: Launch): string[] {
  const { args = [], chromiumSandbox } = getChromiumOptions();
  return [
    ...args,
    ...(chromiumSandbox ? [] : ['--no-sandbox']),
    '--headless=new',
    '--remote-debugging-pipe',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    '--no-startup-window',
    '--no-default-browser-check',
    '--disable-popup-blocking',
    '--disable-background-timer-throttling',
    '--disable-backgrounding-occluded-windows',
    '--disable-renderer-backgrounding',
    '--disable-dev-shm-usage',
    '--disable-features=Translate,MediaRouter,OptimizationHints',
    '--force-color-profile=srgb',
    '--hide-scrollbars',
    '--mute-audio',
    '--password-store=basic',
    '--use-mock-keychain',
    `--lang=${options.languages[0] ?? 'en-US'}`,
    `--screen-info=${options.displays.map(({ width, height }) => `{${width}x${height}}`).join('')}`,
    `--proxy-server=http://127.0.0.1:${proxyPort}`,
    // Chromium would otherwise bypass the proxy for local addresses.
    '--proxy-bypass-list=<-loopback>',
  ];
}

/** Reads the address for a second client from the line that Chromium writes when it is ready for one. */
async function readEndpoint(errors: Readable): Promise<string> {
  for await (const line of createInterface({ input: errors })) {
    const port = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(line)?.[1];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
  }
  throw new Error('Chromium ended while it started.');
}

export async function launchChromium(launch: Launch): Promise<Chromium> {
  const child = spawn(findChromiumPath(), getSwitches(launch), {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // The leader of its own group, so that all of its processes can be ended at once.
    detached: true,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('Chromium could not be started.');
  const exit = once(child, 'exit');
  const connection = new Connection(child.stdio[3] as Writable, child.stdio[4] as Readable);
  const endpoint = await readEndpoint(child.stderr as Readable);
  child.stderr?.resume();
  process.once('exit', () => {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  });
  return {
    connection,
    endpoint,
    pid,
    close: async () => {
      await connection.browser.send('Browser.close').catch(() => undefined); // it may have already ended
      await exit;
    },
  };
}
