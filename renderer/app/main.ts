import '../ui/tokens.css';
import '../ui/base.css';
import { mount } from 'svelte';

import { shellTransport } from '../bridge/bridge.ts';
import { recall } from '../studio/remembered.ts';
import { parseRoute } from '../studio/router.svelte.ts';
import { Studio } from '../studio/studio.svelte.ts';
import App from './App.svelte';
import { loadPage, pageOf } from './pages.ts';

// Zod reads this when it loads, with the first schema; its compiled parsers would break the content security policy.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// The connection and the page's own chunk load side by side, before anything is drawn.
const transport = shellTransport(window);
void loadPage(pageOf(parseRoute(location.hash))).catch(() => undefined);

const studio = new Studio({ window, transport, remembered: recall(localStorage) });
studio.warm();
const target = document.getElementById('app');
if (target) mount(App, { target, props: { studio } });
