/**
 * The seed of every random test of this run: 1, or the number in CUTAWAY_SEED. `npm test` and `npm run test:long` turn
 * `CUTAWAY_SEED=random` into a number that they print.
 */
export const SEED = parseSeed(process.env['CUTAWAY_SEED'] ?? '1');

function parseSeed(text: string): number {
  const seed = Number(text);
  if (!Number.isSafeInteger(seed)) throw new Error(`CUTAWAY_SEED must be an integer, not “${text}”.`);
  return seed;
}

/** Returns a source of numbers from 0 up to 1 that are the same everywhere for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
