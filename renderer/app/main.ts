import '../ui/tokens.css';
import '../ui/base.css';
import './frame.css';

import { Bridge, shellTransport } from '../bridge/bridge.ts';
import { Database } from '../offline/database.ts';
import { Journal } from '../offline/journal.ts';
import { WrittenStore } from '../offline/store.ts';
import { recall } from '../studio/remembered.ts';
import { drawFrame, sayNotLoaded } from './frame.ts';
import { openScript } from './open-script.ts';

// Zod reads this when it loads, with the first schema; its compiled parsers would break the content security policy.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// What this file imports is all there is before the first text stands: keep it small.
const bridge = new Bridge(shellTransport(window));
const store = new WrittenStore(new Database(), new Journal(bridge));
const remembered = recall(localStorage);
drawFrame(document.documentElement, remembered.settings, location.hash);

// Not awaited: the first paint waits for this file.
void openScript({ window, bridge, store, remembered })
  .then(async (opening) => {
    const { startStudio } = await import('./start.ts');
    startStudio({ bridge, store, remembered, opening });
  })
  .catch((error: unknown) => {
    reportError(error);
    sayNotLoaded(document, () => location.reload());
  });
