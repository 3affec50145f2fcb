import { logger } from '#log/logger.ts';
import { getMergeBase } from '#renderer/drafts/version-review.ts';
import type { ReviewProgress } from '#renderer/drafts/draft.svelte.ts';
import type { Version } from '#renderer/drafts/versions.ts';
import { mapHunks, mapPlaces } from './hunks.ts';
import { findAddedPlaces, normalizeTexts, MergePane, type MergePaneOptions } from './merge-pane.ts';
import { TextWork } from '../text-worker/text-work.ts';
import type { OpenText } from '../page/open-text.svelte.ts';

const log = logger('compare');

/** The results of a three-way merge, before the person's review. */
export interface MergeResult {
  /** The number of changes merged from the other side. */
  readonly taken: number;
  readonly conflicts: number;
}

/**
 * Compares another version with the person's text, to accept piece by piece. If both share a known base, changes that
 * do not overlap are merged and only conflicts are left to review. Saves the person's text as a version first.
 */
export class Comparison {
  readonly text: OpenText;
  readonly version: Version;
  /** The person's text as it was when the comparison started. */
  readonly textBefore: string;
  #pane = $state.raw<MergePane | null>(null);
  #mergeResult = $state.raw<MergeResult | null>(null);
  #openCount = $state.raw(0);
  #fault = $state.raw<string | null>(null);

  constructor(text: OpenText, version: Version) {
    this.text = text;
    this.version = version;
    this.textBefore = text.draft.text;
  }

  /** Returns null until the person's text is saved as a version and the comparison is ready. */
  get pane(): MergePane | null {
    return this.#pane;
  }

  /** Returns null if nothing was merged; then the person decides on every piece. */
  get mergeResult(): MergeResult | null {
    return this.#mergeResult;
  }

  /** The number of pieces still to review. */
  get openCount(): number {
    return this.#openCount;
  }

  get fault(): string | null {
    return this.#fault;
  }

  async start(): Promise<void> {
    const work = new TextWork();
    const { draft } = this.text;
    const base = getMergeBase(draft, this.version);
    try {
      await this.text.saveVersion(base === null ? 'compare' : 'merge');
      if (draft.reviewProgress?.version === this.version.id) return await this.#resume(draft.reviewProgress, work);
      let [mine, theirs] = [this.textBefore, this.version.text];
      let marks: Pick<MergePaneOptions, 'incoming'> = {};
      if (base !== null) {
        const merge = await work.run((tasks) => tasks.merge(base, mine, theirs));
        const { before: after } = normalizeTexts(merge.mine, '');
        const parts = await work.run((tasks) => tasks.diff(normalizeTexts(mine, '').before, after));
        marks = { incoming: findAddedPlaces(parts) };
        [mine, theirs] = [merge.mine, merge.theirs];
        this.#mergeResult = { taken: merge.appliedCount, conflicts: merge.conflictCount };
      }
      const texts = normalizeTexts(mine, theirs);
      const hunks = await work.run((tasks) => tasks.hunks(texts.before, texts.after));
      this.#showPane({ mine, generated: theirs, pieces: hunks, ...marks });
    } catch (error) {
      log.failure('texts not compared')(error);
      this.#fault = 'The two versions couldn’t be compared. Both are kept as they are.';
    } finally {
      work.end();
    }
  }

  /** Resumes a comparison: accepted pieces are in the text already, so it shows only the undecided ones. */
  async #resume({ of, pieces, merged, incoming }: ReviewProgress, work: TextWork): Promise<void> {
    const mine = this.textBefore;
    const [before, after] = [normalizeTexts(of, '').before, normalizeTexts(mine, '').before];
    const edits = before === after ? [] : await work.run((tasks) => tasks.hunks(before, after));
    this.#mergeResult = merged;
    this.#showPane({
      mine,
      generated: this.version.text,
      pieces: mapHunks(pieces, edits, after),
      incoming: mapPlaces(incoming, edits, after),
    });
  }

  #showPane(options: MergePaneOptions): void {
    const [version, mergedText] = [this.version.id, this.#mergeResult];
    const pane = new MergePane({
      ...options,
      onOpenCount: (pieces) => (this.#openCount = pieces),
      // Save each decision like a keystroke, together with the undecided pieces.
      onChange: () =>
        this.text.draft.change(
          () => pane.getText(),
          () => ({
            version,
            merged: mergedText,
            of: pane.getText(),
            pieces: pane.getOpenPieces(),
            incoming: pane.getIncomingPlaces(),
          }),
        ),
    });
    this.#pane = pane;
  }
}
