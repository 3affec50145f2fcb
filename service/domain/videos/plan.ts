/** From what is asked for to what is to be made. The same body gives the same plan, so a quote agrees with the charge. */
import { and, eq, inArray } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';
import type { VideoCreate } from '#contract/schema/video.ts';
import { languageTag } from '#markdown/language-tag.ts';

import { planVideo } from '../../engines/video/plan.ts';
import { fieldsOf } from '../../engines/video/scene-text.ts';
import { type Scene, VideoEngineError, type VideoPlan } from '../../engines/video/video.ts';
import { media_assets } from '../../store/schema-videos.ts';
import type { JsonObject } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import type { ChannelRow } from '../access.ts';
import type { Failing } from '../call.ts';
import type { VideoMaker } from './services.ts';

export type AssetRow = typeof media_assets.$inferSelect;
type PlanCall = Failing<'validation_failed'> & { readonly body: VideoCreate };

/** Files of assets stand in plans by their id: the folder may be another one by the time it is rendered. */
const ASSET = 'asset:';
export const assetRef = (id: string): string => `${ASSET}${id}`;

/** The plan with the files of its assets where they are now. */
export async function withFiles(plan: VideoPlan, fileOf: (asset: string) => Promise<string>): Promise<VideoPlan> {
  const place = (path: string): Promise<string> | string =>
    path.startsWith(ASSET) ? fileOf(path.slice(ASSET.length)) : path;
  const scenes = await Promise.all(
    plan.scenes.map(async (scene) =>
      scene.media ? { ...scene, media: { ...scene.media, path: await place(scene.media.path) } } : scene,
    ),
  );
  const { music } = plan.settings;
  const file = music.file === null ? null : await place(music.file);
  return { ...plan, scenes, settings: { ...plan.settings, music: { ...music, file } } };
}

/** A scene that shows a picture or film of the team's own. */
export function mediaScene(scene: Scene, asset: Pick<AssetRow, 'id' | 'media_type'>): Scene {
  const caption = scene.fields.find(({ key }) => key === 'caption')?.value ?? '';
  return {
    ...scene,
    kind: 'media',
    prompt: '',
    fields: fieldsOf('media', scene.layout, { caption }),
    media: { path: assetRef(asset.id), kind: asset.media_type === 'video' ? 'video' : 'picture' },
  };
}

/** First the scenes that would show a made-up picture, then those that make a statement, then whatever else speaks. */
function withAssets(scenes: readonly Scene[], assets: readonly AssetRow[]): Scene[] {
  const left = assets.filter(({ media_type }) => media_type !== 'audio');
  const places = [
    ...scenes.filter(({ kind }) => kind === 'picture'),
    ...scenes.filter(({ kind, layout }) => kind === 'slide' && layout === 'statement'),
    ...scenes.filter(
      ({ kind, layout, narration }) => kind === 'slide' && layout !== 'statement' && narration.length > 0,
    ),
  ].slice(0, left.length);
  const keys = new Set(places.map(({ key }) => key));
  return scenes.map((scene) => {
    const asset = keys.has(scene.key) ? left.shift() : undefined;
    return asset ? mediaScene(scene, asset) : scene;
  });
}

async function assetsOf(db: Db, { principal, body, fail }: PlanCall): Promise<AssetRow[]> {
  const ids = body.library_asset_public_ids;
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(media_assets)
    .where(and(inArray(media_assets.id, ids), eq(media_assets.team_id, principal.teamId)));
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id.toLowerCase());
    if (row?.state === 'ready') return row;
    const words = row ? 'This media asset is not ready.' : 'There is no such media asset.';
    throw fail('validation_failed', { fields: { library_asset_public_ids: [words] } });
  });
}

async function checkVoice(maker: VideoMaker, { body, principal, fail }: PlanCall): Promise<void> {
  const { voice_id } = body;
  if (voice_id == null || (await maker.voices(principal.teamId)).some(({ id }) => id === voice_id)) return;
  throw fail('validation_failed', { fields: { voice_id: ['There is no such voice on this machine.'] } });
}

const hours = (seconds: number): string => `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;

export interface Planned {
  readonly plan: VideoPlan;
  readonly seconds: number;
}

/** How long it runs for, about. @throws the failure of one that is too long. */
async function secondsOf(maker: VideoMaker, plan: VideoPlan, { fail }: PlanCall): Promise<number> {
  const most = hours(LIMITS.video.seconds);
  const tooLong = (about: string) =>
    fail('validation_failed', { fields: { script: [`It would run for ${about}; at most ${most}.`] } });
  try {
    const seconds = Math.max(1, Math.ceil(await maker.estimateSeconds(plan)));
    if (seconds > LIMITS.video.seconds) throw tooLong(`about ${hours(seconds)}`);
    return seconds;
  } catch (error) {
    // The engine ends its counting where it would end the making.
    throw error instanceof VideoEngineError && error.fault === 'too_long' ? tooLong(`more than ${most}`) : error;
  }
}

const sizes = { '720p': { width: 1280, height: 720 }, '1080p': { width: 1920, height: 1080 } } as const;

/** What `body` makes. @throws the failure of a body that cannot be made. */
export async function planned(db: Db, maker: VideoMaker, call: PlanCall, channel: ChannelRow): Promise<Planned> {
  const { body, fail } = call;
  await checkVoice(maker, call);
  const assets = await assetsOf(db, call);
  const music = assets.find(({ media_type }) => media_type === 'audio');
  const { language } = channel.settings;
  const drawn = planVideo(body.script, {
    title: body.name,
    language: languageTag(typeof language === 'string' ? language : ''),
    ...(body.slideshow_max_seconds !== undefined && { slideSeconds: body.slideshow_max_seconds }),
    settings: {
      ...sizes[body.resolution],
      design: body.design,
      captions: { enabled: body.captions_enabled, style: body.caption_style },
      music: { enabled: body.music_enabled, file: music ? assetRef(music.id) : null },
      narration: body.narration_enabled,
      speakingRate: body.voice_speaking_rate,
      voice: body.voice_id ?? null,
    },
  });
  if (drawn.scenes.every(({ narration }) => narration.length === 0)) {
    throw fail('validation_failed', { fields: { script: ['Needs at least one word to speak.'] } });
  }
  const plan = { ...drawn, scenes: withAssets(drawn.scenes, assets) };
  return { plan, seconds: await secondsOf(maker, plan, call) };
}

// Plans are written by this service alone, so what is read is what was written.
export const planRow = (plan: VideoPlan): JsonObject => plan as unknown as JsonObject;
export const planOf = (row: JsonObject): VideoPlan => row as unknown as VideoPlan;
