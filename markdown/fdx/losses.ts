/** Sentences for the person about the parts of a Final Draft document that a script cannot hold. */
export const NOT_FINAL_DRAFT = 'This file isn’t a Final Draft document, despite its name.';

export const OMISSIONS = {
  notes: ['A script note was left out.', 'script notes were left out.'],
  alternatives: ['An alternative line was left out.', 'alternative lines were left out.'],
  scenes: ['An omitted scene was left out.', 'omitted scenes were left out.'],
  beats: ['A scene’s notes on a character were left out.', 'scenes’ notes on characters were left out.'],
} as const;
export type OmittedKind = keyof typeof OMISSIONS;

export const OUTSIDE_TEXT = {
  margins: 'Headers and footers were left out.',
  board: 'The beat board was left out.',
  lists: 'Lists beside the script were left out.',
} as const;
