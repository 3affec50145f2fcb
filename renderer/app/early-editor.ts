import type * as Opening from '../features/scripts/opening.ts';

/** The editor, in a page that brings a text along: there before `main.ts` runs, instead of a turn after it. */
export const earlyEditor: { module: typeof Opening | null } = { module: null };
