/** Matches a stage cue: `[Cue: what happens]` alone on a line, in any case. */
const CUE = /^\[cue:[ \t]*([^\]\n]*)\][ \t]*$/i;

/** Matches a cue within a line, which is not a link; its first group is the text. */
export const CUE_WITHIN = /\[cue:[ \t]*([^\]\n]*)\](?![([])/gi;

/** Breaks within a cue are spaces, because it is one line. */
const BREAK = /\s*<\/?br(?:\s[^<>]*)?\/?>\s*/gi;

export function readCueText(line: string): string | null {
  return CUE.exec(line.trim())?.[1]?.replace(BREAK, ' ').trim() ?? null;
}
