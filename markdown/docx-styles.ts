/** Names of the Word styles for cues and similar parts, which the import recognizes. */
export const DOCX_STYLES = {
  cue: 'Cue',
  rule: 'Scene break',
  quote: 'Script quote',
  code: 'Script code',
  inlineCode: 'Inline code',
} as const;
