/**
 * Stands in for the `electron` module: the product's own main process, preload, pages and service run on a Chromium
 * that is driven over the DevTools protocol.
 */
import type { ElectronApi } from '#electron/desktop/electron-api.ts';

import { listenToTest } from './control.ts';
import * as modules from './modules.ts';

// This does not compile if the product uses anything that the stand-in lacks.
void (modules satisfies Omit<ElectronApi, 'menu'>);

listenToTest();

export * from './modules.ts';
