import { randomUUID } from 'node:crypto';

import { and, asc, eq } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';
import { VOICE_FRAMEWORK_VERSION, VOICE_SCHEMA_VERSION, VoiceProfile } from '#contract/schema/voice.ts';
import type { VoiceValidated } from '#contract/schema/voice.ts';

import { voices } from '../../store/schema.ts';
import type { JsonObject } from '../../store/schema-team.ts';
import type { Db } from '../../store/store.ts';
import { type ChannelRow, reachChannel } from '../access.ts';
import { type Call, checkRevision, type Fail, type Handlers, type IfMatch } from '../call.ts';
import type { Services } from '../services.ts';
import { normalizeProfile, listChangedFields, computeChecksum } from './canonical.ts';
import { issueReceipt, type Receipt, redeemReceipt } from './receipts.ts';
import { writeInstructions, toLabel } from './simple-form.ts';
import { toVoiceListEntry, toVoiceRecord, type VoiceRow } from './voice-view.ts';
import { listWarnings } from './warnings.ts';

type VoiceHandlers = Pick<Handlers, 'voices.list' | 'voices.validate' | 'voices.commit' | 'voices.get'>;

/** @param voice the record's uuid or the integer that scripts use */
async function findVoice(db: Db, channel: ChannelRow, voice: string | number, lock = false): Promise<VoiceRow | null> {
  const isThisVoice = typeof voice === 'number' ? eq(voices.script_voice_id, voice) : eq(voices.id, voice);
  const query = db
    .select()
    .from(voices)
    .where(and(eq(voices.channel_id, channel.id), isThisVoice));
  const [row] = await (lock ? query.for('update') : query);
  return row ?? null;
}

/** Returns the profile of a row, or null if it has none or one that this version does not accept. */
function parseProfile(row: VoiceRow): VoiceProfile | null {
  const parsed = VoiceProfile.safeParse(row.profile);
  return parsed.success ? parsed.data : null;
}

async function listVoices({ store: { db } }: Services, call: Call<'voices.list'>) {
  const { principal, params, query } = call;
  const channel = await reachChannel(db, call, params.id);
  const { default_voice_id } = channel;
  const filter = query.script_voice_id === undefined ? undefined : eq(voices.script_voice_id, query.script_voice_id);
  const rows = await db
    .select()
    .from(voices)
    .where(and(eq(voices.channel_id, channel.id), filter))
    .orderBy(asc(voices.script_voice_id))
    .limit(LIMITS.voicesListed + 1);
  const page = rows.slice(0, LIMITS.voicesListed);
  const [defaultVoice] =
    default_voice_id === null
      ? []
      : await db.select({ id: voices.id }).from(voices).where(eq(voices.script_voice_id, default_voice_id));
  const meta = { default_voice_id: defaultVoice?.id ?? null, truncated: rows.length > page.length };
  if (!principal.abilities.has('channels:read')) {
    return { data: page.map((row) => toVoiceRecord(row, principal)), meta };
  }
  const data = { default_voice_id, voices: page.map((row) => toVoiceListEntry(row, principal)) };
  return { success: true as const, data, meta };
}

async function validateProfile({ store, now }: Services, call: Call<'voices.validate'>): Promise<VoiceValidated> {
  const { principal, params, body, fail } = call;
  const normalizedProfile = normalizeProfile(body.profile);
  const checksum = computeChecksum(normalizedProfile);
  return store.transaction(async (tx) => {
    const channel = await reachChannel(tx, call, params.id);
    const row = body.voice_id === undefined ? null : await findVoice(tx, channel, body.voice_id);
    if (body.voice_id !== undefined && row === null) throw fail('voice_not_found');
    const voice_id = row?.id ?? randomUUID();
    const receiptFields = {
      team_id: principal.teamId,
      channel_id: channel.id,
      intent: body.intent,
      voice_id,
      name: body.name,
      checksum,
      expected_revision: row?.revision ?? null,
    };
    const { receipt, expires_at } = await issueReceipt(tx, receiptFields, now());
    return {
      receipt,
      voice_id,
      checksum,
      normalized: normalizedProfile,
      expires_at: expires_at.toISOString(),
      schema_version: VOICE_SCHEMA_VERSION,
      expected_revision: row === null ? null : String(row.revision),
      diff: row === null ? ['voice.created'] : listChanges(row, body.name, normalizedProfile),
      warnings: listWarnings(normalizedProfile),
    };
  });
}

function listChanges(row: VoiceRow, name: string, profile: VoiceProfile): string[] {
  const changes = listChangedFields(parseProfile(row), profile).map((path) => `profile.${path}.changed`);
  return row.name === name ? changes : ['voice.renamed', ...changes];
}

const toColumns = (receipt: Receipt, profile: VoiceProfile) => ({
  name: receipt.name,
  profile: profile as unknown as JsonObject,
  checksum: receipt.checksum,
  framework_version: String(VOICE_FRAMEWORK_VERSION),
  schema_version: String(VOICE_SCHEMA_VERSION),
});

async function insertVoice(tx: Db, channel: ChannelRow, receipt: Receipt, profile: VoiceProfile): Promise<VoiceRow> {
  const [row] = await tx
    .insert(voices)
    .values({
      id: receipt.voice_id,
      team_id: channel.team_id,
      channel_id: channel.id,
      ...toColumns(receipt, profile),
      instructions: writeInstructions(profile),
      voice: toLabel(receipt.name),
    })
    .returning();
  if (!row) throw new Error('The voice was not returned.');
  return row;
}

type UpdateCall = {
  readonly ifMatch: IfMatch | null;
  readonly fail: Fail<'revision_conflict' | 'voice_receipt_unknown'>;
};

async function updateVoice(
  tx: Db,
  call: UpdateCall,
  channel: ChannelRow,
  receipt: Receipt,
  profile: VoiceProfile,
): Promise<VoiceRow> {
  const before = await findVoice(tx, channel, receipt.voice_id, true);
  if (!before) throw call.fail('voice_receipt_unknown');
  const current = String(before.revision);
  checkRevision(call, current);
  checkRevision({ ifMatch: [String(receipt.expected_revision)], fail: call.fail }, current);
  const previousProfile = parseProfile(before);
  // Keeps instructions that a person wrote.
  const hasDerivedInstructions =
    before.instructions === '' ||
    (previousProfile !== null && before.instructions === writeInstructions(previousProfile));
  const [row] = await tx
    .update(voices)
    .set({
      ...toColumns(receipt, profile),
      ...(hasDerivedInstructions && { instructions: writeInstructions(profile) }),
      revision: before.revision + 1,
    })
    .where(eq(voices.id, before.id))
    .returning();
  if (!row) throw new Error('The voice was not returned.');
  return row;
}

async function commitProfile({ store, now }: Services, call: Call<'voices.commit'>) {
  const { principal, params, body, fail } = call;
  const profile = normalizeProfile(body.profile);
  return store.transaction(async (tx) => {
    const channel = await reachChannel(tx, call, params.id);
    const proof = { receipt: body.receipt, checksum: computeChecksum(profile), teamId: principal.teamId };
    const receipt = await redeemReceipt(tx, { ...proof, channelId: channel.id, now: now() }, fail);
    const isNew = receipt.intent === 'create';
    // A new voice has no revision that could match.
    if (isNew) checkRevision(call, null);
    const row = isNew
      ? await insertVoice(tx, channel, receipt, profile)
      : await updateVoice(tx, call, channel, receipt, profile);
    return { row, isNew };
  });
}

export function createVoiceHandlers(services: Services): VoiceHandlers {
  return {
    'voices.list': async (call) => ({ status: 200, body: await listVoices(services, call) }),

    'voices.validate': async (call) => ({ status: 200, body: { data: await validateProfile(services, call) } }),

    'voices.commit': async (call) => {
      const { row, isNew } = await commitProfile(services, call);
      const body = { data: toVoiceRecord(row, call.principal), meta: { idempotent_replay: false } };
      const etag = String(row.revision);
      return isNew ? { status: 201, body, etag } : { status: 200, body, etag };
    },

    'voices.get': async (call) => {
      const { db } = services.store;
      const channel = await reachChannel(db, call, call.params.id);
      const row = await findVoice(db, channel, call.params.voice);
      if (!row) throw call.fail('voice_not_found');
      return { status: 200, body: { data: toVoiceRecord(row, call.principal) }, etag: String(row.revision) };
    },
  };
}
