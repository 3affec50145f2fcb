import type { MarkdownIt } from 'markdown-it';
import { createParser } from './parser.ts';

let parser: MarkdownIt | undefined;

/** Removes the stage cues from a script; everything else stays unchanged, including line ends. */
export function withoutCues(markdown: string): string {
  parser ??= createParser({ html: true });
  const parts = markdown.split(/(\r\n|\r|\n)/);
  const isBlank = (line: number): boolean => (parts[line * 2] ?? '').trim() === '';
  const removedLines = new Set<number>();
  for (const { type, map } of parser.parse(markdown, {})) {
    if (type !== 'cue' || map === null) continue;
    const [line] = map;
    removedLines.add(line);
    // Keeps only one of the empty lines around a cue.
    if (isBlank(line + 1) && (line === 0 || isBlank(line - 1) || removedLines.has(line - 1)))
      removedLines.add(line + 1);
  }
  let text = '';
  for (let line = 0; line * 2 < parts.length; line += 1) {
    if (!removedLines.has(line)) text += (parts[line * 2] ?? '') + (parts[line * 2 + 1] ?? '');
  }
  return text;
}
