/** The steps from a first start to first ideas, in the order in which each one helps the next. */
export const SETUP_STEPS = ['youtube', 'channel', 'competitors', 'ideas'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];
