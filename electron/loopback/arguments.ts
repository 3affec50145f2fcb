import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface LoopbackArguments {
  /** Absolute; null means the platform's default folder. */
  dataFolder: string | null;
  /** Null means the remembered port, 0 any free one. */
  port: number | null;
  open: boolean;
  /** A Chromium-based browser to open an app window in; closing the window ends the app. */
  browser: string | null;
  sample: boolean;
}

/** @throws a plain sentence for anything it does not understand */
export function parseLoopbackArguments(argv: readonly string[]): LoopbackArguments {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      data: { type: 'string' },
      port: { type: 'string' },
      'no-open': { type: 'boolean' },
      browser: { type: 'string' },
      sample: { type: 'boolean' },
    },
  });
  if (values.data === '') throw new Error('--data needs a folder: --data DIR');
  if (values.port !== undefined && !/^\d{1,5}$/.test(values.port))
    throw new Error('--port needs a number: --port 4100');
  const port = values.port === undefined ? null : Number(values.port);
  if (port !== null && port > 65_535) throw new Error('--port goes up to 65535.');
  return {
    dataFolder: values.data === undefined ? null : resolve(values.data),
    port,
    open: values['no-open'] !== true,
    browser: values.browser ?? null,
    sample: values.sample === true,
  };
}
