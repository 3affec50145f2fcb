import { mount } from 'svelte';

import icon from '../../assets/icons/64x64.png';
import type { Bridge } from '../bridge/bridge.ts';
import type { ScriptOpening } from '../features/scripts/opening.ts';
import type { WrittenStore } from '../offline/store.ts';
import { Written } from '../offline/written.ts';
import type { Remembered } from '../studio/remembered.ts';
import { parseRoute } from '../studio/route.ts';
import { Studio } from '../studio/studio.svelte.ts';
import App from './App.svelte';
import { loadPage, pageOf } from './pages.ts';

// The page's own chunk loads while the studio is made.
void loadPage(pageOf(parseRoute(location.hash))).catch(() => undefined);

export interface StudioStart {
  readonly bridge: Bridge;
  readonly store: WrittenStore;
  readonly remembered: Remembered;
  /** The text that stands already, where there is one. */
  readonly opening: ScriptOpening | null;
}

/** The whole studio, around the text that stands already or by itself. */
export function startStudio({ bridge, store, remembered, opening }: StudioStart): void {
  const studio = new Studio({ window, bridge, written: opening?.written ?? new Written(store), remembered });
  studio.warm();
  const target = document.getElementById('app');
  if (target) mount(App, { target, props: { studio, opening } });
  if (!opening) document.getElementById('frame')?.remove();
  showIcon();
}

/** Not in the page from the beginning: it would be drawn before the text, and hold it up. */
function showIcon(): void {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'icon', type: 'image/png', href: icon });
  document.head.append(link);
}
