/** Matches a stage cue: `[Cue: what happens]` alone on a line, in any case. */
const CUE = /^\[cue:[ \t]*([^\]\n]*)\][ \t]*$/i;

export function cueText(line: string): string | null {
  return CUE.exec(line.trim())?.[1]?.trim() ?? null;
}
