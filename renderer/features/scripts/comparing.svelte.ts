import { mergeBase } from '#renderer/offline/arrivals.ts';
import type { Deciding } from '#renderer/offline/draft.svelte.ts';
import type { Version } from '#renderer/offline/versions.ts';
import { followed } from './editor/hunks.ts';
import { compared, MergePane, type MergePaneOptions } from './editor/merge-pane.ts';
import { TextWork } from './history/text-work.ts';
import type { OpenText } from './open-text.svelte.ts';

/** What came of a three-way merge, before anything is decided. */
export interface Merged {
  /** Places taken in from the other side. */
  readonly taken: number;
  readonly conflicts: number;
}

/**
 * Another text beside the person's, to take from piece by piece. Where both were made from a text that is known, what
 * does not touch is merged, and only the conflicts are left to decide. The person's text is kept as a version first.
 */
export class Comparing {
  readonly text: OpenText;
  readonly version: Version;
  /** The person's text as it was when this began. */
  readonly before: string;
  #pane = $state.raw<MergePane | null>(null);
  #merged = $state.raw<Merged | null>(null);
  #left = $state.raw(0);
  #fault = $state.raw<string | null>(null);

  constructor(text: OpenText, version: Version) {
    this.text = text;
    this.version = version;
    this.before = text.draft.text;
  }

  /** Null until the person's text is kept and the two are compared. */
  get pane(): MergePane | null {
    return this.#pane;
  }

  /** Null where nothing was merged: then every piece is to decide. */
  get merged(): Merged | null {
    return this.#merged;
  }

  /** Pieces left to decide. */
  get left(): number {
    return this.#left;
  }

  get fault(): string | null {
    return this.#fault;
  }

  async begin(): Promise<void> {
    const work = new TextWork();
    const { draft } = this.text;
    const base = mergeBase(draft, this.version);
    try {
      await this.text.keep(base === null ? 'compare' : 'merge');
      if (draft.deciding?.version === this.version.id) return await this.#goOn(draft.deciding, work);
      let [mine, theirs] = [this.before, this.version.text];
      let marks = {};
      if (base !== null) {
        const merge = await work.do('merge', { base, mine, theirs });
        const { before: after } = compared(merge.mine, '');
        marks = { merged: await work.do('diff', { before: compared(mine, '').before, after }) };
        [mine, theirs] = [merge.mine, merge.theirs];
        this.#merged = { taken: merge.taken, conflicts: merge.conflicts };
      }
      const found = await work.do('hunks', compared(mine, theirs));
      this.#show({ mine, generated: theirs, found, ...marks });
    } catch (error) {
      this.#fault = error instanceof Error ? error.message : 'The two texts could not be compared.';
    } finally {
      work.end();
    }
  }

  /** It was begun before: what was decided is in the text, and only the rest is asked. */
  async #goOn({ of, pieces, merged }: Deciding, work: TextWork): Promise<void> {
    const mine = this.before;
    const [before, after] = [compared(of, '').before, compared(mine, '').before];
    const edits = before === after ? [] : await work.do('hunks', { before, after });
    this.#merged = merged;
    this.#show({ mine, generated: this.version.text, found: followed(pieces, edits, after) });
  }

  #show(options: MergePaneOptions): void {
    const [version, merged] = [this.version.id, this.#merged];
    const pane = new MergePane({
      ...options,
      onPieces: (pieces) => (this.#left = pieces),
      // Each decision is saved like a keystroke, together with what is left to decide.
      onChange: () =>
        this.text.draft.change(
          () => pane.text(),
          () => ({ version, merged, of: pane.text(), pieces: pane.left() }),
        ),
    });
    this.#pane = pane;
  }
}
