/** `npm run server`: runs a server for a team, in this process. */
import { buildMissing } from './build.mjs';
import { exitWithNpm } from './exit-with-npm.mjs';

buildMissing(['service']);
exitWithNpm();
await import(new URL('../dist/service/server.js', import.meta.url).href);
