import { foldText } from '#markdown/fold-text.ts';

/** Normalises a title: titles that differ only in case, accents, punctuation or spaces become equal. */
export const toComparableTitle = (title: string): string =>
  foldText(title)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
