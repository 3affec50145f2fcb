import { logger } from '#log/logger.ts';
import { mergeBase } from '#renderer/drafts/version-review.ts';
import type { Deciding } from '#renderer/drafts/draft.svelte.ts';
import type { Version } from '#renderer/drafts/versions.ts';
import { followed, followedPlaces } from './hunks.ts';
import { addedPlaces, compared, MergePane, type MergePaneOptions } from './merge-pane.ts';
import { TextWork } from '../text-worker/text-work.ts';
import type { OpenText } from '../page/open-text.svelte.ts';

const log = logger('compare');

/** Counts the results of a three-way merge, before the person decides anything. */
export interface Merged {
  /** Counts the changes merged from the other side. */
  readonly taken: number;
  readonly conflicts: number;
}

/**
 * Compares another version with the person's text, to accept piece by piece. If both share a known base, changes that
 * do not overlap are merged and only conflicts are left to decide. Saves the person's text as a version first.
 */
export class Comparing {
  readonly text: OpenText;
  readonly version: Version;
  /** The person's text as it was when the comparison started. */
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

  /** Returns null until the person's text is saved as a version and the comparison is ready. */
  get pane(): MergePane | null {
    return this.#pane;
  }

  /** Returns null if nothing was merged; then the person decides on every piece. */
  get merged(): Merged | null {
    return this.#merged;
  }

  /** Counts the pieces still to decide. */
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
      await this.text.saveVersion(base === null ? 'compare' : 'merge');
      if (draft.deciding?.version === this.version.id) return await this.#goOn(draft.deciding, work);
      let [mine, theirs] = [this.before, this.version.text];
      let marks: Pick<MergePaneOptions, 'incoming'> = {};
      if (base !== null) {
        const merge = await work.do((tasks) => tasks.merge(base, mine, theirs));
        const { before: after } = compared(merge.mine, '');
        const parts = await work.do((tasks) => tasks.diff(compared(mine, '').before, after));
        marks = { incoming: addedPlaces(parts) };
        [mine, theirs] = [merge.mine, merge.theirs];
        this.#merged = { taken: merge.applied, conflicts: merge.conflicts };
      }
      const texts = compared(mine, theirs);
      const found = await work.do((tasks) => tasks.hunks(texts.before, texts.after));
      this.#show({ mine, generated: theirs, found, ...marks });
    } catch (error) {
      log.failure('texts not compared')(error);
      this.#fault = 'The two versions couldn’t be compared. Both are kept as they are.';
    } finally {
      work.end();
    }
  }

  /** Resumes a comparison: decided pieces are in the text already, so it shows only the rest. */
  async #goOn({ of, pieces, merged, incoming }: Deciding, work: TextWork): Promise<void> {
    const mine = this.before;
    const [before, after] = [compared(of, '').before, compared(mine, '').before];
    const edits = before === after ? [] : await work.do((tasks) => tasks.hunks(before, after));
    this.#merged = merged;
    this.#show({
      mine,
      generated: this.version.text,
      found: followed(pieces, edits, after),
      incoming: followedPlaces(incoming, edits, after),
    });
  }

  #show(options: MergePaneOptions): void {
    const [version, merged] = [this.version.id, this.#merged];
    const pane = new MergePane({
      ...options,
      onPieces: (pieces) => (this.#left = pieces),
      // Saves each decision like a keystroke, together with the pieces still to decide.
      onChange: () =>
        this.text.draft.change(
          () => pane.text(),
          () => ({ version, merged, of: pane.text(), pieces: pane.left(), incoming: pane.incoming() }),
        ),
    });
    this.#pane = pane;
  }
}
