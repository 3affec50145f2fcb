import { toSpokenSeconds } from '../spoken.ts';
import { chooseCuts } from './choose-cuts.ts';
import { checkModelCuts, proposeCuts, readCutScript, type CutReason, type ModelCut } from './propose-cuts.ts';
import { PaceReader, type Pacing } from '../section-paces.ts';
import { listScriptPieces } from '../spoken-pieces.ts';
import type { Range } from './sentence-places.ts';

export interface CutRequest {
  /** Uses `\n` as line ends. */
  readonly script: string;
  readonly language: string;
  /** The wanted spoken length in seconds. */
  readonly targetSeconds: number;
  readonly pacing: Pacing;
  /** Lists the cuts a language model proposed; empty without one. */
  readonly model: readonly ModelCut[];
}

export interface SuggestedCut extends Range {
  readonly text: string;
  readonly reason: CutReason;
  readonly words: string;
  readonly repeats: string | null;
  /** The seconds of speech it saves. */
  readonly seconds: number;
}

export interface SuggestedCuts {
  readonly cuts: readonly SuggestedCut[];
  /** The spoken length in seconds, without the cuts and with all of them. */
  readonly before: number;
  readonly after: number;
}

/** Returns the spoken length of a script in seconds. */
export function getScriptSeconds(script: string, pacing: Pacing): number {
  const reader = new PaceReader(pacing);
  let seconds = 0;
  for (const { kind, text, units } of listScriptPieces(script)) {
    if (kind === 'heading') reader.enterSection(text);
    seconds += reader.getSeconds(units);
  }
  return seconds;
}

/** Returns a function that returns the pace at an offset of the script. */
function createPaceLookup(script: string, pacing: Pacing): (offset: number) => number {
  const reader = new PaceReader(pacing);
  const first = reader.pace;
  const headings = listScriptPieces(script)
    .filter(({ kind }) => kind === 'heading')
    .map(({ from, text }) => {
      reader.enterSection(text);
      return { from, pace: reader.pace };
    });
  return (offset) => headings.findLast(({ from }) => from <= offset)?.pace ?? first;
}

/** Returns the spoken sentences of a script, which a language model answers by number. */
export const listSentencesForModel = (script: string, language: string): string[] =>
  readCutScript(script, language).sentences.map(({ text }) => text);

/** Suggests cuts and shorter words until a script has the wanted length; a language model's come first. */
export function suggestCuts({ script, language, targetSeconds, pacing, model }: CutRequest): SuggestedCuts {
  const cutScript = readCutScript(script, language);
  const before = getScriptSeconds(script, pacing);
  const pace = createPaceLookup(script, pacing);
  const proposals = [...checkModelCuts(cutScript, model), ...proposeCuts(cutScript)];
  const chosenCuts = chooseCuts(cutScript, proposals, before - targetSeconds, ({ saves, from }) =>
    toSpokenSeconds(saves, pace(from)),
  );
  const cuts = chosenCuts.map(({ from, to, text, reason, words, repeats, saves }) => {
    return { from, to, text, reason, words, repeats, seconds: toSpokenSeconds(saves, pace(from)) };
  });
  return { cuts, before, after: before - cuts.reduce((sum, { seconds }) => sum + seconds, 0) };
}
