import type { z } from 'zod';

import type { VoiceListEntry, VoiceRecord, VoiceValidate, VoiceValidated } from '#contract/schema/voice.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import { SavedForm, type SendResult } from '#renderer/shared/saved-form.svelte.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { saveMeasured, type MeasuredFrom, readMeasured } from './measured-from.ts';
import { completeProfile, type Profile } from './profile.ts';

type Body = z.output<typeof VoiceValidate>;

interface Fields extends Record<string, unknown> {
  readonly intent: 'create' | 'update';
  readonly voice_id: string | undefined;
  readonly name: string;
  readonly profile: Profile;
  /** The sources the profile was measured from; null if the person wrote the profile. */
  readonly measured: MeasuredFrom | null;
}

/** The service's check result and the idempotency key for its commit. */
interface CheckResult {
  readonly answer: VoiceValidated;
  readonly key: string;
}

async function loadVoiceSchema() {
  const [{ VoiceValidate: schema }, { z }] = await Promise.all([import('#contract/schema/voice.ts'), import('zod')]);
  return z.preprocess((formFields) => {
    const { intent, voice_id, name, profile } = formFields as Fields;
    return { intent, voice_id, name, profile };
  }, schema);
}

/**
 * Edits a voice: stores it like a draft, lets the service check it and commits it once. Typing after a check discards
 * the result.
 */
export class VoiceForm {
  readonly #app: AppState;
  readonly #account: string;
  readonly #channelId: number;
  readonly #voiceId: string | undefined;
  readonly #form: SavedForm<Fields, Body, VoiceRecord>;
  #savedMeasured = $state.raw<MeasuredFrom | null>(null);
  #checkResult = $state.raw<CheckResult | null>(null);
  #isChecking = $state.raw(false);
  #failure = $state.raw<ApiFailure | null>(null);
  #errors = $state.raw<Readonly<Record<string, readonly string[]>>>({});
  #isReady = $state.raw(false);

  /** @param voice null creates a new one. */
  constructor(app: AppState, account: string, channelId: number, voice: VoiceListEntry | null) {
    this.#app = app;
    this.#account = account;
    this.#channelId = channelId;
    const uuid = voice?.voice_id;
    this.#voiceId = uuid;
    this.#form = new SavedForm<Fields, Body, VoiceRecord>({
      forms: app.forms,
      account,
      name: `voice-${channelId}-${uuid ?? 'new'}`,
      empty: {
        intent: uuid === undefined ? 'create' : 'update',
        voice_id: uuid,
        name: voice?.name ?? '',
        profile: completeProfile(voice?.profile),
        measured: null,
      },
      schema: loadVoiceSchema,
      send: () => this.#commit(),
    });
  }

  get name(): string {
    return this.#form.fields.name;
  }

  get profile(): Profile {
    return this.#form.fields.profile;
  }

  /** Returns the sources the profile was measured from; null if they are not known. */
  get measured(): MeasuredFrom | null {
    return this.#form.fields.measured ?? this.#savedMeasured;
  }

  get isNew(): boolean {
    return this.#form.fields.intent === 'create';
  }

  /** Returns whether there are changes the service does not have yet. */
  get hasUnsent(): boolean {
    return this.#form.hasUnsent;
  }

  /** Returns whether the stored draft has been loaded. */
  get ready(): boolean {
    return this.#isReady;
  }

  /** The service's result for exactly this profile; null before a check and after any change. */
  get checked(): VoiceValidated | null {
    return this.#checkResult?.answer ?? null;
  }

  get busy(): boolean {
    return this.#isChecking || this.#form.isSending;
  }

  get failure(): ApiFailure | null {
    return this.#failure ?? this.#form.failure;
  }

  /** Maps fields to their errors: `name`, or a path below writing_style_analysis. */
  get errors(): Readonly<Record<string, readonly string[]>> {
    return this.#errors;
  }

  async open(): Promise<void> {
    await this.#form.open();
    if (this.#voiceId !== undefined)
      this.#savedMeasured = await readMeasured(this.#app.forms, this.#account, this.#voiceId);
    this.#isReady = true;
  }

  close(): Promise<void> {
    return this.#form.close();
  }

  change(change: {
    readonly name?: string;
    readonly profile?: Profile;
    readonly measured?: MeasuredFrom | null;
  }): void {
    this.#form.change(change);
    this.#checkResult = null;
    this.#errors = {};
    this.#failure = null;
  }

  /** Discards everything that was not committed. */
  async discard(): Promise<void> {
    this.#checkResult = null;
    this.#errors = {};
    this.#failure = null;
    await this.#form.discard();
  }

  /** Lets the service check the profile without changing anything there. */
  async check(): Promise<void> {
    if (this.busy) return;
    this.#isChecking = true;
    this.#failure = null;
    this.#errors = {};
    try {
      const { fields } = this.#form;
      const { intent, voice_id, name, profile } = fields;
      const body = { intent, name, profile, ...(voice_id === undefined ? {} : { voice_id }) } as unknown as Body;
      const params = { id: this.#channelId };
      const result = await this.#app.api.call(this.#account, 'voices.validate', { params, body });
      if (result.ok) {
        // If the person typed meanwhile, this answer is about an older profile.
        if (this.#form.fields === fields) this.#checkResult = { answer: result.body.data, key: crypto.randomUUID() };
        return;
      }
      this.#showErrors(result.failure);
    } finally {
      this.#isChecking = false;
    }
  }

  /** Commits the checked profile; returns null and changes nothing if that failed. */
  save(): Promise<VoiceRecord | null> {
    return this.#form.send();
  }

  async #commit(): Promise<SendResult<VoiceRecord>> {
    const checkResult = this.#checkResult;
    if (!checkResult) throw new Error('Nothing was checked.');
    const { receipt, normalized, expected_revision } = checkResult.answer;
    const result = await this.#app.api.call(this.#account, 'voices.commit', {
      params: { id: this.#channelId },
      body: { receipt, profile: normalized },
      // A retry after an unclear outcome reuses the key, so the service returns its first answer.
      idempotencyKey: checkResult.key,
      ...(expected_revision === null ? {} : { ifMatch: `"${expected_revision}"` }),
    });
    if (result.ok) {
      const voice = result.body.data;
      const { measured } = this.#form.fields;
      if (measured) await saveMeasured(this.#app.forms, this.#account, voice.id, measured);
      return { ok: true, created: voice };
    }
    // A refused receipt is useless; one that may have arrived is kept with its key.
    if (result.failure.kind === 'refused') this.#checkResult = null;
    return result;
  }

  #showErrors(failure: ApiFailure): void {
    const fields = failure.kind === 'refused' ? failure.error.fields : {};
    const errors = Object.entries(fields).map(([path, messages]) => [
      path.replace(/^profile\.(?:writing_style_analysis\.?)?/, '') || 'profile',
      messages,
    ]);
    this.#errors = Object.fromEntries(errors) as Record<string, readonly string[]>;
    if (errors.length === 0) this.#failure = failure;
  }
}
