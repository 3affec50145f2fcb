import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findOpenedFiles } from './command-line.ts';

export interface DesktopArguments {
  /** Absolute; undefined means the platform's default folder. */
  dataFolder: string | undefined;
  sample: boolean;
  disableGpu: boolean;
  /** Absolute. */
  files: readonly string[];
}

/**
 * Reads the app's own arguments and ignores the rest (Chromium's switches, the application's path).
 * @throws a plain sentence when `--data` names no folder
 */
export function parseDesktopArguments(argv: readonly string[]): DesktopArguments {
  const { values } = parseArgs({
    args: argv.slice(1),
    options: { data: { type: 'string' }, sample: { type: 'boolean' }, 'disable-gpu': { type: 'boolean' } },
    strict: false,
    allowPositionals: true,
  });
  if (values.data !== undefined && (typeof values.data !== 'string' || /^(-|$)/.test(values.data))) {
    throw new Error('--data needs a folder: --data DIR');
  }
  return {
    dataFolder: values.data === undefined ? undefined : resolve(values.data),
    sample: values.sample === true,
    disableGpu: values['disable-gpu'] === true,
    files: findOpenedFiles(argv, process.cwd()),
  };
}
