/** Creates the simplest videos: files that name their plan. For tests about anything but pictures. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { VideoMaker } from '#service/domain/videos/services.ts';
import { writeCuesAsSrt } from '#service/engines/video/captions.ts';
import type { HandOffParts } from '#service/engines/video/hand-off.ts';
import {
  getFrameRate,
  type QualityReport,
  type RenderedVideo,
  type SceneKind,
  type Timeline,
  VideoEngineError,
  type VideoPlan,
} from '#service/engines/video/video.ts';

export const PIXEL_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const SCENE_SECONDS = 3;

export function createQuickTimeline(plan: VideoPlan): Timeline {
  const { width, height, music, frameRate } = plan.settings;
  const rate = getFrameRate(plan.settings);
  const starts = plan.scenes.map((scene, index) => ({ scene, start: index * SCENE_SECONDS }));
  const spokenSentences = starts.flatMap(({ scene, start }) =>
    scene.narration.map((text, at) => ({
      scene: scene.key,
      text,
      start: start + at * 0.1,
      end: start + SCENE_SECONDS,
    })),
  );
  return {
    width,
    height,
    frames: plan.scenes.length * SCENE_SECONDS * rate,
    ...(frameRate && { frameRate }),
    narration: plan.settings.narration,
    music: music.enabled,
    scenes: starts.map(({ scene: { key, kind }, start }) => ({ key, kind, start, end: start + SCENE_SECONDS })),
    sentences: spokenSentences,
    cues: spokenSentences.map((cue, index) => {
      const id = `cue-${index + 1}`;
      const text = plan.captionEdits[id] ?? cue.text;
      return { ...cue, id, text, words: [{ text, start: cue.start }] };
    }),
    overlays: plan.overlays.map((overlay) => ({ ...overlay, x: 0, y: 0, width: 10, height: 10 })),
    texts: [],
  };
}

const quality: QualityReport = {
  seconds: 9,
  loudness: -16,
  peak: -2,
  driftMs: 0,
  findings: [
    {
      id: 'f1',
      category: 'silent',
      severity: 'warning',
      message: 'There’s no sound.',
      start_time: 1,
      end_time: 2,
      block_key: null,
    },
  ],
};

export class QuickVideos implements VideoMaker {
  /** The reason why rendering is impossible; null if it is possible. */
  reason: string | null = null;
  /** Label of a connected speech provider. */
  connected: string | null = null;
  /** The reason why that provider cannot be used. */
  notReady: string | null = null;
  /** The kinds of scenes that were drawn as stills. */
  readonly stills: SceneKind[] = [];
  /** A render ends only after this promise has resolved. */
  gate: Promise<void> = Promise.resolve();
  /** Thrown by the next render. */
  fault: VideoEngineError | null = null;

  explainUnavailable() {
    return Promise.resolve(this.reason);
  }

  listVoices() {
    return Promise.resolve([{ id: 'anna', label: 'Anna', language: 'en' }]);
  }

  getConnectedVoice() {
    return Promise.resolve(this.connected);
  }

  findConfigurationFault() {
    return Promise.resolve(this.notReady);
  }

  describeNarrator() {
    return Promise.resolve('Nobody');
  }

  async estimateSeconds(plan: VideoPlan): Promise<number> {
    const seconds = plan.scenes.reduce((sum, { narration }) => sum + narration.join(' ').split(' ').length / 2.5, 0);
    // The real engine has the same limit.
    if (seconds > 3 * 3600) throw new VideoEngineError('too_long', 'The video would be longer than three hours.');
    return seconds;
  }

  async render(
    plan: VideoPlan,
    { file, signal, progress }: Parameters<VideoMaker['render']>[1],
  ): Promise<RenderedVideo> {
    progress({ percent: 20, step: 'Drawing scenes', scene: plan.scenes[0]?.key ?? null });
    await Promise.race([this.gate, new Promise((_, reject) => signal.addEventListener('abort', reject))]).catch(() => {
      signal.throwIfAborted();
    });
    const { fault } = this;
    this.fault = null;
    if (fault) throw fault;
    await writeFile(file, JSON.stringify(plan));
    const timeline = createQuickTimeline(plan);
    return {
      type: 'video/mp4',
      file,
      bytes: JSON.stringify(plan).length,
      timeline,
      seconds: timeline.frames / getFrameRate(timeline),
      frames: timeline.frames,
      srt: writeCuesAsSrt(timeline.cues),
      vtt: 'WEBVTT\n',
      drawn: 1,
      reused: 0,
      cacheFiles: [],
      warnings: ['Nobody speaks.'],
    };
  }

  async handOff(
    plan: VideoPlan,
    { folder, published, signal, progress }: Parameters<VideoMaker['handOff']>[1],
  ): Promise<HandOffParts> {
    progress({ percent: 20, step: 'Drawing scenes without captions', scene: null });
    const clips = plan.scenes.map(({ key }) => ({ key, file: join(folder, key), frames: SCENE_SECONDS * 30 }));
    for (const { file, key } of clips) await writeFile(file, key);
    await Promise.race([this.gate, new Promise((_, reject) => signal.addEventListener('abort', reject))]).catch(() => {
      signal.throwIfAborted();
    });
    const { fault } = this;
    this.fault = null;
    if (fault) throw fault;
    return {
      clips,
      extension: '.mp4',
      narration: null,
      music: null,
      srt: writeCuesAsSrt(published.cues),
      vtt: 'WEBVTT\n',
    };
  }

  measureQuality() {
    return Promise.resolve(quality);
  }

  computeWaveform() {
    return Promise.resolve([0, 0.5, 1]);
  }

  renderStill(plan: VideoPlan, key: string) {
    const scene = plan.scenes.find((one) => one.key === key);
    if (scene) this.stills.push(scene.kind);
    return Promise.resolve(PIXEL_PNG);
  }

  drawOverlay() {
    return Promise.resolve(PIXEL_PNG);
  }

  drawDesign() {
    return Promise.resolve(PIXEL_PNG);
  }

  /** Accepts any file that does not begin with “broken”. */
  async inspect(file: string) {
    if ((await readFile(file, 'utf8')).startsWith('broken')) {
      throw new VideoEngineError('bad_media', 'This is no picture, film or sound.');
    }
    const size = { width: 1280, height: 720 };
    return {
      kind: 'picture' as const,
      contentType: 'image/png',
      ...size,
      seconds: null,
      thumbnail: PIXEL_PNG,
      waveform: null,
    };
  }
}
