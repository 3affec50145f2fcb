/** Lays out an app as an installer does, with the address and the key of its updates. */
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Installation } from './desktop.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Within the project, so that packages are found. */
const FOLDER = join(ROOT, 'node_modules', '.cache', 'cutaway');

interface Build {
  readonly version: string;
  readonly updates: { readonly url: string; readonly publicKey: string };
}

export function createInstallation({ version, updates: { url, publicKey } }: Build): Installation {
  mkdirSync(FOLDER, { recursive: true });
  const folder = mkdtempSync(join(FOLDER, 'installed-'));
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true });
  const packageJson = { name: 'cutaway', productName: 'Cutaway', type: 'module', version, updateKey: publicKey };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(packageJson));
  writeFileSync(
    join(folder, 'app-update.yml'),
    `provider: generic\nurl: ${url}\nupdaterCacheDirName: cutaway-updater\n`,
  );
  return { folder, resources: folder };
}
