/** Puts together the two scripts of every page, around the product's preload. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { options } from '../runtime.ts';

export const WORLD = 'Electron Isolated Context';

const read = (file: string): string => readFileSync(file, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');

export interface PageScripts {
  /** Takes what the preload exposed while the page could not listen. */
  readonly mainWorld: (exposed?: readonly string[]) => string;
  readonly isolatedWorld: string;
}

export function pageScripts(preload: string | undefined): PageScripts {
  const secret = JSON.stringify(randomUUID());
  const code = preload === undefined ? '' : read(preload);
  const run = `function (require, module, exports, process) {\n${code}\n}`;
  const platform = JSON.stringify(process.platform);
  const main = read(options.scripts.mainWorld);
  return {
    mainWorld: (exposed = []) => `((secret, exposed) => {\n${main}\n})(${secret}, ${JSON.stringify(exposed)});`,
    isolatedWorld: `((secret, platform, preload) => {\n${read(options.scripts.isolatedWorld)}\n})(${secret}, ${platform}, ${run});`,
  };
}
