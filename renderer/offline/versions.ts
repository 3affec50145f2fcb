import type { GeneratedText } from '#contract/bridge.ts';

import { versionPrefix, type TextKind } from './keys.ts';
import type { WrittenStore } from './store.ts';
import { VERSION_LABELS } from './version-labels.ts';

/** `service`: the service's text of another hand, a teammate's or another program's. */
const SOURCES = ['generated', 'service', 'person', 'recovered'] as const;
export type VersionSource = (typeof SOURCES)[number];

/** Why a text was kept just then. */
const OCCASIONS = [
  'outline',
  'script',
  'humanize',
  'agent',
  'sync',
  'compare',
  'merge',
  'restore',
  'close',
  'named',
] as const;
export type Occasion = (typeof OCCASIONS)[number];

/** A text as it once was. Versions are never changed and never removed. */
export interface Version {
  readonly id: string;
  readonly account: string;
  readonly scriptId: number;
  readonly kind: TextKind;
  readonly source: VersionSource;
  /** Null of what was not kept for a reason of its own. */
  readonly occasion: Occasion | null;
  readonly text: string;
  /** Of a named one its name, else one of `VERSION_LABELS`. */
  readonly label: string;
  /** The run that made it, of a generated one. */
  readonly runId: string | null;
  /** Of a generated one, where the run told. */
  readonly isLanguageModel: boolean | null;
  readonly engine: string | null;
  /** The version on the service, of a generated one that was read from there. */
  readonly serviceVersion: number | null;
  /** ISO time. */
  readonly at: string;
}

export interface NewVersion {
  readonly account: string;
  readonly scriptId: number;
  readonly kind: TextKind;
  readonly source: VersionSource;
  readonly text: string;
  readonly label: string;
  readonly occasion?: Occasion | null;
  readonly runId?: string | null;
  readonly engine?: string | null;
  readonly isLanguageModel?: boolean | null;
  readonly serviceVersion?: number | null;
  readonly at?: string;
  /** Given, the same version is kept once, however often it is added. Letters, digits, - and _. */
  readonly id?: string;
}

/** What a snapshot is made of; a `Draft` is one. */
export interface SnapshotOf {
  readonly account: string;
  readonly scriptId: number;
  readonly kind: TextKind;
  readonly text: string;
}

/** Where a search found its words. */
export interface VersionHit {
  readonly version: Version;
  /** The line around the first place, cut to a few words. */
  readonly excerpt: { readonly before: string; readonly match: string; readonly after: string };
  readonly places: number;
}

/** The versions of all texts. */
export class Versions {
  readonly #store: WrittenStore;
  #keeping: Promise<unknown> = Promise.resolve();

  constructor(store: WrittenStore) {
    this.#store = store;
  }

  /** Newest first. */
  async list(account: string, scriptId: number, kind?: TextKind): Promise<readonly Version[]> {
    const entries = await this.#store.list(versionPrefix(account, scriptId));
    return entries
      .map((entry) => readVersion(account, scriptId, entry.key, entry.value))
      .filter((version) => version !== null)
      .filter((version) => kind === undefined || version.kind === kind)
      .sort((a, b) => b.at.localeCompare(a.at));
  }

  /** Kept in at least one place when it answers; throws when neither disk nor window took it. */
  async add(version: NewVersion): Promise<Version> {
    const at = version.at ?? new Date().toISOString();
    const id = version.id ?? `${version.kind}-${Date.parse(at).toString(36)}-${crypto.randomUUID().slice(0, 8)}`;
    const { account, scriptId, kind, source, text, label } = version;
    const made: Version = {
      id,
      account,
      scriptId,
      kind,
      source,
      occasion: version.occasion ?? null,
      text,
      label,
      runId: version.runId ?? null,
      engine: version.engine ?? null,
      isLanguageModel: version.isLanguageModel ?? null,
      serviceVersion: version.serviceVersion ?? null,
      at,
    };
    const value = {
      kind,
      source,
      occasion: made.occasion,
      text,
      label,
      run_id: made.runId,
      engine: made.engine,
      is_language_model: made.isLanguageModel,
      service_version: made.serviceVersion,
      at,
    };
    const entry = { key: `${versionPrefix(account, scriptId)}${id}`, rev: 1, updated_at: at, value };
    const { disk, window } = await this.#store.put(entry, version.id === undefined);
    const notKept = 'The text could not be kept as a version, so nothing was replaced.';
    if (!disk.ok && !window.ok) throw new Error(notKept);
    return made;
  }

  /**
   * Keeps a person's text as it is now. Null when there is nothing to keep: it is empty, or the last one kept says the
   * same (a name is always kept). Throws when neither disk nor window took it.
   */
  snapshot(of: SnapshotOf, occasion: Occasion, more: { name?: string; at?: string } = {}): Promise<Version | null> {
    const { account, scriptId, kind, text } = of;
    // One after the other, so that two reasons at once do not keep the same text twice.
    const kept = this.#keeping.then(async () => {
      if (text === '') return null;
      if (occasion !== 'named') {
        const all = await this.list(account, scriptId, kind);
        const last = all.find(({ source, occasion: why }) => source === 'person' || why === 'sync');
        if (last?.text === text) return null;
      }
      return this.add({
        account,
        scriptId,
        kind,
        source: occasion === 'sync' ? 'service' : 'person',
        occasion,
        text,
        label: more.name ?? VERSION_LABELS[occasion],
        ...(more.at === undefined ? {} : { at: more.at }),
      });
    });
    this.#keeping = kept.catch(() => undefined);
    return kept;
  }

  /**
   * Looks through every version of an account, or of one script, a few at a time. Upper and lower case are the same.
   * What was found comes in the order it lies there; ends when `signal` says so.
   */
  async *search(
    of: { account: string; scriptId?: number },
    words: string,
    signal: AbortSignal,
  ): AsyncGenerator<readonly VersionHit[]> {
    const wanted = words.trim().toLowerCase();
    if (wanted === '') return;
    const prefix = of.scriptId === undefined ? `version/${of.account}/` : versionPrefix(of.account, of.scriptId);
    for await (const entries of this.#store.pages(prefix)) {
      if (signal.aborted) return;
      const hits: VersionHit[] = [];
      for (const { key, value } of entries) {
        const version = readVersion(of.account, Number(key.split('/')[2]), key, value);
        const hit = version && findIn(version, wanted);
        if (hit) hits.push(hit);
      }
      yield hits;
    }
  }

  /** Takes in what a run made, from under the run's `result_key`. Null when it is not there (yet). */
  async fromRun(resultKey: string): Promise<Version | null> {
    const entry = (await this.#store.journal.read([resultKey]))?.[0];
    const text = entry && readGenerated(entry.value);
    if (!text) return null;
    const name = {
      outline: VERSION_LABELS.generatedOutline,
      script: VERSION_LABELS.generatedDraft,
      humanize: VERSION_LABELS.humanized,
      agent: text.content_type === 'outline' ? VERSION_LABELS.agentOutline : VERSION_LABELS.agentDraft,
    }[text.kind];
    return this.add({
      account: text.account,
      scriptId: text.script_id,
      kind: text.content_type,
      source: 'generated',
      text: text.text,
      label: name,
      runId: text.run_id,
      engine: text.engine,
      isLanguageModel: text.is_language_model,
      serviceVersion: text.version,
      at: text.at,
      id: `run-${text.run_id}`,
    });
  }
}

/** So many characters of the line are shown before and after the words. */
const EXCERPT = { before: 40, after: 80 };

function findIn(version: Version, wanted: string): VersionHit | null {
  const { text } = version;
  const lower = text.toLowerCase();
  const at = lower.indexOf(wanted);
  if (at < 0) return null;
  let places = 0;
  for (let from = at; from >= 0; from = lower.indexOf(wanted, from + wanted.length)) places++;
  // A few letters change their length with their case; then the excerpt may be off by that much, and nothing else.
  const end = Math.min(text.length, at + wanted.length);
  const lineEnd = text.indexOf('\n', end);
  const from = Math.max(text.lastIndexOf('\n', at - 1) + 1, at - EXCERPT.before);
  const to = Math.min(lineEnd < 0 ? text.length : lineEnd, end + EXCERPT.after);
  const excerpt = { before: text.slice(from, at), match: text.slice(at, end), after: text.slice(end, to) };
  return { version, excerpt, places };
}

function readVersion(
  account: string,
  scriptId: number,
  key: string,
  value: Readonly<Record<string, unknown>>,
): Version | null {
  const { kind, source, occasion, text, label, run_id, engine, is_language_model, service_version, at } = value;
  if (typeof text !== 'string' || (kind !== 'outline' && kind !== 'script')) return null;
  return {
    id: key.slice(key.lastIndexOf('/') + 1),
    account,
    scriptId,
    kind,
    source: SOURCES.find((known) => known === source) ?? 'person',
    occasion: OCCASIONS.find((known) => known === occasion) ?? null,
    text,
    label: typeof label === 'string' ? label : '',
    runId: typeof run_id === 'string' ? run_id : null,
    engine: typeof engine === 'string' ? engine : null,
    isLanguageModel: typeof is_language_model === 'boolean' ? is_language_model : null,
    serviceVersion: typeof service_version === 'number' ? service_version : null,
    at: typeof at === 'string' ? at : '',
  };
}

/** The host parsed it when it wrote it; what an older one left may still look different. */
function readGenerated(value: Readonly<Record<string, unknown>>): GeneratedText | null {
  const text = value as Partial<GeneratedText>;
  const whole =
    typeof text.text === 'string' &&
    typeof text.account === 'string' &&
    typeof text.script_id === 'number' &&
    typeof text.run_id === 'string' &&
    (text.content_type === 'outline' || text.content_type === 'script') &&
    (text.kind === 'outline' || text.kind === 'script' || text.kind === 'humanize' || text.kind === 'agent');
  if (!whole) return null;
  const given = text as GeneratedText;
  return {
    ...given,
    version: given.version ?? null,
    engine: given.engine ?? null,
    is_language_model: given.is_language_model ?? null,
    at: given.at ?? new Date().toISOString(),
  };
}
