import type * as Electron from 'electron';

// A sandboxed preload is CommonJS, which under verbatimModuleSyntax has no import statement.
// eslint-disable-next-line @typescript-eslint/no-require-imports
const { contextBridge, ipcRenderer } = require('electron') as typeof Electron;

type Listener = (payload: unknown) => void;
type Reply = { ok: true; value: unknown } | { ok: false; fault: { fault: string; message: string } };

// One listener on the channel, whatever the page subscribes to: the page never gets hold of an IPC event.
const listeners = new Map<string, Set<Listener>>();

// A deep link that opens the studio arrives before the page listens: the latest one waits for it.
const WAITING = 'route.open';
let waiting: { payload: unknown } | undefined;

ipcRenderer.on('cutaway:event', (_event, name: unknown, payload: unknown) => {
  if (typeof name !== 'string') return;
  const interested = [...(listeners.get(name) ?? [])];
  if (name === WAITING && interested.length === 0) waiting = { payload };
  for (const listener of interested) listener(payload);
});

function requireName(name: unknown): asserts name is string {
  if (typeof name !== 'string' || name === '') throw new TypeError('A call or event has a name.');
}

contextBridge.exposeInMainWorld('cutaway', {
  shell: 'desktop',
  platform: process.platform,

  /** Asks the host. Rejects with a plain `{fault, message}`: an Error would lose its fault between the worlds. */
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
    // A wrapper of its own, so that subscribing one function twice and leaving once leaves one.
    const own: Listener = (payload) => void listener(payload);
    const set = listeners.get(name) ?? new Set<Listener>();
    listeners.set(name, set.add(own));
    if (name === WAITING && waiting) {
      own(waiting.payload);
      waiting = undefined;
    }
    return () => {
      set.delete(own);
    };
  },
});
