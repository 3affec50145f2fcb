/** Adds the sample team (interfaces: "The sample team"). Everything in it is made up. */
import { eq } from 'drizzle-orm';

import { VoiceProfile } from '#contract/schema/voice.ts';

import { insertScript } from '../domain/scripts/insert-script.ts';
import { normalizeProfile, computeChecksum } from '../domain/voices/canonical.ts';
import {
  bookmarks,
  channels,
  competitors,
  ideas,
  scripts,
  settings,
  team_members,
  templates,
  users,
  voices,
} from '../store/schema.ts';
import type { Db } from '../store/store.ts';
import { SAMPLE_IDEAS } from './data/ideas.ts';
import { SAMPLE_BOOKMARKS, SAMPLE_LINKED_CHANNEL, SAMPLE_RIVALS } from './data/rivals.ts';
import { SAMPLE_SCRIPTS } from './data/scripts.ts';
import { SAMPLE_VOICES } from './data/voices.ts';
import { addSampleBoard } from './board.ts';
import { addSampleProjects } from './projects.ts';
import { addSampleThumbnails } from './thumbnails.ts';
import { addSampleVideo } from './video.ts';

type ChannelRow = typeof channels.$inferSelect;

function getFirst<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('The row was not returned.');
  return row;
}

async function addPeople(tx: Db, team_id: number): Promise<void> {
  for (const [name, role] of [
    ['Ben Example', 'editor'],
    ['Cleo Demo', 'viewer'],
  ] as const) {
    const user = getFirst(await tx.insert(users).values({ name }).returning());
    await tx.insert(team_members).values({ team_id, user_id: user.id, role });
  }
}

/** Adds one template of the channel's own and returns the ids of the built-in ones by key. */
async function addTemplates(tx: Db, team_id: number, channel_id: number): Promise<Map<string, number>> {
  const rows = await tx.select().from(templates);
  await tx.insert(templates).values({
    team_id,
    channel_id,
    name: 'One sum out loud (sample)',
    category: 'documentary',
    description: 'A belief, a sum that contradicts it, and what follows.',
    prompt:
      'Open with a scene that should not exist. State what everybody believes. Do one sum out loud with checked numbers, step by step, so that a viewer can follow without a screen. Turn the sum round and look at it from the other side. End on the person from the first scene.',
  });
  return new Map(rows.map(({ id, system_key }) => [system_key ?? '', id]));
}

async function addVoices(tx: Db, team_id: number, channel_id: number): Promise<number[]> {
  const ids: number[] = [];
  for (const { name, voice, instructions, writing_style_analysis } of SAMPLE_VOICES) {
    const canonicalProfile = normalizeProfile(VoiceProfile.parse({ writing_style_analysis }));
    const checksum = computeChecksum(canonicalProfile);
    const profile = canonicalProfile as unknown as NonNullable<typeof voices.$inferInsert.profile>;
    const values = { team_id, channel_id, name, voice, instructions, profile, checksum };
    const row = getFirst(
      await tx
        .insert(voices)
        .values({ ...values, framework_version: '2', schema_version: '2' })
        .returning(),
    );
    ids.push(row.script_voice_id);
  }
  return ids;
}

async function addScripts(tx: Db, channel: ChannelRow, templateIds: Map<string, number>, voiceIds: number[]) {
  const ids: number[] = [];
  // Lists show the newest first, so insert the data in reverse.
  for (const sample of SAMPLE_SCRIPTS.toReversed()) {
    const script = await insertScript(tx, channel, {
      title: sample.title,
      topic: sample.topic,
      angle: sample.angle,
      length: sample.words,
      template_id: templateIds.get(sample.template),
      voice_id: sample.voice === undefined ? null : voiceIds[sample.voice],
      notes: sample.notes,
      research_texts: sample.research,
    });
    await tx
      .update(scripts)
      .set({
        production_status: sample.stage,
        hook: sample.hook ?? null,
        outline: sample.outline ?? '',
        body: sample.body ?? '',
        outline_version: sample.outline === undefined ? 0 : 1,
        content_version: sample.body === undefined ? 0 : 1,
      })
      .where(eq(scripts.id, script.id));
    ids.unshift(script.id);
  }
  return ids;
}

async function addIdeas(tx: Db, channel: ChannelRow, scriptIds: readonly number[]): Promise<void> {
  for (const idea of SAMPLE_IDEAS) {
    await tx.insert(ideas).values({
      team_id: channel.team_id,
      channel_id: channel.id,
      title: idea.title,
      topic: idea.topic,
      angle: idea.angle ?? null,
      suggested_length: idea.words ?? null,
      status: idea.status,
      source_type: idea.source,
      thumbnail_concept: idea.concept ?? null,
      outlier_score: idea.score ?? null,
      notes: idea.notes ?? null,
      script_id: idea.script === undefined ? null : (scriptIds[idea.script - 1] ?? null),
    });
  }
}

async function addLinkedChannel(tx: Db, team_id: number, now: Date): Promise<void> {
  const audience = 'Curious people who travel by train or would like to';
  const createdChannel = getFirst(
    await tx
      .insert(channels)
      .values({
        team_id,
        yt_handle: SAMPLE_LINKED_CHANNEL.custom_url,
        details: SAMPLE_LINKED_CHANNEL,
        settings: { title: SAMPLE_LINKED_CHANNEL.title, language: 'en', audience, recording: true },
      })
      .returning(),
  );
  const templateIds = await addTemplates(tx, team_id, createdChannel.id);
  const voiceIds = await addVoices(tx, team_id, createdChannel.id);
  const defaults = {
    default_template_id: templateIds.get('documentary') ?? null,
    default_voice_id: voiceIds[0] ?? null,
  };
  const channel = getFirst(
    await tx.update(channels).set(defaults).where(eq(channels.id, createdChannel.id)).returning(),
  );
  const scriptIds = await addScripts(tx, channel, templateIds, voiceIds);
  await addIdeas(tx, channel, scriptIds);
  // The video and the thumbnails belong to the first script, which is finished.
  await addSampleVideo(tx, channel, getFirst(scriptIds), now);
  await addSampleBoard(tx, channel);
  await addSampleThumbnails(tx, channel, getFirst(scriptIds), now);
  for (const rival of SAMPLE_RIVALS) {
    const { channel_id: platform_channel_id, ...rest } = rival;
    const details = { channel_id: platform_channel_id, ...rest };
    await tx.insert(competitors).values({ team_id, channel_id: channel.id, platform_channel_id, details });
  }
}

export async function fillSample(tx: Db, team_id: number, now: Date): Promise<void> {
  await tx.insert(settings).values({ team_id, name: 'sample', value: true });
  await addPeople(tx, team_id);
  await addLinkedChannel(tx, team_id, now);
  await addSampleProjects(tx, team_id, now);
  await tx.insert(channels).values({
    team_id,
    yt_handle: 'quietworkshop-sample',
    settings: {
      title: 'Quiet Workshop (sample)',
      language: 'en',
      audience: 'People who repair things',
      recording: false,
    },
  });
  for (const bookmark of SAMPLE_BOOKMARKS)
    await tx.insert(bookmarks).values({ team_id, ...bookmark, tags: [...bookmark.tags] });
}
