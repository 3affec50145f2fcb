import { measureDiff, type DiffPart } from '#markdown/text-diff.ts';
import { draftKey } from '#renderer/storage/keys.ts';
import type { Version, VersionHit } from '#renderer/drafts/versions.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import type { OpenScript } from '../page/open-script.svelte.ts';
import type { OpenText } from '../page/open-text.svelte.ts';
import { TextWork } from '../text-worker/text-work.ts';

type Deps = Pick<AppState, 'versions' | 'store' | 'cache'>;

export type Side = Version | 'now';

export interface Comparison {
  readonly from: Side;
  readonly to: Side;
  readonly parts: readonly DiffPart[];
  readonly figures: ReturnType<typeof measureDiff>;
}

const MAX_HITS = 200;

/** Lists, compares and searches the versions of one text of a script. */
export class OpenHistory {
  readonly text: OpenText;
  readonly #deps: Deps;
  readonly #script: OpenScript;
  readonly #work = new TextWork();
  #versions = $state.raw<readonly Version[] | null>(null);
  #chosenVersion = $state.raw<Version | null>(null);
  #comparedWith = $state.raw<string>('now');
  #comparison = $state.raw<Comparison | null>(null);
  #fault = $state.raw<string | null>(null);
  #hits = $state.raw<readonly VersionHit[] | null>(null);
  #titles = $state.raw<ReadonlyMap<number, string>>(new Map());
  #searchController: AbortController | null = null;
  #comparisonId = 0;

  constructor(deps: Deps, script: OpenScript, text: OpenText) {
    this.#deps = deps;
    this.#script = script;
    this.text = text;
  }

  /** The versions, newest first; null while they load. */
  get versions(): readonly Version[] | null {
    return this.#versions;
  }

  get chosenVersion(): Version | null {
    return this.#chosenVersion;
  }

  /** The other side of the comparison: `now`, `before` (the previous version) or a version id. */
  get comparedWith(): string {
    return this.#comparedWith;
  }

  /** Null until the first comparison is ready; the last one stays while the next is computed. */
  get comparison(): Comparison | null {
    return this.#comparison;
  }

  get fault(): string | null {
    return this.#fault;
  }

  /** The search results so far, newest first; null without a search. */
  get hits(): readonly VersionHit[] | null {
    return this.#hits;
  }

  /** True when the chosen version belongs to this script and can be restored. */
  get isOwnScript(): boolean {
    return this.#chosenVersion?.scriptId === this.#script.id;
  }

  getTitle(scriptId: number): string {
    return this.#titles.get(scriptId) ?? `Script ${scriptId}`;
  }

  /** Loads the versions and chooses the one with the id `version`, if it exists. */
  async load(version: string | null = null): Promise<void> {
    const { account, scriptId, kind, text } = this.text.draft;
    const all = await this.#deps.versions.list(account, scriptId, kind);
    this.#versions = all;
    const chosenVersion =
      all.find(({ id }) => id === version) ??
      this.#chosenVersion ??
      all.find((version) => version.text !== text) ??
      all[0];
    if (chosenVersion) await this.chooseVersion(chosenVersion);
  }

  async chooseVersion(version: Version): Promise<void> {
    this.#chosenVersion = version;
    await this.#compare();
  }

  async compareWith(against: string): Promise<void> {
    this.#comparedWith = against;
    await this.#compare();
  }

  /** Saves the current text as a named version. */
  async saveNamedVersion(name: string): Promise<void> {
    const version = await this.text.saveVersion('named', { name });
    if (version) this.#chosenVersion = version;
    await this.load();
  }

  /**
   * Restores the chosen version; the replaced text is saved as a version first. Returns the replaced text, or null if
   * nothing can be restored.
   */
  async restoreChosen(): Promise<{ text: OpenText; before: string } | null> {
    const version = this.#chosenVersion;
    const text = version && this.isOwnScript ? this.#script.getText(version.kind) : null;
    if (!version || !text) return null;
    const before = text.draft.text;
    await text.restore(version.text);
    return { text, before };
  }

  /** Searches the versions of this script, or of the whole account. Empty words end the search. */
  async search(query: string, isEverywhere: boolean): Promise<void> {
    this.#searchController?.abort();
    if (query.trim() === '') {
      this.#hits = null;
      return;
    }
    const controller = new AbortController();
    this.#searchController = controller;
    const { account } = this.text.draft;
    const scope = isEverywhere ? { account } : { account, scriptId: this.#script.id };
    if (isEverywhere) await this.#readTitles(account);
    let newestHits: VersionHit[] = [];
    for await (const hits of this.#deps.versions.search(scope, query, controller.signal)) {
      newestHits = [...newestHits, ...hits].sort((a, b) => b.version.at.localeCompare(a.version.at)).slice(0, MAX_HITS);
      if (controller.signal.aborted) return;
      this.#hits = newestHits;
    }
    if (!controller.signal.aborted) this.#hits = newestHits;
  }

  close(): void {
    this.#searchController?.abort();
    this.#work.end();
  }

  async #readTitles(account: string): Promise<void> {
    const scripts = await this.#deps.cache.readEntities(account, 'script');
    this.#titles = new Map(scripts.map(({ id, value }) => [id, String(value['title'])]));
  }

  async #compare(): Promise<void> {
    const chosenVersion = this.#chosenVersion;
    if (!chosenVersion) return;
    const comparisonId = ++this.#comparisonId;
    try {
      const other = await this.#readOtherSide(chosenVersion);
      const [from, to] = sortByAge(chosenVersion, other.side);
      const [before, after] =
        from === chosenVersion ? [chosenVersion.text, other.text] : [other.text, chosenVersion.text];
      const parts = await this.#work.run((tasks) => tasks.diff(normalizeLineEnds(before), normalizeLineEnds(after)));
      if (comparisonId !== this.#comparisonId) return;
      this.#comparison = { from, to, parts, figures: measureDiff(parts) };
      this.#fault = null;
    } catch {
      if (comparisonId === this.#comparisonId)
        this.#fault = 'The two versions couldn’t be compared. Both are kept as they are.';
    }
  }

  async #readOtherSide(chosenVersion: Version): Promise<{ side: Side; text: string }> {
    const all = this.#versions ?? [];
    const index = all.findIndex(({ id }) => id === chosenVersion.id);
    const version =
      this.#comparedWith === 'before'
        ? index >= 0
          ? all[index + 1]
          : undefined
        : all.find(({ id }) => id === this.#comparedWith && chosenVersion.scriptId === this.#script.id);
    if (version) return { side: version, text: version.text };
    if (this.#comparedWith === 'before' && index >= 0) return { side: chosenVersion, text: '' };
    const text = this.isOwnScript
      ? this.#script.getText(chosenVersion.kind)?.draft.text
      : (await this.#deps.store.get(draftKey(chosenVersion.account, chosenVersion.scriptId, chosenVersion.kind)))
          ?.value['text'];
    return { side: 'now', text: typeof text === 'string' ? text : '' };
  }
}

/** Puts the older side first. */
function sortByAge(a: Version, b: Side): [Side, Side] {
  return b === 'now' || b.at > a.at ? [a, b] : [b, a];
}

const normalizeLineEnds = (text: string): string => text.replace(/\r\n?/g, '\n');
