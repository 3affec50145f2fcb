/**
 * How often a test of chance is repeated: a few times in every run, `all` times in `npm run test:long`, which proves the
 * promise and takes its time.
 */
export const rounds = (few: number, all: number): number => (process.env['CUTAWAY_LONG_TESTS'] === '1' ? all : few);
