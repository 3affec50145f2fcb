import { languageTag } from '#markdown/language-tag.ts';
import { placedSentences } from '#markdown/sentences.ts';
import { spokenPieces } from '#markdown/spoken-pieces.ts';
import type { Range } from '../editor/spoken-mark.ts';

export interface ReadText {
  /** Changes identity whenever the text changes. */
  readonly document: unknown;
  /** Returns the whole text with `\n` line ends. */
  text(): string;
  /** Returns the offset where reading starts. */
  cursor(): number;
  /** Marks the sentence and word being read; null removes the marks. */
  mark(sentence: Range | null, word: Range | null): void;
  /** Returns the current position of the sentence last marked. */
  marked(): Range | null;
}

export interface ReadAloudOptions {
  readonly text: ReadText;
  /** Is null if the system has no speech. */
  readonly synthesis: SpeechSynthesis | null;
  readonly utter: (words: string) => SpeechSynthesisUtterance;
  /** Returns the language of the text, by name or tag. */
  readonly language: () => string;
  /** Returns the URI of the chosen voice; `rate` is its speed (1 is normal). */
  readonly voice: () => string | null;
  readonly rate: () => number;
}

/** Some browsers load voices late; after this wait there are none, in ms. */
const VOICES_WITHIN = 2000;
/** A voice that reported no word within this time reports none at all, in ms. */
const WORD_WITHIN = 600;
/** Characters per second assumed for a voice that was not measured yet, at normal speed. */
const SIGNS_A_SECOND = 14.5;
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’.,-]?[\p{L}\p{M}\p{N}]+)*/gu;

export const NO_VOICE =
  'This computer has no voice for reading aloud. Add one in the system’s speech settings, then try again.';

/**
 * Returns the voices of a language, plus the chosen one; all voices if the system has none for the language. Leaves out
 * the hundreds of variants some systems have of each voice: "English+Adam" next to "English".
 */
export function voicesFor(
  all: readonly SpeechSynthesisVoice[],
  language: string,
  chosen: string | null,
): readonly SpeechSynthesisVoice[] {
  const tag = languageTag(language);
  const same = all.filter(({ lang }) => lang.split(/[-_]/)[0]?.toLowerCase() === tag);
  const from = same.length > 0 ? same : all;
  const names = new Set(from.map(({ name }) => name.split(' ')[0]));
  const isVariation = (name: string): boolean => name.includes('+') && names.has(name.split(/[ +]/)[0]);
  const plain = from.filter(({ name }) => !isVariation(name));
  const own = all.find(({ voiceURI }) => voiceURI === chosen);
  return own === undefined || plain.includes(own) ? plain : [own, ...plain];
}

/** Returns the sentences from an offset on; the first starts with the word there. */
export function sentencesFrom(script: string, at: number): { from: number; text: string }[] {
  const found: { from: number; text: string }[] = [];
  for (const piece of spokenPieces(script)) {
    if (piece.to <= at) continue;
    for (const { text, from } of placedSentences(piece.text)) {
      const start = piece.from + from;
      const skip = Math.max(0, Math.min(at - start, text.length));
      const rest = text.slice(skip);
      const lead = rest.length - rest.trimStart().length;
      if (/[\p{L}\p{N}]/u.test(rest)) found.push({ from: start + skip + lead, text: rest.trim() });
    }
  }
  return found;
}

/** Reads a text aloud with a system voice, sentence by sentence, and marks each word as it is spoken. */
export class ReadAloud {
  readonly #options: ReadAloudOptions;
  #state = $state.raw<'stopped' | 'reading' | 'paused'>('stopped');
  #all = $state.raw<readonly SpeechSynthesisVoice[]>([]);
  readonly #voices: readonly SpeechSynthesisVoice[];
  #trouble = $state.raw<string | null>(null);
  #queue: { from: number; text: string }[] = [];
  #document: unknown;
  /** Offset of the spoken word in the current sentence. */
  #word = 0;
  /** Counts utterances, so that events of older ones are ignored. */
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #tells = new Set<string>();
  readonly #speed = new Map<string, number>();

  constructor(options: ReadAloudOptions) {
    this.#options = options;
    this.#voices = $derived(voicesFor(this.#all, options.language(), options.voice()));
  }

  get state(): 'stopped' | 'reading' | 'paused' {
    return this.#state;
  }

  get voices(): readonly SpeechSynthesisVoice[] {
    return this.#voices;
  }

  /** Returns a plain explanation if nothing can be heard. */
  get trouble(): string | null {
    return this.#trouble;
  }

  /** Loads the system's voices and follows changes. The returned function stops that and the reading. */
  link(): () => void {
    const { synthesis } = this.#options;
    if (!synthesis) {
      this.#trouble = NO_VOICE;
      return () => undefined;
    }
    const look = (): void => {
      this.#all = synthesis.getVoices();
      if (this.#all.length > 0) this.#trouble = null;
    };
    look();
    const late = setTimeout(() => {
      if (this.#all.length === 0) this.#trouble = NO_VOICE;
    }, VOICES_WITHIN);
    synthesis.addEventListener('voiceschanged', look);
    return () => {
      clearTimeout(late);
      synthesis.removeEventListener('voiceschanged', look);
      this.stop();
    };
  }

  /** Reads from the cursor, or resumes at the word where it paused. */
  play(): void {
    if (this.#state === 'reading' || this.#voices.length === 0) return;
    const { text } = this.#options;
    const marked = this.#state === 'paused' ? text.marked() : null;
    this.#begin(marked ? marked.from + this.#word : text.cursor());
  }

  /** Remembers the position itself, because pausing a voice does not work on every system. */
  pause(): void {
    if (this.#state !== 'reading') return;
    this.#silence();
    this.#state = 'paused';
  }

  stop(): void {
    this.#silence();
    this.#queue = [];
    this.#state = 'stopped';
    this.#options.text.mark(null, null);
  }

  /** Continues at the current word with the new voice or speed. */
  restart(): void {
    if (this.#state !== 'reading') return;
    this.pause();
    this.play();
  }

  #begin(at: number): void {
    const { text } = this.#options;
    this.#document = text.document;
    this.#queue = sentencesFrom(text.text(), at);
    if (this.#queue.length === 0 && at > 0) this.#queue = sentencesFrom(text.text(), 0);
    this.#state = 'reading';
    this.#next();
  }

  #next(): void {
    const { text } = this.#options;
    // The text was edited, so find the next sentence at its new position.
    if (this.#document !== text.document) {
      const marked = text.marked();
      this.#document = text.document;
      if (marked) this.#queue = sentencesFrom(text.text(), marked.to);
    }
    const sentence = this.#queue.shift();
    if (sentence) this.#say(sentence);
    else this.stop();
  }

  #say({ from, text }: { from: number; text: string }): void {
    const { synthesis, utter, voice, rate } = this.#options;
    if (!synthesis) return;
    const turn = ++this.#turn;
    const utterance = utter(text);
    const usual = this.#voices.find((one) => one.default) ?? this.#voices[0];
    const chosen = this.#voices.find(({ voiceURI }) => voiceURI === voice()) ?? usual;
    const name = chosen?.voiceURI ?? '';
    if (chosen) [utterance.voice, utterance.lang] = [chosen, chosen.lang];
    utterance.rate = rate();
    let began = performance.now();
    const mine = (act: () => void) => (): void => {
      if (turn === this.#turn) act();
    };
    this.#word = 0;
    this.#mark(from, text, 0);
    utterance.onstart = mine(() => {
      began = performance.now();
      if (!this.#tells.has(name)) this.#timer = setTimeout(() => this.#guess(from, text, name, began), WORD_WITHIN);
    });
    utterance.onboundary = (event): void => {
      if (turn !== this.#turn || (event.name && event.name !== 'word')) return;
      this.#tells.add(name);
      clearTimeout(this.#timer);
      this.#mark(from, text, event.charIndex);
    };
    utterance.onend = mine(() => {
      clearTimeout(this.#timer);
      const seconds = (performance.now() - began) / 1000;
      if (seconds > 1) this.#speed.set(name, text.length / seconds / utterance.rate);
      this.#next();
    });
    utterance.onerror = mine(() => {
      this.stop();
      this.#trouble = 'The voice stopped unexpectedly. Try again, or choose another voice.';
    });
    this.#trouble = null;
    synthesis.speak(utterance);
  }

  /** Estimates the spoken word from the voice's measured speed, for voices that do not report words. */
  #guess(from: number, text: string, name: string, began: number): void {
    const speed = (this.#speed.get(name) ?? SIGNS_A_SECOND) * this.#options.rate();
    const step = (): void => {
      const sign = ((performance.now() - began) / 1000) * speed;
      if (sign >= text.length) return;
      this.#mark(from, text, Math.floor(sign));
      this.#timer = setTimeout(step, 120);
    };
    step();
  }

  /** Marks the word at a character of the sentence, at the sentence's last marked position or `from`. */
  #mark(from: number, text: string, sign: number): void {
    WORD.lastIndex = 0;
    let word: RegExpExecArray | null = null;
    for (let match = WORD.exec(text); match && match.index <= sign; match = WORD.exec(text)) word = match;
    const { text: read } = this.#options;
    const moved = sign > 0 && this.#document !== read.document ? read.marked()?.from : undefined;
    const at = moved ?? from;
    this.#word = word?.index ?? 0;
    const range = word ? { from: at + word.index, to: at + word.index + word[0].length } : null;
    read.mark({ from: at, to: at + text.length }, range);
  }

  #silence(): void {
    this.#turn += 1;
    clearTimeout(this.#timer);
    this.#options.synthesis?.cancel();
  }
}
