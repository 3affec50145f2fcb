/** Runs the preload as Electron does: in a world of its own, with `require('electron')` and nothing else. */
import { EXPOSED_NAME, RECEIVE, SEND, type ToPreload, type ToStandIn } from './messages.ts';
import { createEventNames, Peer } from './peer.ts';
import { readRightClick, selectWord } from './right-click.ts';

/** Set by the code around this script. */
declare const secret: string;
declare const platform: string;
declare const preload: (
  require: (id: string) => unknown,
  module: { exports: object },
  exports: object,
  process: object,
) => void;

type Unsent<T> = T extends unknown ? Omit<T, 'url' | 'origin'> : never;
type Listener = (event: object, ...args: unknown[]) => void;

function send(message: Unsent<ToStandIn>): void {
  const sender = { url: location.href, origin: location.origin };
  (globalThis as unknown as Record<string, (text: string) => void>)[SEND]?.(JSON.stringify({ ...message, ...sender }));
}

function requireData(value: unknown): void {
  if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError('An object could not be cloned.');
  if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) requireData(item);
}

const pendingCalls = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
const listeners = new Map<string, Set<Listener>>();
/** Starts at a random number, so that late answers to the previous page match no call of this one. */
let lastId = (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) * 2 ** 20;

const ipcRenderer = {
  invoke: async (channel: string, ...args: unknown[]): Promise<unknown> => {
    requireData(args);
    const id = ++lastId;
    const answer = new Promise((resolve, reject) => pendingCalls.set(id, { resolve, reject }));
    send({ kind: 'invoke', id, channel, args });
    return answer;
  },
  send: (channel: string, ...args: unknown[]): void => {
    requireData(args);
    send({ kind: 'send', channel, args });
  },
  on: (channel: string, listener: Listener) => {
    listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
    return ipcRenderer;
  },
  once: (channel: string, listener: Listener) => {
    const wrapper: Listener = (...args) => {
      ipcRenderer.removeListener(channel, wrapper);
      listener(...args);
    };
    return ipcRenderer.on(channel, wrapper);
  },
  removeListener: (channel: string, listener: Listener) => {
    listeners.get(channel)?.delete(listener);
    return ipcRenderer;
  },
};

function receive(message: ToPreload): void {
  if (message.kind === 'select-word') selectWord();
  else if (message.kind === 'message') {
    for (const listener of [...(listeners.get(message.channel) ?? [])]) listener({}, ...message.args);
  } else {
    const call = pendingCalls.get(message.id);
    pendingCalls.delete(message.id);
    if (message.kind === 'answer') call?.resolve(message.value);
    else call?.reject(new Error(message.message));
  }
}

/** Forwards a key or right click that no listener of the page has prevented. */
function forwardKeys(): void {
  addEventListener(
    'keydown',
    (event) => {
      const { key, code, ctrlKey: ctrl, altKey: alt, shiftKey: shift, metaKey: meta } = event;
      setTimeout(() => {
        if (!event.defaultPrevented) send({ kind: 'key', pressed: { key, code, ctrl, alt, shift, meta } });
      });
    },
    { capture: true },
  );
  addEventListener(
    'contextmenu',
    (event) => {
      const click = readRightClick(event);
      setTimeout(() => {
        if (!event.defaultPrevented) send({ kind: 'right-click', click });
      });
    },
    { capture: true },
  );
}

// A page with an opener keeps the world of its empty first document; other first documents have no preload.
const isPage = window === window.top && (location.href !== 'about:blank' || window.opener !== null);
// Frames have no preload either.
if (isPage && !(RECEIVE in globalThis)) {
  const peer = new Peer(window, createEventNames(secret).isolatedWorld);
  Object.assign(globalThis, { [RECEIVE]: receive, [EXPOSED_NAME]: () => peer.exposeMessages });
  forwardKeys();
  const electron = {
    contextBridge: { exposeInMainWorld: (key: string, api: unknown) => peer.expose(key, api) },
    ipcRenderer,
  };
  const module = { exports: {} };
  const require = (id: string): unknown => {
    if (id === 'electron') return electron;
    throw new Error(`module not found: ${id}`);
  };
  preload(require, module, module.exports, { platform, type: 'renderer', sandboxed: true, contextIsolated: true });
}
