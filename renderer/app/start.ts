import { mount } from 'svelte';

import { logger } from '#log/logger.ts';
import icon from '../../assets/icons/64x64.png';
import type { Bridge } from '../bridge/bridge.ts';
import type { EarlyEditor } from '../features/scripts/page/early-editor.ts';
import type { MirroredStore } from '../storage/mirrored-store.ts';
import { Documents } from '../drafts/documents.ts';
import type { RememberedState } from '../app-state/remembered.ts';
import { parseRoute } from '../app-state/route.ts';
import { AppState } from '../app-state/app-state.svelte.ts';
import App from './App.svelte';
import { loadPage, getPageName } from './pages.ts';

const log = logger('pages');

// Loads the page's chunk while the app is created.
void loadPage(getPageName(parseRoute(location.hash))).catch(log.failure('page not loaded ahead'));

export interface AppStart {
  readonly bridge: Bridge;
  readonly store: MirroredStore;
  readonly remembered: RememberedState;
  readonly earlyEditor: EarlyEditor | null;
}

/** Mounts the whole app, around the early editor if there is one. */
export function startApp({ bridge, store, remembered, earlyEditor }: AppStart): void {
  const app = new AppState({ window, bridge, documents: earlyEditor?.documents ?? new Documents(store), remembered });
  app.openDatabase();
  const target = document.getElementById('app');
  if (target) mount(App, { target, props: { app, earlyEditor } });
  if (!earlyEditor) document.getElementById('frame')?.remove();
  showIcon();
}

/** Adds the icon late: in the initial page it would be drawn before the text and delay it. */
function showIcon(): void {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'icon', type: 'image/png', href: icon });
  document.head.append(link);
}
