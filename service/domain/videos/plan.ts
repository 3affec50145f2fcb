/** Turns a request into a plan. The same body gives the same plan, so a quote agrees with the charge. */
import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';

import { LIMITS } from '#contract/limits.ts';
import { Pronunciation } from '#contract/schema/channel.ts';
import { PACE_SECONDS, UNUSED_VIDEO_OPTIONS, type VideoCreate } from '#contract/schema/video.ts';
import { toLanguageTag } from '#markdown/language-tag.ts';

import { listScriptPieces } from '#markdown/spoken-pieces.ts';

import { asksForPresenter, planVideo } from '../../engines/video/plan.ts';
import { createFields } from '../../engines/video/scene-text.ts';
import { type Scene, USUAL_FRAME_RATE, VideoEngineError, type VideoPlan } from '../../engines/video/video.ts';
import { media_assets } from '../../store/schema-videos.ts';
import type { JsonObject } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import type { ChannelRow } from '../access.ts';
import type { Failing } from '../call.ts';
import { parseAssetRef, formatAssetRef } from './asset-ref.ts';
import { CONNECTED_VOICE, listVoices } from './catalogues.ts';
import type { VideoMaker } from './services.ts';

export type AssetRow = typeof media_assets.$inferSelect;
type PlanCall = Failing<'validation_failed' | 'video_capability_unavailable'> & { readonly body: VideoCreate };

/** Replaces asset ids in the plan with the current file paths. */
export async function withFiles(plan: VideoPlan, resolveFile: (asset: string) => Promise<string>): Promise<VideoPlan> {
  const resolvePath = (path: string): Promise<string> | string => {
    const asset = parseAssetRef(path);
    return asset === null ? path : resolveFile(asset);
  };
  const scenes = await Promise.all(
    plan.scenes.map(async (scene) =>
      scene.media ? { ...scene, media: { ...scene.media, path: await resolvePath(scene.media.path) } } : scene,
    ),
  );
  const { music } = plan.settings;
  const file = music.file === null ? null : await resolvePath(music.file);
  return { ...plan, scenes, settings: { ...plan.settings, music: { ...music, file } } };
}

export function toMediaScene(scene: Scene, asset: Pick<AssetRow, 'id' | 'media_type'>): Scene {
  const caption = scene.fields.find(({ key }) => key === 'caption')?.value ?? '';
  return {
    ...scene,
    kind: 'media',
    prompt: '',
    fields: createFields('media', scene.layout, { caption }),
    media: { path: formatAssetRef(asset.id), kind: asset.media_type === 'video' ? 'video' : 'picture' },
  };
}

/** Assigns assets first to scenes with a generated picture, then to statement slides, then to other narrated slides. */
function withAssets(scenes: readonly Scene[], assets: readonly AssetRow[]): Scene[] {
  const remaining = assets.filter(({ media_type }) => media_type !== 'audio');
  const targets = [
    ...scenes.filter(({ kind }) => kind === 'picture'),
    ...scenes.filter(({ kind, layout }) => kind === 'slide' && layout === 'statement'),
    ...scenes.filter(
      ({ kind, layout, narration }) => kind === 'slide' && layout !== 'statement' && narration.length > 0,
    ),
  ].slice(0, remaining.length);
  const keys = new Set(targets.map(({ key }) => key));
  return scenes.map((scene) => {
    const asset = keys.has(scene.key) ? remaining.shift() : undefined;
    return asset ? toMediaScene(scene, asset) : scene;
  });
}

async function readAssets(db: Db, { principal, body, fail }: PlanCall): Promise<AssetRow[]> {
  const ids = body.library_asset_public_ids;
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(media_assets)
    .where(and(inArray(media_assets.id, ids), eq(media_assets.team_id, principal.teamId)));
  return ids.map((id) => {
    const row = rows.find((asset) => asset.id === id.toLowerCase());
    if (row?.state === 'ready') return row;
    const message = row ? 'This media asset isn’t ready.' : 'This media asset doesn’t exist.';
    throw fail('validation_failed', { fields: { library_asset_public_ids: [message] } });
  });
}

/** Returns the video maker's id of the narrating voice, or null to let the maker choose. */
async function pickVoice(maker: VideoMaker, { body, principal, fail }: PlanCall, warnings: string[]) {
  const { voice_id, voice_provider } = body;
  if (voice_id == null && voice_provider == null) return null;
  const voices = await listVoices(maker, principal.teamId);
  if (voice_provider != null && !voices.some(({ provider }) => provider === voice_provider)) {
    const availableProviders = [...new Set(voices.map(({ provider }) => provider))].join(', ');
    const message = `“${voice_provider}” has no voices here${availableProviders === '' ? '' : `; “${availableProviders}” does`}.`;
    if (voice_id != null) {
      const reason = `${message} GET /video/voices lists the available ones.`;
      throw fail('video_capability_unavailable', { extras: { reason } });
    }
    warnings.push(`voice_provider was ignored: ${message}`);
  }
  if (voice_id == null) return null;
  if (!voices.some(({ id }) => id === voice_id)) {
    throw fail('validation_failed', { fields: { voice_id: ['This voice isn’t available on this computer.'] } });
  }
  return voice_id === CONNECTED_VOICE ? null : voice_id;
}

const isPace = (name: string): name is keyof typeof PACE_SECONDS => Object.hasOwn(PACE_SECONDS, name);

/** Returns the maximum seconds per slide, or undefined to let the planner decide. */
function getSlideSeconds(body: VideoCreate, warnings: string[]): number | undefined {
  const { slideshow_max_seconds, editorial_rhythm_pace_profile: pace } = body;
  if (pace == null) return slideshow_max_seconds;
  const isKnown = isPace(pace);
  if (!isKnown) {
    const names = Object.keys(PACE_SECONDS).join(', ');
    warnings.push(`editorial_rhythm_pace_profile was ignored: “${pace}” isn’t one of ${names}.`);
  } else if (slideshow_max_seconds !== undefined) {
    warnings.push('editorial_rhythm_pace_profile was ignored: slideshow_max_seconds sets the pace.');
  }
  return slideshow_max_seconds ?? (isKnown ? PACE_SECONDS[pace] : undefined);
}

function warnAboutUnused(body: VideoCreate, warnings: string[]): void {
  for (const name of UNUSED_VIDEO_OPTIONS) {
    if (body[name] != null) warnings.push(`${name} was ignored: this service doesn’t support it.`);
  }
  if (body.source_materials.some((material) => typeof material === 'object' && material.url != null)) {
    warnings.push('source_materials: addresses are stored with the video but not read.');
  }
}

const formatHours = (seconds: number): string =>
  `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;

export interface PlannedVideo {
  readonly plan: VideoPlan;
  readonly seconds: number;
  readonly warnings: readonly string[];
}

/**
 * Estimates how long the video runs, in seconds.
 * @throws a failure if the video is too long
 */
async function estimateSeconds(maker: VideoMaker, plan: VideoPlan, { fail, principal }: PlanCall): Promise<number> {
  const maxLength = formatHours(LIMITS.video.seconds);
  const failTooLong = (length: string) =>
    fail('validation_failed', {
      fields: { script: [`The video would run for ${length}; the limit is ${maxLength}.`] },
    });
  try {
    const seconds = Math.max(1, Math.ceil(await maker.estimateSeconds(plan, principal.teamId)));
    if (seconds > LIMITS.video.seconds) throw failTooLong(`about ${formatHours(seconds)}`);
    return seconds;
  } catch (error) {
    // The engine stops estimating at the same length at which it stops rendering.
    throw error instanceof VideoEngineError && error.fault === 'too_long'
      ? failTooLong(`more than ${maxLength}`)
      : error;
  }
}

/** Returns the frame's size in pixels; `resolution` is its shorter side. */
function getSize({ resolution, aspect_ratio }: VideoCreate): { width: number; height: number } {
  const shortSide = Number.parseInt(resolution, 10);
  const longSide = (shortSide * 16) / 9;
  if (aspect_ratio === '1:1') return { width: shortSide, height: shortSide };
  return aspect_ratio === '9:16' ? { width: shortSide, height: longSide } : { width: longSide, height: shortSide };
}

/**
 * Plans the video for `body`.
 * @throws a failure if no video can be made from the body
 */
export async function planVideoRequest(
  db: Db,
  maker: VideoMaker,
  call: PlanCall,
  channel: ChannelRow,
): Promise<PlannedVideo> {
  const { body, fail } = call;
  const warnings: string[] = [];
  const voice = await pickVoice(maker, call, warnings);
  const maxSlideSeconds = getSlideSeconds(body, warnings);
  warnAboutUnused(body, warnings);
  const assets = await readAssets(db, call);
  const wantsPresenter = listScriptPieces(body.script).some(
    ({ kind, text }) => kind === 'cue' && asksForPresenter(text),
  );
  if (wantsPresenter) {
    warnings.push(
      'The script asks for a presenter. Those blocks show text until you choose a picture or clip of the person for them in the editor.',
    );
  }
  const music = assets.find(({ media_type }) => media_type === 'audio');
  const { language } = channel.settings;
  const pronunciations = z.array(Pronunciation).safeParse(channel.settings['pronunciations']).data ?? [];
  const plannedVideo = planVideo(body.script, {
    title: body.name,
    language: toLanguageTag(typeof language === 'string' ? language : ''),
    ...(maxSlideSeconds !== undefined && { slideSeconds: maxSlideSeconds }),
    settings: {
      ...getSize(body),
      // Omits the usual rate, like older plans, so that unchanged scenes are found in the cache.
      ...(body.frames_per_second !== USUAL_FRAME_RATE && { frameRate: body.frames_per_second }),
      design: body.design,
      captions: {
        enabled: body.captions_enabled,
        style: body.caption_style,
        notRepeated: !body.captions_over_text,
      },
      music: { enabled: body.music_enabled, file: music ? formatAssetRef(music.id) : null, level: body.music_level },
      narration: body.narration_enabled,
      speakingRate: body.voice_speaking_rate,
      ...(pronunciations.length > 0 && { pronunciations }),
      voice,
    },
  });
  if (plannedVideo.scenes.every(({ narration }) => narration.length === 0)) {
    throw fail('validation_failed', { fields: { script: ['The script needs at least one spoken word.'] } });
  }
  const plan = { ...plannedVideo, scenes: withAssets(plannedVideo.scenes, assets) };
  return { plan, seconds: await estimateSeconds(maker, plan, call), warnings };
}

// Only this service writes plans, so the cast back is safe.
export const toPlanRow = (plan: VideoPlan): JsonObject => plan as unknown as JsonObject;
export const toPlan = (row: JsonObject): VideoPlan => row as unknown as VideoPlan;
