import { untrack } from 'svelte';

/** What happened, in one line, and what can be done about it. */
export interface ToastInput {
  readonly text: string;
  /** done: goes after 6 s. fault: stays until read. */
  readonly kind?: 'done' | 'fault' | undefined;
  /** "Undo" and what it does; or another word with `actionLabel`. */
  readonly action?: (() => void) | undefined;
  readonly actionLabel?: string | undefined;
}

export interface Toast extends ToastInput {
  readonly id: number;
}

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

/** Milliseconds a toast that reports success stays. */
export const toastStays = 6000;

/** The messages at the bottom left, newest last. Time stands still while someone points at them or is in them. */
export class ToastStack {
  readonly #clock: Clock;
  #toasts = $state.raw<readonly Toast[]>([]);
  #timers = new Map<number, { handle: unknown; ends: number; left: number }>();
  #held = false;
  #last = 0;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  get toasts(): readonly Toast[] {
    return this.#toasts;
  }

  /** Shows a toast and returns its id. At most four stand at once; the oldest that reports success gives way. */
  show(input: ToastInput): number {
    const id = ++this.#last;
    // An effect that reports something must not come to depend on what is shown.
    const before = untrack(() => this.#toasts);
    this.#toasts = [...before, { ...input, id }];
    const oldest = before.find((toast) => toast.kind !== 'fault');
    if (before.length >= 4 && oldest) this.dismiss(oldest.id);
    if (input.kind !== 'fault') {
      this.#timers.set(id, { handle: undefined, ends: 0, left: toastStays });
      if (!this.#held) this.#start(id);
    }
    return id;
  }

  /** A fault in words; stays until dismissed. */
  fault(text: string, action?: { label: string; run: () => void }): number {
    return this.show({ text, kind: 'fault', action: action?.run, actionLabel: action?.label });
  }

  dismiss(id: number): void {
    this.#stop(id);
    this.#timers.delete(id);
    this.#toasts = untrack(() => this.#toasts).filter((toast) => toast.id !== id);
  }

  /** Does what the toast offers, then takes it away. */
  act(id: number): void {
    const toast = this.#toasts.find((one) => one.id === id);
    this.dismiss(id);
    toast?.action?.();
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
