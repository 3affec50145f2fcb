import '../ui/tokens.css';
import '../ui/base.css';
import './frame.css';

import { Bridge, createTransport } from '../bridge/bridge.ts';
import { sendLog } from '../bridge/send-log.ts';
import { leaveWhenSessionEnds } from '../drafts/page-leave.ts';
import { Database } from '../storage/database.ts';
import { Journal } from '../storage/journal.ts';
import { MirroredStore } from '../storage/mirrored-store.ts';
import { recall } from '../app-state/remembered.ts';
import { drawFrame, showLoadError } from './frame.ts';
import { openScript } from './open-script.ts';

// Zod reads this when it loads, with the first schema; its compiled parsers would violate the content security policy.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// Keep the imports of this file small: they load before the first text is shown.
const bridge = new Bridge(createTransport(window));
sendLog(bridge, window);
leaveWhenSessionEnds(bridge, window);
const store = new MirroredStore(new Database(), new Journal(bridge));
const rememberedState = recall(localStorage);
drawFrame(document.documentElement, rememberedState.settings, location.hash);

// Not awaited, because the first paint waits for this file.
void openScript({ window, bridge, store, remembered: rememberedState })
  .then(async (earlyEditor) => {
    const { startApp } = await import('./start.ts');
    startApp({ bridge, store, remembered: rememberedState, earlyEditor });
  })
  .catch((error: unknown) => {
    reportError(error);
    showLoadError(document, () => location.reload());
  });
