import type { Entries, Entry } from './items.ts';

/** Maps keys to entries; undefined stands for no entry. */
export type Patch = Readonly<Record<string, Entry | undefined>>;

interface Step {
  readonly label: string;
  readonly before: Patch;
  readonly after: Patch;
  /** Merges the steps of one gesture, such as dragging a colour, into one. */
  readonly merge: string | null;
}

const MAX_STEPS = 200;

export function applyPatch(entries: Entries, patch: Patch): Entries {
  const next = new Map(Object.entries(entries));
  for (const [key, entry] of Object.entries(patch)) {
    if (entry === undefined) next.delete(key);
    else next.set(key, entry);
  }
  return Object.fromEntries(next);
}

export class History {
  #undoSteps = $state.raw<readonly Step[]>([]);
  #redoSteps = $state.raw<readonly Step[]>([]);

  get undoLabel(): string | null {
    return this.#undoSteps.at(-1)?.label ?? null;
  }

  get redoLabel(): string | null {
    return this.#redoSteps.at(-1)?.label ?? null;
  }

  /** Records a change and returns the entries after it. */
  apply(entries: Entries, patch: Patch, label: string, merge: string | null = null): Entries {
    const lastStep = this.#undoSteps.at(-1);
    const before = Object.fromEntries(Object.keys(patch).map((key) => [key, entries[key]]));
    if (merge !== null && lastStep?.merge === merge) {
      const step = { label, merge, before: { ...before, ...lastStep.before }, after: { ...lastStep.after, ...patch } };
      this.#undoSteps = [...this.#undoSteps.slice(0, -1), step];
    } else {
      this.#undoSteps = [...this.#undoSteps.slice(1 - MAX_STEPS), { label, merge, before, after: patch }];
    }
    this.#redoSteps = [];
    return applyPatch(entries, patch);
  }

  /** Records a change that has already happened: undo applies `before`, redo applies `after`. */
  record(label: string, before: Patch, after: Patch): void {
    this.#undoSteps = [...this.#undoSteps.slice(1 - MAX_STEPS), { label, merge: null, before, after }];
    this.#redoSteps = [];
  }

  /** Returns the entries as they were before the last step, or unchanged if there is none. */
  undo(entries: Entries): Entries {
    const step = this.#undoSteps.at(-1);
    if (!step) return entries;
    this.#undoSteps = this.#undoSteps.slice(0, -1);
    this.#redoSteps = [...this.#redoSteps, step];
    return applyPatch(entries, step.before);
  }

  redo(entries: Entries): Entries {
    const step = this.#redoSteps.at(-1);
    if (!step) return entries;
    this.#redoSteps = this.#redoSteps.slice(0, -1);
    this.#undoSteps = [...this.#undoSteps, { ...step, merge: null }];
    return applyPatch(entries, step.after);
  }
}
