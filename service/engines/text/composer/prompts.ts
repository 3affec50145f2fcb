import { countWords } from '#markdown/words.ts';
import type { LanguagePack, SectionRole } from './language-pack.ts';
import { shuffled } from './random.ts';

/** Fills slots such as `{x}` in a sentence; values are inserted unchanged. */
export function fill(frame: string, values: Readonly<Record<string, string>>): string {
  const filled = frame.replace(/\{(\w)\}/g, (slot, name: string) => values[name] ?? slot);
  // Drop the full stop after a value that ends with its own mark.
  return filled.replace(/([?!…。！？؟])\.$/u, '$1');
}

/** Limits the value of a `{x}` slot, so that it fits into a sentence. */
export const MAX_POINT_WORDS = 9;

/**
 * Makes whole sentences that ask the creator for what only they know. Never repeats a sentence; aspects that fit the
 * section's role come first, and every aspect is used before one is repeated.
 */
export class PromptMaker {
  readonly #pack: LanguagePack;
  readonly #random: () => number;
  readonly #used: Set<string>;
  readonly #allowed: (text: string) => boolean;
  readonly #roleTurns = new Map<SectionRole, string[]>();
  #turn: string[] = [];
  #frame = 0;
  #said = '';

  /** Shares `used` with everything else that writes into the same text. */
  constructor(pack: LanguagePack, random: () => number, used: Set<string>, allowed: (text: string) => boolean) {
    this.#pack = pack;
    this.#random = random;
    this.#used = used;
    this.#allowed = allowed;
  }

  /** Begins a section: questions that its bullets already ask are not asked again. */
  begin(bullets: readonly string[]): void {
    this.#said = bullets.join('\n');
  }

  #aspect(role: SectionRole, apart: string): string {
    const own = this.#roleTurns.get(role) ?? shuffled(this.#pack.roleAspects[role], this.#random);
    this.#roleTurns.set(role, own);
    const fromRole = own.findIndex((a) => a !== apart && !this.#said.includes(a));
    if (fromRole >= 0) return own.splice(fromRole, 1)[0] ?? apart;
    if (this.#turn.length < 2) this.#turn = [...shuffled(this.#pack.aspects, this.#random), ...this.#turn];
    const fresh = this.#turn.findLastIndex((a) => a !== apart && !this.#said.includes(a));
    const at = fresh >= 0 ? fresh : this.#turn.length - 1;
    return this.#turn.splice(at, 1)[0] ?? apart;
  }

  #frames(point: string, wide: boolean): readonly string[] {
    if (point !== '') return this.#pack.pointedFrames;
    return wide ? this.#pack.pairFrames : this.#pack.frames;
  }

  /** Returns a new sentence of at most `maxWords` words, or null if none that short is left. */
  next(role: SectionRole, maxWords: number, point = ''): string | null {
    for (let attempt = 0; attempt < 40; attempt += 1) {
      this.#frame += 1;
      const tight = attempt > 12;
      const frames = this.#frames(tight ? '' : point, !tight && maxWords > 22 && this.#frame % 3 === 0);
      const frame = frames[Math.floor(this.#random() * frames.length)] ?? '';
      const a = this.#aspect(role, '');
      const b = frame.includes('{b}') ? this.#aspect(role, a) : '';
      const sentence = fill(frame, { a, b, x: point });
      if (this.#used.has(sentence) || !this.#allowed(sentence) || countWords(sentence) > maxWords) continue;
      this.#used.add(sentence);
      return sentence;
    }
    return null;
  }
}
