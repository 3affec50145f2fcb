/** True in `npm run test:long`, where random tests run at full length and times are measured. */
export const isLongRun = process.env['CUTAWAY_LONG_TESTS'] === '1';

/** Returns the number of repetitions of a random test: a few in normal runs, `all` in `npm run test:long`. */
export const getRounds = (few: number, all: number): number => (isLongRun ? all : few);
