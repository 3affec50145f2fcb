/**
 * Returns the number of repetitions of a random test: a few in normal runs, `all` in `npm run test:long`, which takes
 * much longer.
 */
export const rounds = (few: number, all: number): number => (process.env['CUTAWAY_LONG_TESTS'] === '1' ? all : few);
