/** Makes `electron` mean the stand-in, for the product's modules and for packages that require it. */
import { realpathSync } from 'node:fs';
import Module, { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';

const bundle = process.env['CUTAWAY_STAND_IN_BUNDLE'];
if (bundle === undefined) throw new Error('CUTAWAY_STAND_IN_BUNDLE is missing: the stand-in is started by desktop.ts.');
// Resolved, because Node follows links where the hook does not.
const url = pathToFileURL(realpathSync(bundle)).href;

const hooks = `
let standInUrl;
export const initialize = (url) => void (standInUrl = url);
export const resolve = (specifier, context, next) =>
  specifier === 'electron' ? { url: standInUrl, format: 'module', shortCircuit: true } : next(specifier, context);
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`, { parentURL: import.meta.url, data: url });

const standIn = await import(url);
const require = createRequire(import.meta.url);
const { version } = require('electron/package.json');
const resourcesPath = process.env['CUTAWAY_STAND_IN_RESOURCES'];
Object.assign(process, { type: 'browser', resourcesPath });
Object.assign(process.versions, { electron: version, chrome: '0.0.0.0' });

/** @type {{ _load: (request: string, ...rest: unknown[]) => unknown }} */
const commonJs = /** @type {never} */ (Module);
const load = commonJs._load;
commonJs._load = (request, ...rest) => (request === 'electron' ? standIn : load.call(commonJs, request, ...rest));
