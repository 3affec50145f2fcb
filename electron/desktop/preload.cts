import type * as Electron from 'electron';

// A sandboxed preload is CommonJS, which under verbatimModuleSyntax has no import statement.
// eslint-disable-next-line @typescript-eslint/no-require-imports
const { contextBridge, ipcRenderer } = require('electron') as typeof Electron;

type Listener = (payload: unknown) => void;
type Reply = { ok: true; value: unknown } | { ok: false; fault: { fault: string; message: string } };

// One listener on the channel serves all subscriptions, so that the page never gets an IPC event.
const listeners = new Map<string, Set<Listener>>();

// A deep link that starts the app arrives before the page listens, so the latest one is kept.
const ROUTE_EVENT = 'route.open';
let pendingRoute: { payload: unknown } | undefined;

ipcRenderer.on('cutaway:event', (_event, name: unknown, payload: unknown) => {
  if (typeof name !== 'string') return;
  const eventListeners = [...(listeners.get(name) ?? [])];
  if (name === ROUTE_EVENT && eventListeners.length === 0) pendingRoute = { payload };
  for (const listener of eventListeners) listener(payload);
});

function requireName(name: unknown): asserts name is string {
  if (typeof name !== 'string' || name === '') throw new TypeError('A call or event has a name.');
}

contextBridge.exposeInMainWorld('cutaway', {
  shell: 'desktop',
  platform: process.platform,

  /** Calls the host. Rejects with a plain `{fault, message}`: an Error would lose its fault between the worlds. */
  async invoke(name: unknown, input: unknown): Promise<unknown> {
    requireName(name);
    const reply = (await ipcRenderer.invoke('cutaway:invoke', name, input)) as Reply;
    if (reply.ok) return reply.value;
    throw reply.fault;
  },

  /** Calls `listener` with every payload of the event until the returned function is called. */
  subscribe(name: unknown, listener: unknown): () => void {
    requireName(name);
    if (typeof listener !== 'function') throw new TypeError('An event needs a function to call.');
    // A separate wrapper per subscription, so that unsubscribing once removes only one of two.
    const wrapper: Listener = (payload) => void listener(payload);
    const set = listeners.get(name) ?? new Set<Listener>();
    listeners.set(name, set.add(wrapper));
    if (name === ROUTE_EVENT && pendingRoute) {
      wrapper(pendingRoute.payload);
      pendingRoute = undefined;
    }
    return () => {
      set.delete(wrapper);
    };
  },
});
