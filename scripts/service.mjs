/** `npm run service`: runs only the local service, in this process. */
import { buildMissing } from './build.mjs';
import { endWithNpm } from './end-with-npm.mjs';

buildMissing(['service']);
endWithNpm();
await import(new URL('../dist/service/main.js', import.meta.url).href);
