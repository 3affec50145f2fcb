import pLimit from 'p-limit';

import type { JournalEntry } from '#contract/journal.ts';
import type { GeneratedText } from '#contract/watched-run.ts';
import { foldText } from '#markdown/fold-text.ts';
import { FoldedText } from '#markdown/folded-text.ts';
import { findGraphemeStart } from '#markdown/graphemes.ts';

import { getVersionPrefix, type TextKind } from '../storage/keys.ts';
import type { MirroredStore } from '../storage/mirrored-store.ts';
import { WritingVersions } from './writing-versions.ts';
import { WRITING_OCCASIONS, type WritingOccasion } from './writing-recorder.ts';
import { OCCASIONS, readReason, type Occasion, type VersionReason } from '../storage/version-reasons.ts';

/** `service` is a text of the service by someone else: a teammate or another program. */
const SOURCES = ['generated', 'service', 'person', 'recovered'] as const;
export type VersionSource = (typeof SOURCES)[number];

/**
 * A past text. Versions are never changed; only those kept while writing (`writing-versions.ts`) are thinned out
 * with age.
 */
export interface Version {
  readonly id: string;
  readonly account: string;
  readonly scriptId: number;
  readonly kind: TextKind;
  readonly source: VersionSource;
  /** Null if no particular reason applies. */
  readonly occasion: Occasion | null;
  readonly text: string;
  /** Null for versions of unknown origin, which have a name. */
  readonly reason: VersionReason | null;
  /** Set if a person named the version. */
  readonly name: string | null;
  readonly runId: string | null;
  /** Set for generated texts if the run reported it. */
  readonly isLanguageModel: boolean | null;
  readonly engine: string | null;
  /** The version number on the service, for generated texts read from there. */
  readonly serviceVersion: number | null;
  /** An ISO time. */
  readonly at: string;
}

export interface NewVersion {
  readonly account: string;
  readonly scriptId: number;
  readonly kind: TextKind;
  readonly source: VersionSource;
  readonly text: string;
  readonly reason: VersionReason;
  readonly name?: string | null;
  readonly occasion?: Occasion | null;
  readonly runId?: string | null;
  readonly engine?: string | null;
  readonly isLanguageModel?: boolean | null;
  readonly serviceVersion?: number | null;
  readonly at?: string;
  /** Stores the version once, however often it is added. May contain letters, digits, - and _. */
  readonly id?: string;
}

/** The fields a snapshot needs; a `Draft` has them. */
export interface SnapshotTarget {
  readonly account: string;
  readonly scriptId: number;
  readonly kind: TextKind;
  readonly text: string;
}

export interface VersionHit {
  readonly version: Version;
  /** The line around the first match, shortened to a few words. */
  readonly excerpt: { readonly before: string; readonly match: string; readonly after: string };
  readonly matchCount: number;
}

export class Versions {
  readonly #store: MirroredStore;
  readonly #writingVersions: WritingVersions;
  readonly #queue = pLimit(1);

  constructor(store: MirroredStore) {
    this.#store = store;
    this.#writingVersions = new WritingVersions(store);
  }

  /** Lists versions, newest first. */
  async list(account: string, scriptId: number, kind?: TextKind): Promise<readonly Version[]> {
    const entries = await this.#store.list(getVersionPrefix(account, scriptId));
    const versions = await Promise.all(entries.map((entry) => this.#readVersions(account, scriptId, entry)));
    return versions
      .flat()
      .filter((version) => kind === undefined || version.kind === kind)
      .sort((a, b) => b.at.localeCompare(a.at));
  }

  /**
   * Adds a version; at least one place has it when this resolves.
   * @throws if neither disk nor window accepted it.
   */
  async add(version: NewVersion): Promise<Version> {
    const at = version.at ?? new Date().toISOString();
    const id = version.id ?? `${version.kind}-${Date.parse(at).toString(36)}-${crypto.randomUUID().slice(0, 8)}`;
    const { account, scriptId, kind, source, text, reason, name = null } = version;
    const newVersion: Version = {
      id,
      account,
      scriptId,
      kind,
      source,
      occasion: version.occasion ?? null,
      text,
      reason,
      name,
      runId: version.runId ?? null,
      engine: version.engine ?? null,
      isLanguageModel: version.isLanguageModel ?? null,
      serviceVersion: version.serviceVersion ?? null,
      at,
    };
    const value = {
      kind,
      source,
      occasion: newVersion.occasion,
      text,
      reason,
      name,
      run_id: newVersion.runId,
      engine: newVersion.engine,
      is_language_model: newVersion.isLanguageModel,
      service_version: newVersion.serviceVersion,
      at,
    };
    const entry = { key: `${getVersionPrefix(account, scriptId)}${id}`, rev: 1, updated_at: at, value };
    const { disk, window } = await this.#store.put(entry, version.id === undefined);
    const message = 'The text couldn’t be saved as a version, so nothing was replaced.';
    if (!disk.ok && !window.ok) throw new Error(message);
    return newVersion;
  }

  /**
   * Saves the person's current text as a version. Returns null if there is nothing to save: the text is empty, or
   * equals the last version (a named one is always saved).
   * @throws if neither disk nor window accepted it.
   */
  snapshot(
    target: SnapshotTarget,
    occasion: Occasion,
    options: { name?: string; at?: string } = {},
  ): Promise<Version | null> {
    const { account, scriptId, kind, text } = target;
    // Runs in order, so that two triggers at once do not save the same text twice.
    return this.#queue(async () => {
      if (text === '') return null;
      if (occasion !== 'named') {
        const storedVersions = await this.list(account, scriptId, kind);
        // Versions kept while writing are thinned out later, so they cannot replace another version.
        const permanent = storedVersions.filter(
          (version) => !WRITING_OCCASIONS.some((one) => one === version.occasion),
        );
        const last = permanent.find((version) => version.source === 'person' || version.occasion === 'sync');
        if (last?.text === text) return null;
      }
      return this.add({
        account,
        scriptId,
        kind,
        source: occasion === 'sync' ? 'service' : 'person',
        occasion,
        text,
        reason: occasion,
        name: options.name ?? null,
        ...(options.at === undefined ? {} : { at: options.at }),
      });
    });
  }

  /**
   * Stores a text of the person as a delta while they continue writing. With the same time and text, it is
   * kept once, however often it is added.
   * @throws if neither disk nor window accepted it.
   */
  keepWriting({ account, scriptId, kind, text }: SnapshotTarget, occasion: WritingOccasion, at: string): Promise<void> {
    return this.#writingVersions.add({ account, scriptId, kind }, { at: new Date(at), occasion, text });
  }

  /** Returns the versions an entry holds: one, or all of a pack. */
  async #readVersions(account: string, scriptId: number, entry: JournalEntry): Promise<readonly Version[]> {
    const version = readVersion(account, scriptId, entry.key, entry.value);
    if (version) return [version];
    const packedVersions = await this.#writingVersions.readVersions(entry);
    return packedVersions.map(({ at, occasion, ...version }) => ({
      ...version,
      account,
      scriptId,
      source: 'person',
      occasion,
      reason: occasion,
      name: null,
      runId: null,
      isLanguageModel: null,
      engine: null,
      serviceVersion: null,
      at: at.toISOString(),
    }));
  }

  /**
   * Searches every version of an account, or of one script, a few at a time, with folded letters. Yields hits in
   * storage order; ends when `signal` aborts.
   */
  async *search(
    target: { account: string; scriptId?: number },
    query: string,
    signal: AbortSignal,
  ): AsyncGenerator<readonly VersionHit[]> {
    const term = foldText(query.trim());
    if (term === '') return;
    const prefix =
      target.scriptId === undefined ? `version/${target.account}/` : getVersionPrefix(target.account, target.scriptId);
    let searchedCount = 0;
    for await (const entries of this.#store.readPages(prefix)) {
      if (signal.aborted) return;
      const hits: VersionHit[] = [];
      for (const entry of entries) {
        for (const version of await this.#readVersions(target.account, Number(entry.key.split('/')[2]), entry)) {
          if (signal.aborted) return;
          const hit = findHit(version, term);
          if (hit) hits.push(hit);
          // A pack holds hundreds of texts, so let key presses through in between.
          if (++searchedCount % 10 === 0) await new Promise((resolve) => setTimeout(resolve));
        }
      }
      yield hits;
    }
  }

  /** Adds a run's result as a version, read from the run's `result_key`. Returns null if it is not there (yet). */
  async addFromRun(resultKey: string): Promise<Version | null> {
    const entry = (await this.#store.journal.read([resultKey]))?.[0];
    const text = entry && readGenerated(entry.value);
    if (!text) return null;
    const isOutline = text.content_type === 'outline';
    const reasons = {
      outline: 'generatedOutline',
      script: 'generatedDraft',
      humanize: 'humanized',
      agent: isOutline ? 'agentOutline' : 'agentDraft',
    } as const;
    return this.add({
      account: text.account,
      scriptId: text.script_id,
      kind: text.content_type,
      source: 'generated',
      text: text.text,
      reason: text.partial ? (isOutline ? 'partialOutline' : 'partialDraft') : reasons[text.kind],
      runId: text.run_id,
      engine: text.engine,
      isLanguageModel: text.is_language_model,
      serviceVersion: text.version,
      at: text.at,
      id: `run-${text.run_id}`,
    });
  }
}

/** The number of characters shown before and after the match. */
const EXCERPT_LENGTH = { before: 40, after: 80 };

function findHit(version: Version, term: string): VersionHit | null {
  const { text } = version;
  const matches = [...new FoldedText(text).find(term)];
  const [first] = matches;
  if (!first) return null;
  const lineEnd = text.indexOf('\n', first.to);
  const lineStart = first.from === 0 ? 0 : text.lastIndexOf('\n', first.from - 1) + 1;
  const from = Math.max(lineStart, findGraphemeStart(text, first.from - EXCERPT_LENGTH.before));
  const to = Math.min(lineEnd < 0 ? text.length : lineEnd, findGraphemeStart(text, first.to + EXCERPT_LENGTH.after));
  const excerpt = {
    before: text.slice(from, first.from),
    match: text.slice(first.from, first.to),
    after: text.slice(first.to, to),
  };
  return { version, excerpt, matchCount: matches.length };
}

function readVersion(
  account: string,
  scriptId: number,
  key: string,
  value: Readonly<Record<string, unknown>>,
): Version | null {
  const { kind, source, occasion, text, run_id, engine, is_language_model, service_version, at } = value;
  if (typeof text !== 'string' || (kind !== 'outline' && kind !== 'script')) return null;
  return {
    id: key.slice(key.lastIndexOf('/') + 1),
    account,
    scriptId,
    kind,
    source: SOURCES.find((one) => one === source) ?? 'person',
    occasion: OCCASIONS.find((one) => one === occasion) ?? null,
    text,
    ...readReason(value),
    runId: typeof run_id === 'string' ? run_id : null,
    engine: typeof engine === 'string' ? engine : null,
    isLanguageModel: typeof is_language_model === 'boolean' ? is_language_model : null,
    serviceVersion: typeof service_version === 'number' ? service_version : null,
    at: typeof at === 'string' ? at : '',
  };
}

/** Validates the value again: the host parsed it on writing, but an older version may have written another format. */
function readGenerated(value: Readonly<Record<string, unknown>>): GeneratedText | null {
  const text = value as Partial<GeneratedText>;
  const isComplete =
    typeof text.text === 'string' &&
    typeof text.account === 'string' &&
    typeof text.script_id === 'number' &&
    typeof text.run_id === 'string' &&
    (text.content_type === 'outline' || text.content_type === 'script') &&
    (text.kind === 'outline' || text.kind === 'script' || text.kind === 'humanize' || text.kind === 'agent');
  if (!isComplete) return null;
  const generatedText = text as GeneratedText;
  return {
    ...generatedText,
    partial: generatedText.partial ?? false,
    version: generatedText.version ?? null,
    engine: generatedText.engine ?? null,
    is_language_model: generatedText.is_language_model ?? null,
    at: generatedText.at ?? new Date().toISOString(),
  };
}
