/** Runs in the page's own world before its scripts, and receives what the preload exposes. */
import { createEventNames, Peer } from './peer.ts';

/** The code around this script sets this unguessable name. */
declare const secret: string;
/** Messages of the preload from before this world could listen. */
declare const exposed: readonly string[];

function deepFreeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const child of Object.values(value)) deepFreeze(child);
  return Object.freeze(value);
}

/** Key of the peer in the page, because this script may run twice in a page with an opener. */
const PEER = Symbol.for('preload');
const page = window as unknown as Record<typeof PEER, Peer | undefined>;

function createPeer(): Peer {
  const peer = new Peer(window, createEventNames(secret).mainWorld, (key, value) => {
    if (key in window) return;
    Object.defineProperty(window, key, { value: deepFreeze(value), enumerable: true });
  });
  Object.defineProperty(window, PEER, { value: peer });
  return peer;
}

const peer = page[PEER] ?? createPeer();
for (const message of exposed) peer.receive(message);
