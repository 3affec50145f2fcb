/** Names of the styles a cue and its like wear in a Word document, by which they are known again. */
export const DOCX_STYLES = {
  cue: 'Cue',
  rule: 'Scene break',
  quote: 'Script quote',
  code: 'Script code',
  inlineCode: 'Inline code',
} as const;
