import { PaceReader, type SectionPace } from '#markdown/section-paces.ts';
import type { ScriptPiece } from '#markdown/spoken-pieces.ts';
import type { Take as RecordedTake } from '../takes/take.ts';
import { TakeRecorder } from '../takes/take-recorder.ts';
import { carriedOver, PromptTrack, Take } from './prompt-track.ts';

/** Bounds the pace in words per minute; wider than any speech, to help find one's place. */
const SLOWEST = 40;
const FASTEST = 320;
const within = (pace: number): number => Math.min(FASTEST, Math.max(SLOWEST, pace));
/** The height of the reading line as a share of the window. */
export const READING_LINE = 0.36;
/** Cuts longer frames to these seconds, because the window was hidden. */
const MAX_FRAME = 0.25;

export interface PrompterOptions {
  readonly pace: number;
  /** Moves the text line by line instead of smoothly. */
  readonly still: boolean;
  /** Runs when a take ends, with the words and seconds it took. */
  readonly onTake: (take: { words: number; seconds: number; pace: number }) => void;
  /** Runs when a take pauses or ends, with all that is known of it so far. */
  readonly onRecord: (take: RecordedTake) => void;
}

/** Scrolls a text past the reading line at a pace. */
export class Prompter {
  readonly #options: PrompterOptions;
  #pieces: readonly ScriptPiece[] = [];
  #track = new PromptTrack([], [], 0);
  #take = new Take();
  #recorder = new TakeRecorder();
  #text: HTMLElement | null = null;
  #stage: HTMLElement | null = null;
  #spoken = 0;
  #frame = 0;
  #at = 0;
  #line = 0;
  #countdown: ReturnType<typeof setInterval> | undefined;
  #running = $state.raw(false);
  #counting = $state.raw(0);
  /** The person's adjustment of every pace, in words per minute; negative if slower. */
  #added = 0;
  #sections: readonly SectionPace[] = [];
  /** The pace of each piece before the adjustment. */
  #paces: readonly number[] = [];
  #pace = $state.raw(150);
  #left = $state.raw(0);

  constructor(options: PrompterOptions) {
    this.#options = options;
    this.#pace = options.pace;
  }

  get running(): boolean {
    return this.#running;
  }

  /** Returns the seconds until the text starts to move; 0 without a countdown. */
  get counting(): number {
    return this.#counting;
  }

  /** Returns the pace of the section being read, in words per minute. */
  get pace(): number {
    return this.#pace;
  }

  /** Returns the seconds of speech left, rounded up. */
  get left(): number {
    return this.#left;
  }

  /** Shows the text in `text` inside `stage`. The returned function stops it and ends the take. */
  link(text: HTMLElement, stage: HTMLElement): () => void {
    this.#text = text;
    this.#stage = stage;
    const sizes = new ResizeObserver(() => this.measure());
    sizes.observe(text);
    sizes.observe(stage);
    return () => {
      sizes.disconnect();
      this.pause();
      this.#endTake();
      this.#text = null;
      this.#stage = null;
    };
  }

  /** Updates the pieces, one child of the linked element each. The line being read stays in place. */
  show(pieces: readonly ScriptPiece[]): void {
    this.#spoken = carriedOver(this.#spoken, this.#pieces, pieces);
    this.#pieces = pieces;
    this.#recorder.show(pieces);
    this.#readPaces();
    this.measure();
  }

  /** Sets the paces of sections that have their own. */
  setSectionPaces(sections: readonly SectionPace[]): void {
    this.#sections = sections;
    this.#readPaces();
    this.#place();
  }

  #readPaces(): void {
    const reader = new PaceReader({ general: this.#options.pace, sections: this.#sections });
    this.#paces = this.#pieces.map(({ kind, text }) => {
      if (kind === 'heading') reader.next(text);
      return reader.pace;
    });
  }

  #paceOf(piece: number): number {
    return within((this.#paces[piece] ?? this.#options.pace) + this.#added);
  }

  /** Measures all positions again, after font size or lines changed. */
  measure(): void {
    const text = this.#text;
    if (!text) return;
    const tops = [...text.children].map((child) => (child as HTMLElement).offsetTop);
    this.#line = parseFloat(getComputedStyle(text).lineHeight) || 0;
    this.#track = new PromptTrack(this.#pieces, tops, text.scrollHeight);
    this.#spoken = Math.min(this.#spoken, this.#track.total);
    this.#place();
  }

  /** Counts down, then moves the text; pauses if either is running. */
  toggle(countdown: number): void {
    if (this.#running || this.#counting > 0) this.pause();
    else if (this.#spoken >= this.#track.total) this.restart();
    else if (countdown > 0 && this.#spoken === 0) this.#count(countdown);
    else this.#run();
  }

  pause(): void {
    clearInterval(this.#countdown);
    cancelAnimationFrame(this.#frame);
    this.#counting = 0;
    if (!this.#running) return;
    this.#running = false;
    this.#recorder.pause(this.#track.pieceAt(this.#spoken), performance.now());
    this.#record();
  }

  /** Returns to the first word and ends the take. */
  restart(): void {
    this.pause();
    this.#endTake();
    this.#spoken = 0;
    this.#place();
  }

  /** Returns to the start of the paragraph, to say it again. */
  back(): void {
    this.#spoken = this.#track.backFrom(this.#spoken);
    this.#place();
  }

  faster(by: number): void {
    this.#added += within(this.#pace + by) - this.#pace;
    this.#place();
  }

  /** Moves the text by hand; while running, the moved words count as spoken. */
  turn(pixels: number): void {
    const spoken = Math.min(
      this.#track.total,
      Math.max(0, this.#track.spokenAt(this.#track.yAt(this.#spoken) + pixels)),
    );
    if (this.#running) this.#take.add(spoken - this.#spoken, 0);
    this.#spoken = spoken;
    this.#place();
  }

  /** Returns the index of the piece at the reading line. */
  get current(): number {
    const text = this.#text;
    if (!text) return -1;
    const y = this.#track.yAt(this.#spoken);
    return [...text.children].findLastIndex((child) => (child as HTMLElement).offsetTop <= y + 1);
  }

  #count(seconds: number): void {
    this.#counting = seconds;
    this.#countdown = setInterval(() => {
      this.#counting -= 1;
      if (this.#counting > 0) return;
      clearInterval(this.#countdown);
      this.#run();
    }, 1000);
  }

  #run(): void {
    this.#running = true;
    this.#at = performance.now();
    this.#recorder.resume(this.#at);
    this.#frame = requestAnimationFrame((now) => this.#move(now));
  }

  #move(now: number): void {
    const seconds = Math.min(MAX_FRAME, Math.max(0, (now - this.#at) / 1000));
    this.#at = now;
    const piece = this.#track.pieceAt(this.#spoken);
    const words = Math.min((seconds * this.#paceOf(piece)) / 60, this.#track.total - this.#spoken);
    this.#recorder.add(piece, words, seconds);
    this.#spoken += words;
    this.#take.add(words, seconds);
    this.#place();
    if (this.#spoken >= this.#track.total) {
      this.pause();
      this.#endTake();
    } else this.#frame = requestAnimationFrame((next) => this.#move(next));
  }

  #place(): void {
    const pace = this.#paceOf(this.#track.pieceAt(this.#spoken));
    if (pace !== this.#pace) this.#pace = pace;
    const seconds = this.#track.secondsAfter(this.#spoken, (piece) => this.#paceOf(piece));
    // A sum of fractions may be a hair above a whole second.
    const left = Math.max(0, Math.ceil(seconds - 1e-6));
    if (left !== this.#left) this.#left = left;
    if (!this.#text || !this.#stage) return;
    const y = this.#track.yAt(this.#spoken);
    const shown = this.#options.still && this.#line > 0 ? Math.floor(y / this.#line) * this.#line : y;
    this.#text.style.transform = `translate3d(0, ${this.#stage.clientHeight * READING_LINE - shown}px, 0)`;
  }

  #endTake(): void {
    const { measured } = this.#take;
    this.#record();
    this.#take = new Take();
    this.#recorder = new TakeRecorder();
    this.#recorder.show(this.#pieces);
    if (measured) this.#options.onTake(measured);
  }

  #record(): void {
    const { measured } = this.#take;
    if (measured) this.#options.onRecord(this.#recorder.take(measured));
  }
}
