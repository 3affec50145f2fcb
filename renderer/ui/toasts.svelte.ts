import { untrack } from 'svelte';

/** Says in one line what happened, with an optional action. */
export interface ToastInput {
  readonly text: string;
  /** `done` disappears after 6 s; `fault` stays until dismissed. */
  readonly kind?: 'done' | 'fault' | undefined;
  /** Undoes what happened, or does what `actionLabel` names. */
  readonly action?: (() => void) | undefined;
  readonly actionLabel?: string | undefined;
}

export interface Toast extends ToastInput {
  readonly id: number;
  /** Is the time it was shown, in milliseconds. */
  readonly at: number;
}

const MAX_SHOWN = 4;
const MAX_PROBLEMS = 50;

interface Clock {
  set(run: () => void, ms: number): unknown;
  clear(handle: never): void;
  now(): number;
}

const systemClock: Clock = {
  set: (run, ms) => setTimeout(run, ms),
  clear: (handle) => clearTimeout(handle),
  now: () => performance.now(),
};

export const toastStays = 6000;

/** Bounds how many steps back Ctrl+Z goes. */
const PAST = 50;

const undoes = (toast: Toast): boolean => toast.action !== undefined && toast.actionLabel === undefined;

/** Stacks toasts at the bottom left, newest last. Their timers pause while the pointer or the focus is on them. */
export class ToastStack {
  readonly #clock: Clock;
  #toasts = $state.raw<readonly Toast[]>([]);
  #problems = $state.raw<readonly Toast[]>([]);
  /** Holds the toasts that can undo something and have disappeared since the page was opened, newest last. */
  #past: readonly Toast[] = [];
  #timers = new Map<number, { handle: unknown; ends: number; left: number }>();
  #held = false;
  #last = 0;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  get toasts(): readonly Toast[] {
    return this.#toasts;
  }

  /** Returns faults that made room for newer toasts and weren't dismissed, newest first. */
  get problems(): readonly Toast[] {
    return this.#problems;
  }

  /**
   * Shows a toast and returns its id. At most four are shown; the oldest success toast makes room, else the oldest
   * fault, which moves to `problems`. The same words take the place of the toast that said them, unless one offers an
   * action of its own.
   */
  show(input: ToastInput): number {
    const id = ++this.#last;
    // An effect that shows a toast must not depend on the list of toasts.
    const says = (one: ToastInput): boolean =>
      one.text === input.text && one.kind === input.kind && !one.action && !input.action;
    const repeated = untrack(() => [...this.#toasts, ...this.#problems]).find(says);
    if (repeated) this.dismiss(repeated.id);
    const before = untrack(() => this.#toasts);
    this.#toasts = [...before, { ...input, id, at: Date.now() }];
    if (before.length >= MAX_SHOWN) this.#makeRoom(before);
    if (input.kind !== 'fault') {
      this.#timers.set(id, { handle: undefined, ends: 0, left: toastStays });
      if (!this.#held) this.#start(id);
    }
    return id;
  }

  #makeRoom(shown: readonly Toast[]): void {
    const [oldest] = shown;
    const done = shown.find((toast) => toast.kind !== 'fault');
    if (done) return this.dismiss(done.id);
    if (!oldest) return;
    this.dismiss(oldest.id);
    this.#problems = [oldest, ...untrack(() => this.#problems)].slice(0, MAX_PROBLEMS);
  }

  fault(text: string, action?: { label: string; run: () => void }): number {
    return this.show({ text, kind: 'fault', action: action?.run, actionLabel: action?.label });
  }

  dismiss(id: number): void {
    this.#stop(id);
    this.#timers.delete(id);
    const before = untrack(() => this.#toasts);
    this.#toasts = before.filter((toast) => toast.id !== id);
    this.#problems = untrack(() => this.#problems).filter((toast) => toast.id !== id);
    this.#past = [...this.#past, ...before.filter((toast) => toast.id === id && undoes(toast))].slice(-PAST);
  }

  act(id: number): void {
    const toast = [...this.#past, ...this.#toasts, ...this.#problems].find((one) => one.id === id);
    this.dismiss(id);
    this.#past = this.#past.filter((one) => one.id !== id);
    toast?.action?.();
  }

  /** Lists what can be undone, newest last. */
  get #undoable(): readonly Toast[] {
    return [...this.#past, ...untrack(() => this.#toasts).filter(undoes)].toSorted((a, b) => a.id - b.id);
  }

  /** Undoes what happened last on this page and returns whether there was anything. */
  undo(): boolean {
    const last = this.#undoable.at(-1);
    if (last) this.act(last.id);
    return last !== undefined;
  }

  get canUndo(): boolean {
    return this.#undoable.length > 0;
  }

  /** Drops what can no longer be seen, because another page was opened; what still says "Undo" can be undone. */
  forgetPast(): void {
    this.#past = [];
  }

  hold(): void {
    if (this.#held) return;
    this.#held = true;
    for (const id of this.#timers.keys()) this.#stop(id);
  }

  release(): void {
    if (!this.#held) return;
    this.#held = false;
    for (const id of this.#timers.keys()) this.#start(id);
  }

  #start(id: number): void {
    const timer = this.#timers.get(id);
    if (!timer) return;
    timer.ends = this.#clock.now() + timer.left;
    timer.handle = this.#clock.set(() => this.dismiss(id), timer.left);
  }

  #stop(id: number): void {
    const timer = this.#timers.get(id);
    if (timer?.handle === undefined) return;
    this.#clock.clear(timer.handle as never);
    timer.handle = undefined;
    timer.left = Math.max(0, timer.ends - this.#clock.now());
  }
}
