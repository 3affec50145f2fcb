import type { SCRIPT_FORMATS } from '#contract/schema/script.ts';

const NAMES: Readonly<Record<string, string>> = {
  Tutorial: 'Tutorial',
  Documentary: 'Documentary',
  News: 'News',
  Interview: 'Interview',
  Compilation: 'Compilation',
} satisfies Record<(typeof SCRIPT_FORMATS)[number], string>;

/** What a script's format is called; one of a newer service as it says it. */
export const formatWord = (format: string): string => NAMES[format] ?? format;
