/** A stage cue: `[Cue: what happens]` alone on a line, whatever the case of the word. */
const CUE = /^\[cue:[ \t]*([^\]\n]*)\][ \t]*$/i;

/** The words of a cue line, or null when the line is none. */
export function cueText(line: string): string | null {
  return CUE.exec(line.trim())?.[1]?.trim() ?? null;
}
