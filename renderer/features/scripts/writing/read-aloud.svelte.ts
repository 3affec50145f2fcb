import { languageTag } from '#markdown/language-tag.ts';
import { placedSentences } from '#markdown/sentences.ts';
import { spokenPieces } from '#markdown/spoken-pieces.ts';
import type { Range } from './spoken-mark.ts';

/** The text that is read, as its editor shows it. */
export interface ReadText {
  /** Changes whenever the text does. */
  readonly document: unknown;
  /** The whole text, line ends `\n`. */
  text(): string;
  /** Where reading begins. */
  cursor(): number;
  /** Marks the sentence and the word that are read; null: nothing is. */
  mark(sentence: Range | null, word: Range | null): void;
  /** The sentence last marked, where it stands now. */
  marked(): Range | null;
}

export interface ReadAloudOptions {
  readonly text: ReadText;
  /** Null where the system does not speak at all. */
  readonly synthesis: SpeechSynthesis | null;
  readonly utter: (words: string) => SpeechSynthesisUtterance;
  /** What the text is written in, by name or tag. */
  readonly language: () => string;
  /** The address of the voice that was chosen, and how fast it speaks (1 is usual). */
  readonly voice: () => string | null;
  readonly rate: () => number;
}

/** Voices arrive late in some browsers; after so long there are none, in ms. */
const VOICES_WITHIN = 2000;
/** A voice that has told no word by then tells none, in ms. */
const WORD_WITHIN = 600;
/** Signs a second of a voice nobody has heard yet, at its usual speed. */
const SIGNS_A_SECOND = 14.5;
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’.,-]?[\p{L}\p{M}\p{N}]+)*/gu;

export const NO_VOICE =
  'This system has no voice to read with. Add one in the system’s settings for speech, then try again.';

/**
 * Voices of a language, and the chosen one; all of them where the system has none of it. Without the variations that some
 * systems have of each voice by the hundred: "English+Adam" beside "English".
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

/** The sentences from an offset on: the first one begins with the word there. */
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

/** Reads a text aloud by a voice of the system, sentence by sentence, and marks each word as it is said. */
export class ReadAloud {
  readonly #options: ReadAloudOptions;
  #state = $state.raw<'stopped' | 'reading' | 'paused'>('stopped');
  #all = $state.raw<readonly SpeechSynthesisVoice[]>([]);
  readonly #voices: readonly SpeechSynthesisVoice[];
  #trouble = $state.raw<string | null>(null);
  #queue: { from: number; text: string }[] = [];
  #document: unknown;
  /** Where the word that is said stands in the sentence being read. */
  #word = 0;
  /** Each utterance has one; what an older one still tells is not heard. */
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

  /** To choose from. */
  get voices(): readonly SpeechSynthesisVoice[] {
    return this.#voices;
  }

  /** Why nothing is heard, in plain words. */
  get trouble(): string | null {
    return this.#trouble;
  }

  /** Finds the system's voices and follows them. The returned function ends that and the reading. */
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

  /** Reads from the cursor, or goes on with the word it paused at. */
  play(): void {
    if (this.#state === 'reading' || this.#voices.length === 0) return;
    const { text } = this.#options;
    const marked = this.#state === 'paused' ? text.marked() : null;
    this.#begin(marked ? marked.from + this.#word : text.cursor());
  }

  /** Kept by place, not by the voice: pausing a voice does not work everywhere. */
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

  /** Another voice or speed takes over at the word that is being said. */
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
    // The person wrote meanwhile: what comes next is found where it stands now.
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
      this.#trouble = 'The voice stopped by itself. Try again, or choose another voice.';
    });
    this.#trouble = null;
    synthesis.speak(utterance);
  }

  /** For a voice that does not tell its words: where it should be by now, from how fast it was before. */
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

  /** Marks the word at a sign of the sentence. The sentence is where it was marked last, or where it was found. */
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
