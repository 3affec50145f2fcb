/** Runs in the page's own world before its scripts, and receives what the preload exposes. */
import { channels, Peer } from './peer.ts';

/** The code around this script sets this unguessable name. */
declare const secret: string;
/** Lists what the preload exposed before this world could listen. */
declare const exposed: readonly string[];

function frozen(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const one of Object.values(value)) frozen(one);
  return Object.freeze(value);
}

/** A page keeps the peer here, as this script may run twice in one that another page opened. */
const PEER = Symbol.for('preload');
const page = window as unknown as Record<typeof PEER, Peer | undefined>;

function receiver(): Peer {
  const peer = new Peer(window, channels(secret).mainWorld, (key, value) => {
    if (key in window) return;
    Object.defineProperty(window, key, { value: frozen(value), enumerable: true });
  });
  Object.defineProperty(window, PEER, { value: peer });
  return peer;
}

const peer = page[PEER] ?? receiver();
for (const message of exposed) peer.receive(message);
