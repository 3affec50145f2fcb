import { untrack } from 'svelte';

/** A message of one line, with an optional action. */
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
  /** The time it was shown, in milliseconds. */
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

export const TOAST_DURATION_MS = 6000;

const MAX_UNDO_STEPS = 50;

const offersUndo = (toast: Toast): boolean => toast.action !== undefined && toast.actionLabel === undefined;

/** Stacks toasts at the bottom left, newest last. Their timers pause while the pointer or the focus is on them. */
export class ToastStack {
  readonly #clock: Clock;
  #toasts = $state.raw<readonly Toast[]>([]);
  #problems = $state.raw<readonly Toast[]>([]);
  /** Toasts with an undo that closed since the page was opened, newest last. */
  #closedUndoable: readonly Toast[] = [];
  #timers = new Map<number, { handle: unknown; endsAt: number; remainingMs: number }>();
  #isHeld = false;
  #lastId = 0;

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
   * fault, which moves to `problems`. A repeated text replaces the earlier toast, unless one of them offers an action.
   */
  show(input: ToastInput): number {
    const id = ++this.#lastId;
    // An effect that shows a toast must not depend on the list of toasts.
    const isRepeat = (one: ToastInput): boolean =>
      one.text === input.text && one.kind === input.kind && !one.action && !input.action;
    const repeatedToast = untrack(() => [...this.#toasts, ...this.#problems]).find(isRepeat);
    if (repeatedToast) this.dismiss(repeatedToast.id);
    const before = untrack(() => this.#toasts);
    this.#toasts = [...before, { ...input, id, at: Date.now() }];
    if (before.length >= MAX_SHOWN) this.#makeRoom(before);
    if (input.kind !== 'fault') {
      this.#timers.set(id, { handle: undefined, endsAt: 0, remainingMs: TOAST_DURATION_MS });
      if (!this.#isHeld) this.#start(id);
    }
    return id;
  }

  #makeRoom(visibleToasts: readonly Toast[]): void {
    const [oldest] = visibleToasts;
    const success = visibleToasts.find((toast) => toast.kind !== 'fault');
    if (success) return this.dismiss(success.id);
    if (!oldest) return;
    this.dismiss(oldest.id);
    this.#problems = [oldest, ...untrack(() => this.#problems)].slice(0, MAX_PROBLEMS);
  }

  showFault(text: string, action?: { label: string; run: () => void }): number {
    return this.show({ text, kind: 'fault', action: action?.run, actionLabel: action?.label });
  }

  dismiss(id: number): void {
    this.#stop(id);
    this.#timers.delete(id);
    const before = untrack(() => this.#toasts);
    this.#toasts = before.filter((toast) => toast.id !== id);
    this.#problems = untrack(() => this.#problems).filter((toast) => toast.id !== id);
    this.#closedUndoable = [
      ...this.#closedUndoable,
      ...before.filter((toast) => toast.id === id && offersUndo(toast)),
    ].slice(-MAX_UNDO_STEPS);
  }

  runAction(id: number): void {
    const toast = [...this.#closedUndoable, ...this.#toasts, ...this.#problems].find((one) => one.id === id);
    this.dismiss(id);
    this.#closedUndoable = this.#closedUndoable.filter((one) => one.id !== id);
    toast?.action?.();
  }

  /** Toasts that can be undone, newest last. */
  get #undoable(): readonly Toast[] {
    return [...this.#closedUndoable, ...untrack(() => this.#toasts).filter(offersUndo)].toSorted((a, b) => a.id - b.id);
  }

  /** Undoes the latest action on this page, and returns whether there was one. */
  undo(): boolean {
    const last = this.#undoable.at(-1);
    if (last) this.runAction(last.id);
    return last !== undefined;
  }

  get canUndo(): boolean {
    return this.#undoable.length > 0;
  }

  /** Drops the undo steps of the previous page, except those of visible toasts. */
  forgetPast(): void {
    this.#closedUndoable = [];
  }

  hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    for (const id of this.#timers.keys()) this.#stop(id);
  }

  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    for (const id of this.#timers.keys()) this.#start(id);
  }

  #start(id: number): void {
    const timer = this.#timers.get(id);
    if (!timer) return;
    timer.endsAt = this.#clock.now() + timer.remainingMs;
    timer.handle = this.#clock.set(() => this.dismiss(id), timer.remainingMs);
  }

  #stop(id: number): void {
    const timer = this.#timers.get(id);
    if (timer?.handle === undefined) return;
    this.#clock.clear(timer.handle as never);
    timer.handle = undefined;
    timer.remainingMs = Math.max(0, timer.endsAt - this.#clock.now());
  }
}
