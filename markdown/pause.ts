/** Matches a direction that asks for silence: `[pause]`, `[beat]`, `[long pause]`, `[pause 2 s]`, `[2-second pause]`. */
const PAUSE =
  /^\[\s*(?:(?:a\s+)?(long|short)\s+|(\d+(?:[.,]\d+)?)[\s-]*s(?:ec(?:ond)?s?)?[\s-]+)?(pause|beat|silence)(?:[\s:]+(?:of\s+)?(\d+(?:[.,]\d+)?)\s*s?(?:ec(?:ond)?s?)?)?\s*\.?\s*\]$/i;

const SECONDS = { pause: 1, beat: 0.7, silence: 2, long: 2, short: 0.7, most: 10 } as const;

/** Returns the seconds of silence that a direction in square brackets asks for; 0 if it asks for something else. */
export function getPauseSeconds(direction: string): number {
  const [match, length, leadingSeconds, word, trailingSeconds] = PAUSE.exec(direction) ?? [];
  if (match === undefined) return 0;
  const statedSeconds = Number((leadingSeconds ?? trailingSeconds ?? '').replace(',', '.'));
  const defaultSeconds =
    SECONDS[(length ?? word ?? 'pause').toLowerCase() as 'pause' | 'beat' | 'silence' | 'long' | 'short'];
  return Math.min(SECONDS.most, statedSeconds > 0 ? statedSeconds : defaultSeconds);
}
