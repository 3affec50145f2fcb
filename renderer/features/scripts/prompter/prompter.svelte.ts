import { PaceReader, type SectionPace } from '#markdown/section-paces.ts';
import type { ScriptPiece } from '#markdown/spoken-pieces.ts';
import type { Take as RecordedTake } from '../takes/take.ts';
import { TakeRecorder } from '../takes/take-recorder.ts';
import { carryPosition, PromptTrack, TakeMeter } from './prompt-track.ts';

/** Bounds of the pace in words per minute; wider than any speech, to help find one's place. */
const MIN_PACE = 40;
const MAX_PACE = 320;
const clampPace = (pace: number): number => Math.min(MAX_PACE, Math.max(MIN_PACE, pace));
/** The height of the reading line as a share of the window. */
export const READING_LINE = 0.36;
/** The most seconds counted for one frame, because a hidden window gets no frames for long. */
const MAX_FRAME_SECONDS = 0.25;

export interface PrompterOptions {
  readonly pace: number;
  /** True to move the text line by line instead of smoothly. */
  readonly reducedMotion: boolean;
  /** Called when a take ends, with its words and seconds. */
  readonly onTake: (take: { words: number; seconds: number; pace: number }) => void;
  /** Called when a take pauses or ends, with its record so far. */
  readonly onRecord: (take: RecordedTake) => void;
}

/** Scrolls a text past the reading line at a pace. */
export class Prompter {
  readonly #options: PrompterOptions;
  #pieces: readonly ScriptPiece[] = [];
  #track = new PromptTrack([], [], 0);
  #takeMeter = new TakeMeter();
  #recorder = new TakeRecorder();
  #text: HTMLElement | null = null;
  #stage: HTMLElement | null = null;
  #spokenWords = 0;
  #frame = 0;
  #frameTime = 0;
  #lineHeight = 0;
  #countdown: ReturnType<typeof setInterval> | undefined;
  #isRunning = $state.raw(false);
  #countdownLeft = $state.raw(0);
  /** The person's adjustment of every pace, in words per minute; negative if slower. */
  #paceChange = 0;
  #sections: readonly SectionPace[] = [];
  /** The pace of each piece before the adjustment. */
  #paces: readonly number[] = [];
  #pace = $state.raw(150);
  #secondsLeft = $state.raw(0);

  constructor(options: PrompterOptions) {
    this.#options = options;
    this.#pace = options.pace;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** The seconds until the text starts to move; 0 without a countdown. */
  get countdownLeft(): number {
    return this.#countdownLeft;
  }

  /** The pace of the section being read, in words per minute. */
  get pace(): number {
    return this.#pace;
  }

  /** The seconds of speech left, rounded up. */
  get secondsLeft(): number {
    return this.#secondsLeft;
  }

  /** Shows the text in `text` inside `stage`. The returned function stops it and ends the take. */
  link(text: HTMLElement, stage: HTMLElement): () => void {
    this.#text = text;
    this.#stage = stage;
    const resizeObserver = new ResizeObserver(() => this.measure());
    resizeObserver.observe(text);
    resizeObserver.observe(stage);
    return () => {
      resizeObserver.disconnect();
      this.pause();
      this.#endTake();
      this.#text = null;
      this.#stage = null;
    };
  }

  /** Updates the pieces, one child of the linked element each. The line being read stays in place. */
  show(pieces: readonly ScriptPiece[]): void {
    this.#spokenWords = carryPosition(this.#spokenWords, this.#pieces, pieces);
    this.#pieces = pieces;
    this.#recorder.replacePieces(pieces);
    this.#readPaces();
    this.measure();
  }

  /** Sets the paces of sections that have their own. */
  setSectionPaces(sections: readonly SectionPace[]): void {
    this.#sections = sections;
    this.#readPaces();
    this.#updatePosition();
  }

  #readPaces(): void {
    const reader = new PaceReader({ general: this.#options.pace, sections: this.#sections });
    this.#paces = this.#pieces.map(({ kind, text }) => {
      if (kind === 'heading') reader.enterSection(text);
      return reader.pace;
    });
  }

  #getPace(piece: number): number {
    return clampPace((this.#paces[piece] ?? this.#options.pace) + this.#paceChange);
  }

  /** Measures all positions again, after font size or lines changed. */
  measure(): void {
    const text = this.#text;
    if (!text) return;
    const tops = [...text.children].map((child) => (child as HTMLElement).offsetTop);
    this.#lineHeight = parseFloat(getComputedStyle(text).lineHeight) || 0;
    this.#track = new PromptTrack(this.#pieces, tops, text.scrollHeight);
    this.#spokenWords = Math.min(this.#spokenWords, this.#track.totalUnits);
    this.#updatePosition();
  }

  /** Counts down, then moves the text; pauses if either is running. */
  toggle(countdown: number): void {
    if (this.#isRunning || this.#countdownLeft > 0) this.pause();
    else if (this.#spokenWords >= this.#track.totalUnits) this.restart();
    else if (countdown > 0 && this.#spokenWords === 0) this.#startCountdown(countdown);
    else this.#start();
  }

  pause(): void {
    clearInterval(this.#countdown);
    cancelAnimationFrame(this.#frame);
    this.#countdownLeft = 0;
    if (!this.#isRunning) return;
    this.#isRunning = false;
    this.#recorder.pause(this.#track.findPieceAt(this.#spokenWords), performance.now());
    this.#reportRecord();
  }

  /** Returns to the first word and ends the take. */
  restart(): void {
    this.pause();
    this.#endTake();
    this.#spokenWords = 0;
    this.#updatePosition();
  }

  /** Returns to the start of the paragraph, to say it again. */
  goBack(): void {
    this.#spokenWords = this.#track.stepBackFrom(this.#spokenWords);
    this.#updatePosition();
  }

  changePace(by: number): void {
    this.#paceChange += clampPace(this.#pace + by) - this.#pace;
    this.#updatePosition();
  }

  /** Moves the text by hand; while running, the moved words count as spoken. */
  scrollBy(pixels: number): void {
    const spokenWords = Math.min(
      this.#track.totalUnits,
      Math.max(0, this.#track.getSpokenAt(this.#track.getYAt(this.#spokenWords) + pixels)),
    );
    if (this.#isRunning) this.#takeMeter.add(spokenWords - this.#spokenWords, 0);
    this.#spokenWords = spokenWords;
    this.#updatePosition();
  }

  /** Returns the index of the piece at the reading line. */
  get currentPiece(): number {
    const text = this.#text;
    if (!text) return -1;
    const y = this.#track.getYAt(this.#spokenWords);
    return [...text.children].findLastIndex((child) => (child as HTMLElement).offsetTop <= y + 1);
  }

  #startCountdown(seconds: number): void {
    this.#countdownLeft = seconds;
    this.#countdown = setInterval(() => {
      this.#countdownLeft -= 1;
      if (this.#countdownLeft > 0) return;
      clearInterval(this.#countdown);
      this.#start();
    }, 1000);
  }

  #start(): void {
    this.#isRunning = true;
    this.#frameTime = performance.now();
    this.#recorder.resume(this.#frameTime);
    this.#frame = requestAnimationFrame((now) => this.#advance(now));
  }

  #advance(now: number): void {
    const seconds = Math.min(MAX_FRAME_SECONDS, Math.max(0, (now - this.#frameTime) / 1000));
    this.#frameTime = now;
    const piece = this.#track.findPieceAt(this.#spokenWords);
    const words = Math.min((seconds * this.#getPace(piece)) / 60, this.#track.totalUnits - this.#spokenWords);
    this.#recorder.add(piece, words, seconds);
    this.#spokenWords += words;
    this.#takeMeter.add(words, seconds);
    this.#updatePosition();
    if (this.#spokenWords >= this.#track.totalUnits) {
      this.pause();
      this.#endTake();
    } else this.#frame = requestAnimationFrame((time) => this.#advance(time));
  }

  #updatePosition(): void {
    const pace = this.#getPace(this.#track.findPieceAt(this.#spokenWords));
    if (pace !== this.#pace) this.#pace = pace;
    const seconds = this.#track.getSecondsAfter(this.#spokenWords, (piece) => this.#getPace(piece));
    // A sum of fractions may be a hair above a whole second.
    const secondsLeft = Math.max(0, Math.ceil(seconds - 1e-6));
    if (secondsLeft !== this.#secondsLeft) this.#secondsLeft = secondsLeft;
    if (!this.#text || !this.#stage) return;
    const y = this.#track.getYAt(this.#spokenWords);
    const offset =
      this.#options.reducedMotion && this.#lineHeight > 0 ? Math.floor(y / this.#lineHeight) * this.#lineHeight : y;
    this.#text.style.transform = `translate3d(0, ${this.#stage.clientHeight * READING_LINE - offset}px, 0)`;
  }

  #endTake(): void {
    const { measurement } = this.#takeMeter;
    this.#reportRecord();
    this.#takeMeter = new TakeMeter();
    this.#recorder = new TakeRecorder();
    this.#recorder.replacePieces(this.#pieces);
    if (measurement) this.#options.onTake(measurement);
  }

  #reportRecord(): void {
    const { measurement } = this.#takeMeter;
    if (measurement) this.#options.onRecord(this.#recorder.createTake(measurement));
  }
}
