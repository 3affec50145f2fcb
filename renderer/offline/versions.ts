import type { GeneratedText } from '#contract/bridge.ts';

import { versionPrefix, type TextKind } from './keys.ts';
import type { WrittenStore } from './store.ts';

export type VersionSource = 'generated' | 'person' | 'recovered';

/** A text as it once was. Versions are never changed and never removed. */
export interface Version {
  readonly id: string;
  readonly account: string;
  readonly scriptId: number;
  readonly kind: TextKind;
  readonly source: VersionSource;
  readonly text: string;
  /** What it is, in a few words. */
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
  readonly runId?: string | null;
  readonly engine?: string | null;
  readonly isLanguageModel?: boolean | null;
  readonly serviceVersion?: number | null;
  readonly at?: string;
  /** Given, the same version is kept once, however often it is added. Letters, digits, - and _. */
  readonly id?: string;
}

/** The versions of all texts. */
export class Versions {
  readonly #store: WrittenStore;

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
      text,
      label,
      runId: version.runId ?? null,
      engine: version.engine ?? null,
      isLanguageModel: version.isLanguageModel ?? null,
      serviceVersion: version.serviceVersion ?? null,
      at,
    };
    const { disk, window } = await this.#store.put({
      key: `${versionPrefix(account, scriptId)}${id}`,
      rev: 1,
      updated_at: at,
      value: {
        kind,
        source,
        text,
        label,
        run_id: made.runId,
        engine: made.engine,
        is_language_model: made.isLanguageModel,
        service_version: made.serviceVersion,
        at,
      },
    });
    if (!disk.ok && !window.ok) throw new Error('The text could not be kept as a version, so nothing was replaced.');
    return made;
  }

  /** Takes in what a run made, from under the run's `result_key`. Null when it is not there (yet). */
  async fromRun(resultKey: string): Promise<Version | null> {
    const entry = (await this.#store.journal.read([resultKey]))?.[0];
    const text = entry && readGenerated(entry.value);
    if (!text) return null;
    const name = { outline: 'Generated outline', script: 'Generated draft', humanize: 'Humanized draft' }[text.kind];
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

function readVersion(
  account: string,
  scriptId: number,
  key: string,
  value: Readonly<Record<string, unknown>>,
): Version | null {
  const { kind, source, text, label, run_id, engine, is_language_model, service_version, at } = value;
  if (typeof text !== 'string' || (kind !== 'outline' && kind !== 'script')) return null;
  return {
    id: key.slice(key.lastIndexOf('/') + 1),
    account,
    scriptId,
    kind,
    source: source === 'generated' || source === 'recovered' ? source : 'person',
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
    (text.kind === 'outline' || text.kind === 'script' || text.kind === 'humanize');
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
