import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { TestApp } from './test-app.ts';

/** Returns whether a file of the journal contains these words; `family` is the beginning of its name. */
export function isOnDisk({ dataDir }: TestApp, text: string, family = ''): boolean {
  const folder = join(dataDir, 'journal');
  return readdirSync(folder).some(
    (name) =>
      name.startsWith(family) && name.endsWith('.json') && readFileSync(join(folder, name), 'utf8').includes(text),
  );
}
