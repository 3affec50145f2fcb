/** `npm run start:web`: runs the browser shell in this process. */
import { buildMissing } from './build.mjs';
import { endWithNpm } from './end-with-npm.mjs';

buildMissing();
endWithNpm();
await import(new URL('../dist/loopback/main.js', import.meta.url).href);
