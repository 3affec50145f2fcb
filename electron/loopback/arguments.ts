import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface LoopbackArguments {
  /** Absolute; null: the platform's usual folder. */
  dataFolder: string | null;
  /** Null: the remembered one. 0: any that is free. */
  port: number | null;
  open: boolean;
  /** A browser of the Chromium family to open an app window in; its closing ends the studio. */
  browser: string | null;
  sample: boolean;
}

/** Throws with a plain sentence for anything it does not understand. */
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
