import { EditorState, Text, type Extension } from '@codemirror/state';

export type LineEnds = '\n' | '\r\n' | 'mixed';

export function detectLineEnds(text: string): LineEnds {
  if (!text.includes('\r')) return '\n';
  return /(?:^|[^\r])\n|\r(?!\n)/.test(text) ? 'mixed' : '\r\n';
}

/** Converts a text to the editor's document. With mixed line ends, carriage returns stay in the lines. */
export function toDocument(text: string, ends: LineEnds): Text {
  return Text.of(text.split(ends === 'mixed' ? '\n' : /\r\n?|\n/));
}

/** Returns the document with its original line ends, byte for byte if nothing was edited. */
export function fromDocument(document: Text, ends: LineEnds): string {
  return document.sliceString(0, document.length, ends === 'mixed' ? '\n' : ends);
}

/** With mixed line ends, only `\n` may end a line, or carriage returns would be lost. */
export function lineEndExtension(ends: LineEnds): Extension {
  return ends === 'mixed' ? EditorState.lineSeparator.of('\n') : [];
}
