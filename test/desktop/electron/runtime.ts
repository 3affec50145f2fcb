/** Holds what all modules of the stand-in share: the machine's settings, Chromium and the events between modules. */
import { EventEmitter } from 'node:events';

import { launchChromium, type Chromium } from './chromium/chromium.ts';
import { Network } from './chromium/network.ts';
import { Targets } from './chromium/targets.ts';
import { fromEnvironment } from './options.ts';

export interface Running extends Chromium {
  readonly targets: Targets;
}

export const options = fromEnvironment();
export const network = new Network();

/** Passes on what one module reports and others follow: `web-contents-created`, `window-closed` and so on. */
export const bus = new EventEmitter();

let announce: (running: Running) => void = () => undefined;

/** Resolves once the app is about to be ready. */
export const running = new Promise<Running>((resolve) => (announce = resolve));

export async function startChromium(profile: string): Promise<Running> {
  const proxyPort = await network.listen();
  const chromium = await launchChromium({ profile, proxyPort, options });
  const started = { ...chromium, targets: new Targets(chromium.connection) };
  announce(started);
  return started;
}
