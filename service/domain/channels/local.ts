import { and, eq } from 'drizzle-orm';

import { reachChannel } from '../access.ts';
import type { Call, Handlers } from '../call.ts';
import { readChannelDetail } from './channel-view.ts';
import { type IntelServices, findNamedChannel } from '../intel/lookups.ts';
import { isTemplateOf } from '../templates/templates-of.ts';
import { channels, templates, voices } from '../../store/schema.ts';
import type { ChannelDetails } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';

/** Returns the details of the platform channel to link; null unlinks, undefined changes nothing. */
async function fetchLinkedDetails(
  { getPlatform }: IntelServices,
  { body: { link }, principal, fail }: Call<'local.channels.update'>,
): Promise<Partial<ChannelDetails> | null | undefined> {
  if (link == null) return link;
  const { channel_id, handle, title, description, country, thumbnails, ...counts } = await findNamedChannel(
    await getPlatform(principal.teamId),
    link,
    fail,
  );
  const { subscriber_count, video_count, view_count } = counts;
  return {
    channel_id,
    custom_url: handle === '' ? null : handle,
    title,
    description,
    country,
    thumbnails,
    subscriber_count,
    video_count,
    view_count,
    default_language: null,
  };
}

/** Drops undefined fields, so that an update leaves them unchanged. */
function dropUndefined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

async function checkDefaults(tx: Db, channelId: number, { body, fail }: Call<'local.channels.update'>): Promise<void> {
  const { default_template_id, default_voice_id } = body;
  if (default_template_id != null) {
    const isOfChannel = and(eq(templates.id, default_template_id), isTemplateOf(channelId));
    if ((await tx.$count(templates, isOfChannel)) === 0) {
      throw fail('invalid_template', { fields: { default_template_id: ['Invalid template_id for this channel'] } });
    }
  }
  if (default_voice_id != null) {
    const isOfChannel = and(eq(voices.script_voice_id, default_voice_id), eq(voices.channel_id, channelId));
    if ((await tx.$count(voices, isOfChannel)) === 0) {
      throw fail('invalid_voice', { fields: { default_voice_id: ['Invalid voice_id for this channel'] } });
    }
  }
}

export function createLocalChannelHandlers(
  services: IntelServices,
): Pick<Handlers, 'local.channels.create' | 'local.channels.update'> {
  const { store } = services;
  return {
    'local.channels.create': async ({ principal, body }) => {
      const { title, handle, language, audience, recording } = body;
      const data = await store.transaction(async (tx) => {
        const [channel] = await tx
          .insert(channels)
          .values({
            team_id: principal.teamId,
            yt_handle: handle ?? null,
            settings: { title, language, recording, ...(audience != null && { audience }) },
          })
          .returning();
        if (!channel) throw new Error('The channel was not returned.');
        return readChannelDetail(tx, channel);
      });
      return { status: 201, body: { success: true, data } };
    },

    'local.channels.update': async (call) => {
      const { title, language, audience, recording, pronunciations, checklists } = call.body;
      const { handle, default_template_id, default_voice_id } = call.body;
      const details = await fetchLinkedDetails(services, call);
      const data = await store.transaction(async (tx) => {
        const fail = (_: 'channel_not_found' | 'channel_forbidden') => call.fail('channel_not_found');
        const { id, settings } = await reachChannel(tx, { principal: call.principal, fail }, call.params.id);
        await checkDefaults(tx, id, call);
        const mergedSettings = Object.entries({
          ...settings,
          ...dropUndefined({ title, language, audience, recording, pronunciations, checklists }),
        });
        const [channel] = await tx
          .update(channels)
          .set({
            ...dropUndefined({
              yt_handle: details ? (details.custom_url ?? handle ?? null) : handle,
              default_template_id,
              default_voice_id,
              details,
            }),
            settings: Object.fromEntries(mergedSettings.filter(([, value]) => value !== null)),
          })
          .where(eq(channels.id, id))
          .returning();
        if (!channel) throw call.fail('channel_not_found');
        return readChannelDetail(tx, channel);
      });
      return { status: 200, body: { success: true, data } };
    },
  };
}
