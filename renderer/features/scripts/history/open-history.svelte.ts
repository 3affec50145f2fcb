import { measureDiff, type DiffPart } from '#markdown/text-diff.ts';
import { draftKey } from '#renderer/offline/keys.ts';
import type { Version, VersionHit } from '#renderer/offline/versions.ts';
import type { Studio } from '#renderer/studio/studio.svelte.ts';
import type { OpenScript } from '../open-script.svelte.ts';
import type { OpenText } from '../open-text.svelte.ts';
import { TextWork } from './text-work.ts';

type Deps = Pick<Studio, 'versions' | 'store' | 'cache'>;

/** One side of a comparison: a version, or the text as it is now. */
export type Side = Version | 'now';

export interface Comparison {
  readonly from: Side;
  readonly to: Side;
  readonly parts: readonly DiffPart[];
  readonly figures: ReturnType<typeof measureDiff>;
}

/** More hits than anyone reads. */
const MOST_HITS = 200;

/** The versions of one text of a script, any two of them compared, and the search through all there are. */
export class OpenHistory {
  readonly text: OpenText;
  readonly #deps: Deps;
  readonly #open: OpenScript;
  readonly #work = new TextWork();
  #all = $state.raw<readonly Version[] | null>(null);
  #chosen = $state.raw<Version | null>(null);
  #against = $state.raw<string>('now');
  #comparison = $state.raw<Comparison | null>(null);
  #fault = $state.raw<string | null>(null);
  #hits = $state.raw<readonly VersionHit[] | null>(null);
  #titles = $state.raw<ReadonlyMap<number, string>>(new Map());
  #searching: AbortController | null = null;
  #round = 0;

  constructor(deps: Deps, open: OpenScript, text: OpenText) {
    this.#deps = deps;
    this.#open = open;
    this.text = text;
  }

  /** Newest first; null while they are being read. */
  get all(): readonly Version[] | null {
    return this.#all;
  }

  get chosen(): Version | null {
    return this.#chosen;
  }

  /** What the chosen one is compared with: `now`, `before` (the one before it) or the id of a version. */
  get against(): string {
    return this.#against;
  }

  /** Null until the first is made; the last one stays while the next is being made. */
  get comparison(): Comparison | null {
    return this.#comparison;
  }

  get fault(): string | null {
    return this.#fault;
  }

  /** What a search found so far, newest first; null while nothing is searched for. */
  get hits(): readonly VersionHit[] | null {
    return this.#hits;
  }

  /** The chosen version belongs to this script, so its text can be put in place. */
  get here(): boolean {
    return this.#chosen?.scriptId === this.#open.id;
  }

  titleOf(scriptId: number): string {
    return this.#titles.get(scriptId) ?? `Script ${scriptId}`;
  }

  /** `version`: the id of the one to begin with, if it is there. */
  async load(version: string | null = null): Promise<void> {
    const { account, scriptId, kind, text } = this.text.draft;
    const all = await this.#deps.versions.list(account, scriptId, kind);
    this.#all = all;
    const chosen =
      all.find(({ id }) => id === version) ?? this.#chosen ?? all.find((version) => version.text !== text) ?? all[0];
    if (chosen) await this.choose(chosen);
  }

  async choose(version: Version): Promise<void> {
    this.#chosen = version;
    await this.#compare();
  }

  async compareWith(against: string): Promise<void> {
    this.#against = against;
    await this.#compare();
  }

  /** Keeps the text as it is now under a name. */
  async name(name: string): Promise<void> {
    const kept = await this.text.keep('named', { name });
    if (kept) this.#chosen = kept;
    await this.load();
  }

  /** Puts the chosen version in place; answers the text that was there, which is kept. Null when there is no such act. */
  async goBack(): Promise<{ text: OpenText; before: string } | null> {
    const version = this.#chosen;
    const text = version && this.here ? this.#open.textOf(version.kind) : null;
    if (!version || !text) return null;
    const before = text.draft.text;
    await text.goBack(version.text);
    return { text, before };
  }

  /** Looks through the versions of this script, or of all of the account. Empty words end it. */
  async search(words: string, everywhere: boolean): Promise<void> {
    this.#searching?.abort();
    if (words.trim() === '') {
      this.#hits = null;
      return;
    }
    const searching = new AbortController();
    this.#searching = searching;
    const { account } = this.text.draft;
    const of = everywhere ? { account } : { account, scriptId: this.#open.id };
    if (everywhere) await this.#readTitles(account);
    let found: VersionHit[] = [];
    for await (const hits of this.#deps.versions.search(of, words, searching.signal)) {
      found = [...found, ...hits].sort((a, b) => b.version.at.localeCompare(a.version.at)).slice(0, MOST_HITS);
      if (searching.signal.aborted) return;
      this.#hits = found;
    }
    if (!searching.signal.aborted) this.#hits = found;
  }

  close(): void {
    this.#searching?.abort();
    this.#work.end();
  }

  async #readTitles(account: string): Promise<void> {
    const scripts = await this.#deps.cache.entities(account, 'script');
    this.#titles = new Map(scripts.map(({ id, value }) => [id, String(value['title'])]));
  }

  async #compare(): Promise<void> {
    const chosen = this.#chosen;
    if (!chosen) return;
    const round = ++this.#round;
    try {
      const other = await this.#other(chosen);
      const [from, to] = inOrder(chosen, other.side);
      const [before, after] = from === chosen ? [chosen.text, other.text] : [other.text, chosen.text];
      const parts = await this.#work.do('diff', { before: alike(before), after: alike(after) });
      if (round !== this.#round) return;
      this.#comparison = { from, to, parts, figures: measureDiff(parts) };
      this.#fault = null;
    } catch {
      if (round === this.#round) this.#fault = 'These two could not be compared. Both are kept as they are.';
    }
  }

  async #other(chosen: Version): Promise<{ side: Side; text: string }> {
    const all = this.#all ?? [];
    const at = all.findIndex(({ id }) => id === chosen.id);
    const version =
      this.#against === 'before'
        ? at >= 0
          ? all[at + 1]
          : undefined
        : all.find(({ id }) => id === this.#against && chosen.scriptId === this.#open.id);
    if (version) return { side: version, text: version.text };
    if (this.#against === 'before' && at >= 0) return { side: chosen, text: '' };
    const text = this.here
      ? this.#open.textOf(chosen.kind)?.draft.text
      : (await this.#deps.store.get(draftKey(chosen.account, chosen.scriptId, chosen.kind)))?.value['text'];
    return { side: 'now', text: typeof text === 'string' ? text : '' };
  }
}

/** The older one first. */
function inOrder(a: Version, b: Side): [Side, Side] {
  return b === 'now' || b.at > a.at ? [a, b] : [b, a];
}

const alike = (text: string): string => text.replace(/\r\n?/g, '\n');
