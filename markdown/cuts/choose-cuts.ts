import type { CutProposal, CutScript } from './propose-cuts.ts';

/** Keeps track of what remains after the chosen cuts, so that together they remove no number, section or original. */
class CutSelection {
  readonly list: CutProposal[] = [];
  readonly #numbers: Map<string, number>;
  readonly #sentencesLeft = new Map<number, number>();
  readonly #removedSentences = new Set<number>();
  readonly #neededSentences = new Set<number>();

  constructor({ numbers, sections }: CutScript) {
    this.#numbers = new Map(numbers);
    for (const section of sections) this.#sentencesLeft.set(section, (this.#sentencesLeft.get(section) ?? 0) + 1);
  }

  fits(cut: CutProposal): boolean {
    if (this.list.some(({ from, to }) => from < cut.to && cut.from < to)) return false;
    if (cut.original >= 0 && this.#removedSentences.has(cut.original)) return false;
    if (cut.isWhole && (this.#neededSentences.has(cut.sentence) || (this.#sentencesLeft.get(cut.section) ?? 0) <= 1))
      return false;
    const removedWords = new Map<string, number>();
    for (const number of cut.numbers) removedWords.set(number, (removedWords.get(number) ?? 0) + 1);
    return [...removedWords].every(([number, count]) => (this.#numbers.get(number) ?? 0) > count);
  }

  add(cut: CutProposal): void {
    this.list.push(cut);
    for (const number of cut.numbers) this.#numbers.set(number, (this.#numbers.get(number) ?? 0) - 1);
    if (cut.original >= 0) this.#neededSentences.add(cut.original);
    if (!cut.isWhole) return;
    this.#removedSentences.add(cut.sentence);
    this.#sentencesLeft.set(cut.section, (this.#sentencesLeft.get(cut.section) ?? 0) - 1);
  }
}

/**
 * Picks proposals, the best first, until they save `secondsToSave`; fewer if there are no more. `toSeconds` returns
 * what one saves. Returns them in the order of the script.
 */
export function chooseCuts(
  script: CutScript,
  proposals: readonly CutProposal[],
  secondsToSave: number,
  toSeconds: (cut: CutProposal) => number,
): CutProposal[] {
  const selection = new CutSelection(script);
  let savedSeconds = 0;
  for (const cut of proposals) {
    if (savedSeconds >= secondsToSave) break;
    if (!selection.fits(cut)) continue;
    selection.add(cut);
    savedSeconds += toSeconds(cut);
  }
  // Drops small cuts that the later, larger ones made superfluous.
  const list = [...selection.list];
  for (const cut of [...list].sort((a, b) => toSeconds(a) - toSeconds(b))) {
    if (savedSeconds - toSeconds(cut) < secondsToSave) continue;
    savedSeconds -= toSeconds(cut);
    list.splice(list.indexOf(cut), 1);
  }
  return list.sort((a, b) => a.from - b.from);
}

/** Returns the script after cuts that do not overlap. */
export function withCuts(script: string, cuts: readonly Pick<CutProposal, 'from' | 'to' | 'text'>[]): string {
  let text = script;
  for (const { from, to, text: replacement } of [...cuts].sort((a, b) => b.from - a.from))
    text = text.slice(0, from) + replacement + text.slice(to);
  return text;
}
