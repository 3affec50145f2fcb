/** Reads videos (spec 2 §4 Video projects; 3 "Video"). */
import { desc, inArray } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';
import {
  ASPECT_RATIOS,
  CAPTION_STYLES,
  FRAME_RATES,
  VIDEO_DESIGNS,
  VIDEO_RESOLUTIONS,
  type VideoDownload,
} from '#contract/schema/video.ts';

import { OVERLAY_TEMPLATES } from '../../engines/video/overlays.ts';
import { USUAL_FRAME_RATE } from '../../engines/video/video.ts';
import { video_projects } from '../../store/schema-videos.ts';
import { channels } from '../../store/schema.ts';
import { buildReachFilter } from '../access.ts';
import type { Call, Handlers } from '../call.ts';
import { getPageOffset, toPagination } from '../pagination.ts';
import { readDraft } from './draft.ts';
import { toPlan } from './plan.ts';
import { reachVersion, reachVideo, type VideoRow } from './reach.ts';
import type { VideoServices } from './services.ts';
import { readEditableContent, getExpiry, readVideoView, toQualityReport, readVideoProjects } from './view.ts';

type VideoReads =
  | 'video.capabilities'
  | 'video.list'
  | 'video.get'
  | 'video.download'
  | 'video.editableContent'
  | 'video.overlayTemplates'
  | 'video.qualityReport';

async function listVideos({ store: { db }, media }: VideoServices, { principal, query }: Call<'video.list'>) {
  const reachable = db.select({ id: channels.id }).from(channels).where(buildReachFilter(db, principal));
  const isReachable = inArray(video_projects.channel_id, reachable);
  const total = await db.$count(video_projects, isReachable);
  const rows = await db
    .select()
    .from(video_projects)
    .where(isReachable)
    .orderBy(desc(video_projects.created_at), desc(video_projects.id))
    .limit(query.per_page)
    .offset(getPageOffset(query));
  return { data: await readVideoProjects(db, rows, media), pagination: toPagination(query, total) };
}

/** Draws each picture once and remembers its file name. */
class PictureCache {
  readonly #media: VideoServices['media'];
  readonly #names = new Map<string, Promise<string>>();

  constructor(media: VideoServices['media']) {
    this.#media = media;
  }

  async getUrl(key: string, draw: () => Promise<Uint8Array>): Promise<string> {
    const name = this.#names.get(key) ?? draw().then((bytes) => this.#media.put(bytes));
    this.#names.set(key, name);
    name.catch(() => this.#names.delete(key));
    return this.#media.createAddress(await name);
  }
}

async function readCapabilities({ videoMaker }: VideoServices, teamId: number, pictures: PictureCache) {
  const unavailableReason = await videoMaker.explainUnavailable();
  return {
    available: unavailableReason === null,
    explanation: unavailableReason ?? '',
    resolutions: [...VIDEO_RESOLUTIONS],
    frames_per_second: USUAL_FRAME_RATE,
    aspect_ratios: [...ASPECT_RATIOS],
    frame_rates: [...FRAME_RATES],
    designs: [...VIDEO_DESIGNS],
    design_previews: await Promise.all(
      VIDEO_DESIGNS.map(async (design) => ({
        design,
        preview_url: await pictures.getUrl(`design ${design}`, () => videoMaker.drawDesign(design)),
      })),
    ),
    caption_styles: [...CAPTION_STYLES],
    voices: (await videoMaker.listVoices(teamId)).map((voice) => ({ ...voice })),
    narration: await videoMaker.describeNarrator(teamId),
    max_seconds: LIMITS.video.seconds,
    max_media_bytes: LIMITS.media.bytes,
  };
}

async function readDownload(services: VideoServices, call: Call<'video.download'>): Promise<VideoDownload> {
  const { store, videos, now } = services;
  const video = await reachVideo(store.db, call, call.params.project);
  const { revision, content_type, bytes } = await reachVersion(store.db, call, video, call.query.revision);
  if (!(await videos.hasVersion(video.id, revision, content_type))) throw call.fail('video_file_missing');
  const expires = getExpiry(now());
  const signAddress = (type: string): string => videos.signVersionAddress(video.id, revision, type, expires);
  return {
    revision,
    content_type,
    bytes,
    download_url: signAddress(content_type),
    expires_at: new Date(expires * 1000).toISOString(),
    srt_url: signAddress('application/x-subrip; charset=utf-8'),
    vtt_url: signAddress('text/vtt; charset=utf-8'),
  };
}

function listTemplates({ videoMaker }: VideoServices, pictures: PictureCache, { plan }: VideoRow) {
  const { settings } = toPlan(plan);
  const lookKey = `${settings.design} ${settings.width}:${settings.height}`;
  return Promise.all(
    OVERLAY_TEMPLATES.map(async ({ id, label, description, input_fields }) => {
      const preview_url = await pictures.getUrl(`overlay ${id} ${lookKey}`, () => videoMaker.drawOverlay(id, settings));
      const fields = input_fields.map(({ key, label, type, required, max_chars }) => ({
        key,
        label,
        type,
        required,
        max_chars,
      }));
      return { id, label, description, input_fields: fields, preview_url };
    }),
  );
}

export function createVideoHandlers(services: VideoServices): Pick<Handlers, VideoReads> {
  const { store, media, now } = services;
  const pictures = new PictureCache(media);
  return {
    'video.capabilities': async ({ principal }) => {
      return { status: 200, body: { data: await readCapabilities(services, principal.teamId, pictures), meta: {} } };
    },

    'video.list': async (call) => ({ status: 200, body: await listVideos(services, call) }),

    'video.get': async (call) => {
      const video = await reachVideo(store.db, call, call.params.project);
      return { status: 200, body: { data: await readVideoView(store.db, video, media), meta: {} } };
    },

    'video.download': async (call) => ({ status: 200, body: { data: await readDownload(services, call), meta: {} } }),

    'video.editableContent': async (call) => {
      // Reads the revision first, so that a concurrent change makes the ETag stale, never the content.
      const video = await reachVideo(store.db, call, call.params.project);
      const data = await readEditableContent(store.db, video, await readDraft(store.db, video, now()), media);
      return { status: 200, body: { data, meta: {} }, etag: String(video.draft_revision) };
    },

    'video.overlayTemplates': async (call) => {
      const video = await reachVideo(store.db, call, call.params.project);
      return { status: 200, body: { data: await listTemplates(services, pictures, video), meta: {} } };
    },

    'video.qualityReport': async (call) => {
      const video = await reachVideo(store.db, call, call.params.project);
      const artifact = await reachVersion(store.db, call, video, call.query.revision);
      return { status: 200, body: { data: toQualityReport(artifact), meta: {} } };
    },
  };
}
