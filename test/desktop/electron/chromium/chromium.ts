/** Starts the Chromium that plays Electron's own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

import { chromiumOptions, chromiumPath } from '../../../support/chromium.ts';
import type { StandInOptions } from '../options.ts';
import { Connection } from './cdp.ts';

export interface Chromium {
  readonly connection: Connection;
  /** Lets a second client connect: Playwright. */
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

function switches({ profile, proxyPort, options }: Launch): string[] {
  const { args = [], chromiumSandbox } = chromiumOptions();
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
    // Without this, Chromium asks local addresses past the proxy.
    '--proxy-bypass-list=<-loopback>',
  ];
}

/** Reads the address of the second client from what Chromium writes when it is ready for one. */
async function endpointIn(errors: Readable): Promise<string> {
  for await (const line of createInterface({ input: errors })) {
    const port = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(line)?.[1];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
  }
  throw new Error('Chromium ended while it started.');
}

export async function launchChromium(launch: Launch): Promise<Chromium> {
  const child = spawn(chromiumPath(), switches(launch), {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // The leader of its own group, so that all of its processes can be ended at once.
    detached: true,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('Chromium could not be started.');
  const ended = once(child, 'exit');
  const connection = new Connection(child.stdio[3] as Writable, child.stdio[4] as Readable);
  const endpoint = await endpointIn(child.stderr as Readable);
  child.stderr?.resume();
  process.once('exit', () => {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended before.
    }
  });
  return {
    connection,
    endpoint,
    pid,
    close: async () => {
      await connection.browser.send('Browser.close').catch(() => undefined); // it may have ended before
      await ended;
    },
  };
}
