import { join } from 'node:path';

import type { CallParsed } from '#contract/bridge.ts';
import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import { Settings } from '#contract/settings.ts';
import { DurableJson } from './durable-json.ts';
import type { Emit } from './events.ts';

/** Another version of the app may store values for these keys that this version can't read. */
const VERSION_DEPENDENT_KEYS = [
  'language',
  'capture_keys',
  'spelling',
  'writing',
  'setup',
  'saved_searches',
  'saved_views',
  'one_channel',
] as const;

/** Drops unknown keys of a newer version; a missing key or a value this version can't read gets its default. */
function parse(value: unknown): Settings {
  const mergedSettings = { ...DEFAULT_SETTINGS, ...(value as object) };
  const invalidKeys = VERSION_DEPENDENT_KEYS.filter(
    (key) => !Settings.shape[key].safeParse(mergedSettings[key]).success,
  );
  return Settings.parse({
    ...mergedSettings,
    ...Object.fromEntries(invalidKeys.map((key) => [key, DEFAULT_SETTINGS[key]])),
  });
}

/** Stores a person's preferences in settings.json. */
export class SettingsStore {
  readonly #file: DurableJson<Settings>;
  readonly #emit: Emit;

  private constructor(file: DurableJson<Settings>, emit: Emit) {
    this.#file = file;
    this.#emit = emit;
  }

  static async open(dataFolder: string, emit: Emit, report: (sentence: string) => void): Promise<SettingsStore> {
    const file = await DurableJson.open(join(dataFolder, 'settings.json'), parse, DEFAULT_SETTINGS, (movedTo) =>
      report(`Your settings couldn’t be read and were reset to the defaults. The damaged file was kept as ${movedTo}.`),
    );
    return new SettingsStore(file, emit);
  }

  get value(): Settings {
    return this.#file.value;
  }

  async set(changes: CallParsed<'settings.set'>): Promise<Settings> {
    const definedChanges = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    await this.#file.set({ ...this.#file.value, ...definedChanges });
    this.#emit('settings.changed', this.#file.value);
    return this.#file.value;
  }
}
