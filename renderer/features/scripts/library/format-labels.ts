import type { SCRIPT_FORMATS } from '#contract/schema/script.ts';

const LABELS: Readonly<Record<string, string>> = {
  Tutorial: 'Tutorial',
  Documentary: 'Documentary',
  News: 'News',
  Interview: 'Interview',
  Compilation: 'Compilation',
} satisfies Record<(typeof SCRIPT_FORMATS)[number], string>;

/** Returns the label of a script format; a format unknown here (newer service) keeps its own name. */
export const formatLabel = (format: string): string => LABELS[format] ?? format;
