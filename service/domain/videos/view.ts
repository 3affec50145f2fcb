/** Converts videos to the API's format (spec 2 §2). */
import { and, desc, eq, inArray } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';
import type { VideoProject } from '#contract/schema/video.ts';
import type {
  EditableContent,
  QualityFinding,
  QualityReport,
  VideoTimeline,
  VideoVersion,
  VisualBlock,
} from '#contract/schema/video-content.ts';

import { findOverlayTemplate } from '../../engines/video/overlays.ts';
import { getSentences } from '../../engines/video/placing.ts';
import {
  type Finding,
  getFrameRate,
  type QualityReport as Measured,
  type Scene,
  type Timeline,
  type VideoSettings,
} from '../../engines/video/video.ts';
import { video_artifacts, video_passes } from '../../store/schema-videos.ts';
import type { Db } from '../../store/store.ts';
import type { Draft } from './draft.ts';
import { applyEdits, getBlockLabel } from './edits.ts';
import { parseAssetRef } from './asset-ref.ts';
import { toPlan } from './plan.ts';
import type { ArtifactRow, VideoRow } from './reach.ts';
import type { VideoServices } from './services.ts';

type Media = Pick<VideoServices, 'media'>['media'];

// Only this service writes timelines, so the cast is safe.
export const getTimeline = ({ timeline }: Pick<ArtifactRow, 'timeline'>): Timeline => timeline as unknown as Timeline;

/** Returns when a URL issued now expires, in seconds since 1970. */
export const getExpiry = (now: Date): number => Math.floor(now.getTime() / 1000) + LIMITS.video.addressMinutes * 60;

const toPublished = ({ revision, published_at }: ArtifactRow) => ({
  revision,
  published_at: published_at.toISOString(),
});

// Only this service writes `brief`, from VideoCreate.
const getReference = ({ brief }: VideoRow): string | null =>
  typeof brief['client_reference_id'] === 'string' ? brief['client_reference_id'] : null;

function toVideoProject(video: VideoRow, artifact: ArtifactRow | null, media: Media): VideoProject {
  const { id, title, status, channel_id, created_at, operation_id, estimated_seconds } = video;
  const credits = status === 'cancelled' || status === 'failed' ? 0 : video.credits;
  const pictures = artifact?.pictures ?? video.pictures;
  const [picture] = toPlan(artifact?.plan ?? video.plan).scenes.flatMap(({ key }) => pictures[key] ?? []);
  return {
    id,
    title,
    status,
    operation_id,
    credits,
    channel_id: String(channel_id),
    project_id: video.for_project,
    client_reference_id: getReference(video),
    created_at: created_at.toISOString(),
    current_artifact: artifact && toPublished(artifact),
    duration_seconds: artifact?.seconds ?? estimated_seconds,
    picture_url: picture === undefined ? null : media.createAddress(picture),
  };
}

export async function readVideoProjects(db: Db, videos: readonly VideoRow[], media: Media): Promise<VideoProject[]> {
  const ids = videos.flatMap(({ artifact_id }) => artifact_id ?? []);
  const rows = ids.length === 0 ? [] : await db.select().from(video_artifacts).where(inArray(video_artifacts.id, ids));
  return videos.map((video) => toVideoProject(video, rows.find(({ id }) => id === video.artifact_id) ?? null, media));
}

export async function readVideoView(db: Db, video: VideoRow, media: Media): Promise<VideoProject> {
  const [view] = await readVideoProjects(db, [video], media);
  if (!view) throw new Error('The video has no view.');
  return view;
}

// Editable content

const ACTIONS = ['regenerate_visual', 'replace_with_media', 'use_avatar_only'] as const;

export const listAvailableActions = (
  { fields, narration }: Pick<Scene, 'fields' | 'narration'>,
  settings: Pick<VideoSettings, 'narration'>,
): VisualBlock['available_actions'] => [
  ...(fields.length > 0 ? (['edit_slide_text'] as const) : []),
  ...(narration.length > 0 && settings.narration ? (['speak_sentence'] as const) : []),
  ...ACTIONS,
];

const roundToMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

function toBlocks(video: VideoRow, { artifact, lockReason, staged }: Draft, media: Media): VisualBlock[] {
  const pictures = artifact?.pictures ?? video.pictures;
  const times = new Map((artifact ? getTimeline(artifact).scenes : []).map((scene) => [scene.key, scene]));
  const plan = toPlan(artifact?.plan ?? video.plan);
  const edits = staged.map(({ edit }) => edit);
  const editedScenes = new Map(applyEdits(plan, edits).scenes.map((scene) => [scene.key, scene]));
  return plan.scenes.map((scene) => {
    const { key, kind, chapter } = scene;
    const sentences = getSentences(scene);
    const editedScene = editedScenes.get(key) ?? scene;
    const { fields, prompt } = editedScene;
    const [time, picture] = [times.get(key), pictures[key]];
    return {
      key,
      kind,
      chapter,
      prompt,
      available_actions: lockReason === '' ? listAvailableActions(editedScene, plan.settings) : [],
      replace_with_media_paid: false,
      label: getBlockLabel(scene),
      start_time: time ? roundToMilliseconds(time.start) : null,
      end_time: time ? roundToMilliseconds(time.end) : null,
      fields: fields.map((field) => ({
        key: field.key,
        label: field.label,
        value: field.value,
        max_chars: field.maxChars,
      })),
      narration: sentences.map(({ text }) => text),
      said_as: sentences.map(({ id, text }) => plan.respoken?.[id]?.saidAs ?? text),
      picture_url: picture === undefined ? null : media.createAddress(picture),
    };
  });
}

function toVideoTimeline(artifact: ArtifactRow): VideoTimeline {
  const timeline = getTimeline(artifact);
  const { width, height, frames, narration, music, cues } = timeline;
  return {
    width,
    height,
    frames,
    narration,
    music,
    revision: artifact.revision,
    frames_per_second: getFrameRate(timeline),
    duration_seconds: artifact.seconds,
    waveform: artifact.waveform,
    cues: cues.map(({ id, scene, start, end, text, words }) => ({
      id,
      text,
      block_key: scene,
      start_time: roundToMilliseconds(start),
      end_time: roundToMilliseconds(end),
      words: words.map((word) => ({ text: word.text, start_time: roundToMilliseconds(word.start) })),
    })),
  };
}

export async function readVersions(db: Db, projectId: string): Promise<VideoVersion[]> {
  const rows = await db
    .select({
      revision: video_artifacts.revision,
      published_at: video_artifacts.published_at,
      seconds: video_artifacts.seconds,
      pass: video_passes.id,
      number: video_passes.number,
      changes: video_passes.changes,
    })
    .from(video_artifacts)
    .leftJoin(video_passes, and(eq(video_passes.artifact_id, video_artifacts.id)))
    .where(eq(video_artifacts.project_id, projectId))
    .orderBy(desc(video_artifacts.published_at));
  return rows.map(({ revision, published_at, seconds, pass, number, changes }) => ({
    revision,
    published_at: published_at.toISOString(),
    pass: pass === null || number === null ? null : { id: pass, number },
    duration_seconds: seconds,
    changes: changes ?? [],
  }));
}

export async function readEditableContent(
  db: Db,
  video: VideoRow,
  draft: Draft,
  media: Media,
): Promise<EditableContent> {
  const { session, artifact, windowEndsAt, lockReason, explanation } = draft;
  const plan = toPlan(artifact?.plan ?? video.plan);
  const { captions, music, narration, voice, speakingRate } = plan.settings;
  const isEditable = session === 'draft';
  return {
    edit_session: { status: session, editable: isEditable },
    edit_availability: {
      can_apply: isEditable && explanation === '',
      can_start_new_pass: isEditable,
      edit_window_ends_at: windowEndsAt?.toISOString() ?? null,
      explanation,
      required_credits: 0,
    },
    overlays: plan.overlays.map(({ id, template, inputs, start, end }) => ({
      id,
      template,
      inputs: { ...inputs },
      label: findOverlayTemplate(template)?.label ?? template,
      start_time: roundToMilliseconds(start),
      end_time: roundToMilliseconds(end),
    })),
    visual_blocks: toBlocks(video, draft, media),
    settings: {
      captions: { enabled: captions.enabled, style: captions.style },
      music: {
        removal_available: lockReason === '' && music.enabled,
        change_available: lockReason === '',
        media_asset_id: parseAssetRef(music.file),
        level: music.level ?? 1,
      },
      narration: { enabled: narration, language: plan.language, voice_id: voice, speaking_rate: speakingRate },
    },
    timeline: artifact && toVideoTimeline(artifact),
    versions: await readVersions(db, video.id),
  };
}

// Quality

const AUDIO_CATEGORIES: readonly string[] = ['silent', 'loudness', 'peak', 'missing_audio', 'drift'];

function getVerdict(findings: readonly Finding[]): 'pass' | 'warning' | 'fail' {
  if (findings.some(({ severity }) => severity === 'severe')) return 'fail';
  return findings.some(({ severity }) => severity === 'warning') ? 'warning' : 'pass';
}

export function toQualityReport(artifact: ArtifactRow): QualityReport {
  const { revision, seconds, quality_status: status, measured_at } = artifact;
  // Only this service writes this value, so the cast is safe.
  const measurements = status === 'ready' ? (artifact.quality as unknown as Measured | null) : null;
  const findings = measurements?.findings ?? [];
  const [audioFindings, visualFindings] = [
    findings.filter(({ category }) => AUDIO_CATEGORIES.includes(category)),
    findings.filter(({ category }) => !AUDIO_CATEGORIES.includes(category)),
  ];
  const view: QualityFinding[] = findings.map((finding) => ({ ...finding }));
  return {
    status,
    artifact: { revision, duration_seconds: seconds },
    overall_status: measurements && getVerdict(findings),
    visual_status: measurements && getVerdict(visualFindings),
    audio_status: measurements && getVerdict(audioFindings),
    measured_at: measured_at?.toISOString() ?? null,
    findings: view,
    summary: { count: findings.length, severe_count: findings.filter(({ severity }) => severity === 'severe').length },
    loudness: measurements?.loudness ?? null,
    peak: measurements?.peak ?? null,
  };
}
