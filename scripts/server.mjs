/** `npm run server`: runs a server for a team, in this process. */
import { buildMissing } from './build.mjs';
import { endWithNpm } from './end-with-npm.mjs';

buildMissing(['service']);
endWithNpm();
await import(new URL('../dist/service/server.js', import.meta.url).href);
