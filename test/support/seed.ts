export { createRandom } from '#service/engines/text/composer/random.ts';

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
