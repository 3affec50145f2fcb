/** Shared by all modules of the stand-in: the machine's settings, Chromium and the events between modules. */
import { EventEmitter } from 'node:events';

import { launchChromium, type Chromium } from './chromium/chromium.ts';
import { Network } from './chromium/network.ts';
import { Targets } from './chromium/targets.ts';
import { fromEnvironment } from './options.ts';

export interface RunningChromium extends Chromium {
  readonly targets: Targets;
}

export const options = fromEnvironment();
export const network = new Network();

/** Carries events between modules: `web-contents-created`, `window-closed` and so on. */
export const bus = new EventEmitter();

let resolveRunning: (runningChromium: RunningChromium) => void = () => undefined;

/** Resolves once the app is about to be ready. */
export const runningChromium = new Promise<RunningChromium>((resolve) => (resolveRunning = resolve));

export async function startChromium(profile: string): Promise<RunningChromium> {
  const proxyPort = await network.listen();
  const chromium = await launchChromium({ profile, proxyPort, options });
  const result = { ...chromium, targets: new Targets(chromium.connection) };
  resolveRunning(result);
  return result;
}
