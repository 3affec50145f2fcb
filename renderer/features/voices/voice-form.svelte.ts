import type { z } from 'zod';

import type { VoiceListEntry, VoiceRecord, VoiceValidate, VoiceValidated } from '#contract/schema/voice.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import { KeptForm, type Sent } from '#renderer/studio/kept-form.svelte.ts';
import type { Studio } from '#renderer/studio/studio.svelte.ts';
import { editable, type Profile } from './profile.ts';

type Body = z.output<typeof VoiceValidate>;

interface Fields extends Record<string, unknown> {
  readonly intent: 'create' | 'update';
  readonly voice_id: string | undefined;
  readonly name: string;
  readonly profile: Profile;
}

/** What the service found, and the key under which it is committed once. */
interface Checked {
  readonly answer: VoiceValidated;
  readonly key: string;
}

/**
 * A voice being written: kept like a draft, checked by the service, committed once. What is typed after a check takes
 * the check back.
 */
export class VoiceForm {
  readonly #studio: Studio;
  readonly #account: string;
  readonly #channelId: number;
  readonly #form: KeptForm<Fields, Body, VoiceRecord>;
  #checked = $state.raw<Checked | null>(null);
  #checking = $state.raw(false);
  #failure = $state.raw<ApiFailure | null>(null);
  #faults = $state.raw<Readonly<Record<string, readonly string[]>>>({});
  #ready = $state.raw(false);

  /** @param voice null makes a new one. */
  constructor(studio: Studio, account: string, channelId: number, voice: VoiceListEntry | null) {
    this.#studio = studio;
    this.#account = account;
    this.#channelId = channelId;
    const uuid = voice?.voice_id;
    this.#form = new KeptForm<Fields, Body, VoiceRecord>({
      forms: studio.forms,
      account,
      name: `voice-${channelId}-${uuid ?? 'new'}`,
      empty: {
        intent: uuid === undefined ? 'create' : 'update',
        voice_id: uuid,
        name: voice?.name ?? '',
        profile: editable(voice?.profile),
      },
      schema: async () => (await import('#contract/schema/voice.ts')).VoiceValidate,
      send: () => this.#commit(),
    });
  }

  get name(): string {
    return this.#form.fields.name;
  }

  get profile(): Profile {
    return this.#form.fields.profile;
  }

  get isNew(): boolean {
    return this.#form.fields.intent === 'create';
  }

  /** Something the service does not have yet. */
  get unsent(): boolean {
    return this.#form.unsent;
  }

  /** What was kept is there. */
  get ready(): boolean {
    return this.#ready;
  }

  /** What the service found in exactly this profile; null before, and after any change. */
  get checked(): VoiceValidated | null {
    return this.#checked?.answer ?? null;
  }

  get busy(): boolean {
    return this.#checking || this.#form.sending;
  }

  get failure(): ApiFailure | null {
    return this.#failure ?? this.#form.failure;
  }

  /** Sentences by field: `name`, or a path below writing_style_analysis. */
  get faults(): Readonly<Record<string, readonly string[]>> {
    return this.#faults;
  }

  async open(): Promise<void> {
    await this.#form.open();
    this.#ready = true;
  }

  close(): Promise<void> {
    return this.#form.close();
  }

  change(change: { readonly name?: string; readonly profile?: Profile }): void {
    this.#form.change(change);
    this.#checked = null;
    this.#faults = {};
    this.#failure = null;
  }

  /** Takes back everything that was not committed. */
  async discard(): Promise<void> {
    this.#checked = null;
    this.#faults = {};
    this.#failure = null;
    await this.#form.discard();
  }

  /** Asks the service what it would make of it; nothing is changed there. */
  async check(): Promise<void> {
    if (this.busy) return;
    this.#checking = true;
    this.#failure = null;
    this.#faults = {};
    try {
      const { fields } = this.#form;
      const { intent, voice_id, name, profile } = fields;
      const body = { intent, name, profile, ...(voice_id === undefined ? {} : { voice_id }) } as unknown as Body;
      const params = { id: this.#channelId };
      const result = await this.#studio.api.call(this.#account, 'voices.validate', { params, body });
      if (result.ok) {
        // Typed meanwhile: this answer is about another profile.
        if (this.#form.fields === fields) this.#checked = { answer: result.body.data, key: crypto.randomUUID() };
        return;
      }
      this.#refused(result.failure);
    } finally {
      this.#checking = false;
    }
  }

  /** Commits what was checked; null when it did not arrive, and everything stays as it is. */
  save(): Promise<VoiceRecord | null> {
    return this.#form.send();
  }

  async #commit(): Promise<Sent<VoiceRecord>> {
    const checked = this.#checked;
    if (!checked) throw new Error('Nothing was checked.');
    const { receipt, normalized, expected_revision } = checked.answer;
    const result = await this.#studio.api.call(this.#account, 'voices.commit', {
      params: { id: this.#channelId },
      body: { receipt, profile: normalized },
      // An unclear outcome is asked for again under the same key, and answered as it was.
      idempotencyKey: checked.key,
      ...(expected_revision === null ? {} : { ifMatch: `"${expected_revision}"` }),
    });
    if (result.ok) return { ok: true, made: result.body.data };
    // A refused receipt is of no use any more; one that may not have arrived stays, with its key.
    if (result.failure.kind === 'refused') this.#checked = null;
    return result;
  }

  #refused(failure: ApiFailure): void {
    const fields = failure.kind === 'refused' ? failure.error.fields : {};
    const known = Object.entries(fields).map(([path, said]) => [
      path.replace(/^profile\.(?:writing_style_analysis\.?)?/, '') || 'profile',
      said,
    ]);
    this.#faults = Object.fromEntries(known) as Record<string, readonly string[]>;
    if (known.length === 0) this.#failure = failure;
  }
}
