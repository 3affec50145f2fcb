/** Builds the two scripts of every page around the product's preload. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { options } from '../runtime.ts';

export const WORLD = 'Electron Isolated Context';

const readScript = (file: string): string =>
  readFileSync(file, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');

export interface PageScripts {
  /** `exposed` holds messages from before the page could listen. */
  readonly mainWorld: (exposed?: readonly string[]) => string;
  readonly isolatedWorld: string;
}

export function createPageScripts(preload: string | undefined): PageScripts {
  const secret = JSON.stringify(randomUUID());
  const code = preload === undefined ? '' : readScript(preload);
  const preloadFunction = `function (require, module, exports, process) {\n${code}\n}`;
  const platform = JSON.stringify(process.platform);
  const mainCode = readScript(options.scripts.mainWorld);
  return {
    mainWorld: (exposed = []) => `((secret, exposed) => {\n${mainCode}\n})(${secret}, ${JSON.stringify(exposed)});`,
    isolatedWorld: `((secret, platform, preload) => {\n${readScript(options.scripts.isolatedWorld)}\n})(${secret}, ${platform}, ${preloadFunction});`,
  };
}
