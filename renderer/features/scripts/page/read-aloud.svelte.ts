import { toLanguageTag } from '#markdown/language-tag.ts';
import { type Pronunciation, toSpokenForm, toWrittenOffset } from '#markdown/pronunciation.ts';
import { listPlacedSentences } from '#markdown/sentences.ts';
import { listSpokenPieces } from '#markdown/spoken-pieces.ts';
import type { Range } from '../editor/spoken-mark.ts';

export interface TextToRead {
  /** Changes identity whenever the text changes. */
  readonly document: unknown;
  /** Returns the whole text with `\n` line ends. */
  getText(): string;
  /** Returns the offset where reading starts. */
  getCursor(): number;
  /** Marks the sentence and word being read; null removes the marks. */
  showMarks(sentence: Range | null, word: Range | null): void;
  /** Returns the current position of the sentence last marked. */
  getMarkedSentence(): Range | null;
}

/** The part of the browser's speech synthesis that reading aloud needs. */
export interface Synthesis extends Pick<
  SpeechSynthesis,
  'getVoices' | 'speak' | 'cancel' | 'addEventListener' | 'removeEventListener'
> {
  createUtterance(text: string): SpeechSynthesisUtterance;
}

export interface ReadAloudOptions {
  readonly text: TextToRead;
  /** Null if the system has no speech. */
  readonly synthesis: Synthesis | null;
  /** Returns the app's own voice, for a system without voices; null if there is none. */
  readonly loadAppVoice: () => Promise<Synthesis | null>;
  /** Returns the language of the text, by name or tag. */
  readonly getLanguage: () => string;
  /** Returns the channel's pronunciations. */
  readonly getPronunciations: () => readonly Pronunciation[];
  /** Returns the URI of the chosen voice. */
  readonly getVoice: () => string | null;
  /** Returns its speed; 1 is normal. */
  readonly getRate: () => number;
}

/** How long to wait for voices, which some browsers load late, in ms. */
const VOICES_TIMEOUT_MS = 2000;
/** How long to wait for a voice's first word, in ms; after that, words are estimated. */
const WORD_TIMEOUT_MS = 600;
/** Assumed speed of a voice that was not measured yet. */
const CHARACTERS_PER_SECOND = 14.5;
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’.,-]?[\p{L}\p{M}\p{N}]+)*/gu;

export const NO_VOICE =
  'This computer has no voice for reading aloud. Add one in the system’s speech settings, then try again.';

/**
 * Returns the voices of a language, plus the chosen one; all voices if the system has none for the language. Leaves out
 * the hundreds of variants some systems have of each voice: "English+Adam" next to "English".
 */
export function selectVoices(
  all: readonly SpeechSynthesisVoice[],
  language: string,
  chosenUri: string | null,
): readonly SpeechSynthesisVoice[] {
  const tag = toLanguageTag(language);
  const matchingVoices = all.filter(({ lang }) => lang.split(/[-_]/)[0]?.toLowerCase() === tag);
  const candidates = matchingVoices.length > 0 ? matchingVoices : all;
  const names = new Set(candidates.map(({ name }) => name.split(' ')[0]));
  const isVariation = (name: string): boolean => name.includes('+') && names.has(name.split(/[ +]/)[0]);
  const plainVoices = candidates.filter(({ name }) => !isVariation(name));
  const chosenVoice = all.find(({ voiceURI }) => voiceURI === chosenUri);
  return chosenVoice === undefined || plainVoices.includes(chosenVoice) ? plainVoices : [chosenVoice, ...plainVoices];
}

interface SpokenSentence {
  readonly text: string;
  /** Offset from the start of the script. */
  readonly from: number;
  /** Converts a range of the sentence's text to one of the script. */
  getRange(from: number, to: number): Range;
}

/** Returns the sentences after `offset`; the first may start mid-sentence. `tag` is the tag of the language. */
export function readSentencesFrom(script: string, offset: number, tag = 'en'): SpokenSentence[] {
  const sentences: SpokenSentence[] = [];
  for (const piece of listSpokenPieces(script)) {
    if (piece.to <= offset) continue;
    for (const { text, from } of listPlacedSentences(piece.text, tag)) {
      let skip = 0;
      while (skip < text.length && piece.getRange(from + skip, from + skip + 1).from < offset) skip += 1;
      const rest = text.slice(skip);
      const start = from + skip + rest.length - rest.trimStart().length;
      if (!/[\p{L}\p{N}]/u.test(rest)) continue;
      const getRange = (first: number, end: number): Range => piece.getRange(start + first, start + end);
      sentences.push({ text: rest.trim(), from: getRange(0, 1).from, getRange });
    }
  }
  return sentences;
}

/**
 * Reads a text aloud with a system voice or the app’s own, sentence by sentence, and marks each word as it is spoken.
 */
export class ReadAloud {
  readonly #options: ReadAloudOptions;
  #state = $state.raw<'stopped' | 'reading' | 'paused'>('stopped');
  #allVoices = $state.raw<readonly SpeechSynthesisVoice[]>([]);
  readonly #voices: readonly SpeechSynthesisVoice[];
  #problem = $state.raw<string | null>(null);
  #synthesis: Synthesis | null;
  #queue: SpokenSentence[] = [];
  #document: unknown;
  /** The spoken word's offset from the start of the current sentence. */
  #wordOffset = 0;
  /** The number of the current utterance; events of earlier ones are ignored. */
  #utteranceId = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #reportingVoices = new Set<string>();
  readonly #measuredSpeeds = new Map<string, number>();

  constructor(options: ReadAloudOptions) {
    this.#options = options;
    this.#synthesis = options.synthesis;
    this.#voices = $derived(selectVoices(this.#allVoices, options.getLanguage(), options.getVoice()));
  }

  get state(): 'stopped' | 'reading' | 'paused' {
    return this.#state;
  }

  get voices(): readonly SpeechSynthesisVoice[] {
    return this.#voices;
  }

  /** Returns a plain explanation if nothing can be heard. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Loads the system's voices and follows changes. The returned function stops that and the reading. */
  link(): () => void {
    const { synthesis, loadAppVoice } = this.#options;
    let isClosed = false;
    const useAppVoice = async (): Promise<void> => {
      const appVoice = await loadAppVoice();
      if (isClosed || this.#allVoices.length > 0) return;
      this.#synthesis = appVoice;
      this.#allVoices = appVoice?.getVoices() ?? [];
      this.#problem = appVoice ? null : NO_VOICE;
    };
    const loadVoices = (): void => {
      const voices = synthesis?.getVoices() ?? [];
      if (voices.length === 0) return;
      if (this.#synthesis !== synthesis) this.stop();
      [this.#synthesis, this.#allVoices, this.#problem] = [synthesis, voices, null];
    };
    loadVoices();
    const timer = setTimeout(
      () => {
        if (this.#allVoices.length === 0) void useAppVoice();
      },
      synthesis ? VOICES_TIMEOUT_MS : 0,
    );
    synthesis?.addEventListener('voiceschanged', loadVoices);
    return () => {
      isClosed = true;
      clearTimeout(timer);
      synthesis?.removeEventListener('voiceschanged', loadVoices);
      this.stop();
    };
  }

  /** Reads from the cursor, or resumes at the word where it paused. */
  play(): void {
    if (this.#state === 'reading' || this.#voices.length === 0) return;
    const { text } = this.#options;
    const markedRange = this.#state === 'paused' ? text.getMarkedSentence() : null;
    this.#startReading(markedRange ? markedRange.from + this.#wordOffset : text.getCursor());
  }

  /** Ends the speech and remembers the position, because pausing a voice does not work on every system. */
  pause(): void {
    if (this.#state !== 'reading') return;
    this.#endSpeech();
    this.#state = 'paused';
  }

  stop(): void {
    this.#endSpeech();
    this.#queue = [];
    this.#state = 'stopped';
    this.#options.text.showMarks(null, null);
  }

  /** Continues at the current word with the new voice or speed. */
  restart(): void {
    if (this.#state !== 'reading') return;
    this.pause();
    this.play();
  }

  #startReading(offset: number): void {
    const { text } = this.#options;
    this.#document = text.document;
    this.#queue = this.#readSentences(offset);
    if (this.#queue.length === 0 && offset > 0) this.#queue = this.#readSentences(0);
    this.#state = 'reading';
    this.#speakNext();
  }

  #readSentences(offset: number): SpokenSentence[] {
    return readSentencesFrom(this.#options.text.getText(), offset, toLanguageTag(this.#options.getLanguage()));
  }

  #speakNext(): void {
    const { text } = this.#options;
    // The text was edited, so find the next sentence at its new position.
    if (this.#document !== text.document) {
      const markedRange = text.getMarkedSentence();
      this.#document = text.document;
      if (markedRange) this.#queue = this.#readSentences(markedRange.to);
    }
    const sentence = this.#queue.shift();
    if (sentence) this.#speak(sentence);
    else this.stop();
  }

  #speak(sentence: SpokenSentence): void {
    const { text } = sentence;
    const { getVoice, getRate } = this.#options;
    const synthesis = this.#synthesis;
    if (!synthesis) return;
    const utteranceId = ++this.#utteranceId;
    const pronunciations = this.#options.getPronunciations();
    const utterance = synthesis.createUtterance(toSpokenForm(text, pronunciations));
    const defaultVoice = this.#voices.find((voice) => voice.default) ?? this.#voices[0];
    const chosenVoice = this.#voices.find(({ voiceURI }) => voiceURI === getVoice()) ?? defaultVoice;
    const name = chosenVoice?.voiceURI ?? '';
    if (chosenVoice) [utterance.voice, utterance.lang] = [chosenVoice, chosenVoice.lang];
    utterance.rate = getRate();
    let startedAt = performance.now();
    const runIfCurrent = (action: () => void) => (): void => {
      if (utteranceId === this.#utteranceId) action();
    };
    this.#wordOffset = 0;
    this.#mark(sentence, 0);
    utterance.onstart = runIfCurrent(() => {
      startedAt = performance.now();
      if (!this.#reportingVoices.has(name))
        this.#timer = setTimeout(() => this.#estimateWord(sentence, name, startedAt), WORD_TIMEOUT_MS);
    });
    utterance.onboundary = (event): void => {
      if (utteranceId !== this.#utteranceId || (event.name && event.name !== 'word')) return;
      this.#reportingVoices.add(name);
      clearTimeout(this.#timer);
      this.#mark(sentence, toWrittenOffset(text, pronunciations, event.charIndex));
    };
    utterance.onend = runIfCurrent(() => {
      clearTimeout(this.#timer);
      const seconds = (performance.now() - startedAt) / 1000;
      if (seconds > 1) this.#measuredSpeeds.set(name, text.length / seconds / utterance.rate);
      this.#speakNext();
    });
    utterance.onerror = runIfCurrent(() => {
      this.stop();
      this.#problem = 'The voice stopped unexpectedly. Try again, or choose another voice.';
    });
    this.#problem = null;
    synthesis.speak(utterance);
  }

  /** Estimates the spoken word from the voice's measured speed, for voices that do not report words. */
  #estimateWord(sentence: SpokenSentence, name: string, startedAt: number): void {
    const speed = (this.#measuredSpeeds.get(name) ?? CHARACTERS_PER_SECOND) * this.#options.getRate();
    const step = (): void => {
      const spokenLength = ((performance.now() - startedAt) / 1000) * speed;
      if (spokenLength >= sentence.text.length) return;
      this.#mark(sentence, Math.floor(spokenLength));
      this.#timer = setTimeout(step, 120);
    };
    step();
  }

  /** Marks the word at `position`; if the text was edited meanwhile, the marks follow the sentence. */
  #mark({ from, text, getRange }: SpokenSentence, position: number): void {
    WORD.lastIndex = 0;
    let word: RegExpExecArray | null = null;
    for (let match = WORD.exec(text); match && match.index <= position; match = WORD.exec(text)) word = match;
    const { text: readText } = this.#options;
    const movedFrom =
      position > 0 && this.#document !== readText.document ? readText.getMarkedSentence()?.from : undefined;
    const shift = (movedFrom ?? from) - from;
    const shiftRange = (first: number, end: number): Range => {
      const range = getRange(first, end);
      return { from: range.from + shift, to: range.to + shift };
    };
    const range = word && shiftRange(word.index, word.index + word[0].length);
    this.#wordOffset = range ? range.from - from - shift : 0;
    readText.showMarks(shiftRange(0, text.length), range);
  }

  #endSpeech(): void {
    this.#utteranceId += 1;
    clearTimeout(this.#timer);
    this.#synthesis?.cancel();
  }
}
