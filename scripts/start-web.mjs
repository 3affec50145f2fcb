/** `npm run start:web`: runs the browser shell in this process. */
import { buildMissing } from './build.mjs';
import { exitWithNpm } from './exit-with-npm.mjs';

buildMissing();
exitWithNpm();
await import(new URL('../dist/loopback/main.js', import.meta.url).href);
