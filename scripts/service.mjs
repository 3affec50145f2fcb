/** `npm run service`: runs only the local service, in this process. */
import { buildMissing } from './build.mjs';
import { exitWithNpm } from './exit-with-npm.mjs';

buildMissing(['service']);
exitWithNpm();
await import(new URL('../dist/service/main.js', import.meta.url).href);
