import type { ScriptPiece } from '#markdown/spoken-pieces.ts';
import { carriedOver, PromptTrack, Take } from './prompt-track.ts';

/** Bounds the pace in words per minute; wider than any speech, to help find one's place. */
const SLOWEST = 40;
const FASTEST = 320;
/** Height of the reading line as a share of the window. */
export const READING_LINE = 0.36;
/** Longer frames are cut to this, because the window was hidden. In seconds. */
const LONGEST_FRAME = 0.25;

export interface PrompterOptions {
  readonly pace: number;
  /** Moves the text line by line instead of smoothly. */
  readonly still: boolean;
  /** Called when a take ends, with the words and seconds it took. */
  readonly onTake: (take: { words: number; seconds: number; pace: number }) => void;
}

/** Scrolls a text past the reading line at a pace. */
export class Prompter {
  readonly #options: PrompterOptions;
  #pieces: readonly ScriptPiece[] = [];
  #track = new PromptTrack([], [], 0);
  #take = new Take();
  #text: HTMLElement | null = null;
  #stage: HTMLElement | null = null;
  #said = 0;
  #frame = 0;
  #at = 0;
  #line = 0;
  #countdown: ReturnType<typeof setInterval> | undefined;
  #running = $state.raw(false);
  #counting = $state.raw(0);
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
    this.#said = carriedOver(this.#said, this.#pieces, pieces);
    this.#pieces = pieces;
    this.measure();
  }

  /** Measures all positions again, after font size or lines changed. */
  measure(): void {
    const text = this.#text;
    if (!text) return;
    const tops = [...text.children].map((child) => (child as HTMLElement).offsetTop);
    this.#line = parseFloat(getComputedStyle(text).lineHeight) || 0;
    this.#track = new PromptTrack(this.#pieces, tops, text.scrollHeight);
    this.#said = Math.min(this.#said, this.#track.total);
    this.#place();
  }

  /** Counts down, then moves the text; pauses if either is running. */
  toggle(countdown: number): void {
    if (this.#running || this.#counting > 0) this.pause();
    else if (this.#said >= this.#track.total) this.restart();
    else if (countdown > 0 && this.#said === 0) this.#count(countdown);
    else this.#run();
  }

  pause(): void {
    clearInterval(this.#countdown);
    cancelAnimationFrame(this.#frame);
    this.#counting = 0;
    this.#running = false;
  }

  /** Returns to the first word and ends the take. */
  restart(): void {
    this.pause();
    this.#endTake();
    this.#said = 0;
    this.#place();
  }

  /** Returns to the start of the paragraph, to say it again. */
  back(): void {
    this.#said = this.#track.backFrom(this.#said);
    this.#place();
  }

  faster(by: number): void {
    this.#pace = Math.min(FASTEST, Math.max(SLOWEST, this.#pace + by));
    this.#place();
  }

  /** Moves the text by hand; while running, the moved words count as spoken. */
  turn(pixels: number): void {
    const said = Math.min(this.#track.total, Math.max(0, this.#track.saidAt(this.#track.yAt(this.#said) + pixels)));
    if (this.#running) this.#take.add(said - this.#said, 0);
    this.#said = said;
    this.#place();
  }

  /** Returns the index of the piece at the reading line. */
  get current(): number {
    const text = this.#text;
    if (!text) return -1;
    const y = this.#track.yAt(this.#said);
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
    this.#frame = requestAnimationFrame((now) => this.#move(now));
  }

  #move(now: number): void {
    const seconds = Math.min(LONGEST_FRAME, Math.max(0, (now - this.#at) / 1000));
    this.#at = now;
    const words = Math.min((seconds * this.#pace) / 60, this.#track.total - this.#said);
    this.#said += words;
    this.#take.add(words, seconds);
    this.#place();
    if (this.#said >= this.#track.total) {
      this.pause();
      this.#endTake();
    } else this.#frame = requestAnimationFrame((next) => this.#move(next));
  }

  #place(): void {
    const left = Math.ceil(((this.#track.total - this.#said) * 60) / this.#pace);
    if (left !== this.#left) this.#left = left;
    if (!this.#text || !this.#stage) return;
    const y = this.#track.yAt(this.#said);
    const shown = this.#options.still && this.#line > 0 ? Math.floor(y / this.#line) * this.#line : y;
    this.#text.style.transform = `translate3d(0, ${this.#stage.clientHeight * READING_LINE - shown}px, 0)`;
  }

  #endTake(): void {
    const { measured } = this.#take;
    this.#take = new Take();
    if (measured) this.#options.onTake(measured);
  }
}
