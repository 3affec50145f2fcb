/** Defines the port of video engines: plans, rendered videos and quality findings. Times are in seconds. */

import type { Box } from '#contract/box.ts';
import type { Pronunciation } from '#contract/schema/channel.ts';
import type { CAPTION_STYLES, FRAME_RATES, VIDEO_DESIGNS } from '#contract/schema/video.ts';

/**
 * Samples per second; a frame is a whole number of them at every rate, so that picture and sound cannot drift apart.
 */
export const SAMPLE_RATE = 48_000;

/** In frames per second. */
export type FrameRate = (typeof FRAME_RATES)[number];
/** The rate of plans and timelines without one, which are older. */
export const USUAL_FRAME_RATE = 30;

export interface Rated {
  readonly frameRate?: FrameRate;
}

export const getFrameRate = ({ frameRate = USUAL_FRAME_RATE }: Rated): FrameRate => frameRate;
export const getSamplesPerFrame = (rated: Rated): number => SAMPLE_RATE / getFrameRate(rated);

export const SCENE_KINDS = ['slide', 'picture', 'presenter', 'media'] as const;
export type SceneKind = (typeof SCENE_KINDS)[number];

export const SLIDE_LAYOUTS = [
  'title',
  'section',
  'statement',
  'points',
  'quote',
  'number',
  'comparison',
  'date',
  'place',
  'name',
] as const;
export type SlideLayout = (typeof SLIDE_LAYOUTS)[number];

export type Design = (typeof VIDEO_DESIGNS)[number];
export type CaptionStyle = (typeof CAPTION_STYLES)[number];

/** An editable text of a scene. */
export interface SceneField {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly maxChars: number;
}

export interface SceneMedia {
  /** The path of a file that was already checked. */
  readonly path: string;
  readonly kind: 'picture' | 'video';
}

/** A part of the video with one main picture or text, also called a visual block. */
export interface Scene {
  /** Unique in the plan; does not change when texts do. */
  readonly key: string;
  readonly kind: SceneKind;
  readonly layout: SlideLayout;
  readonly fields: readonly SceneField[];
  readonly narration: readonly string[];
  /** The description of the picture; empty if there is none. */
  readonly prompt: string;
  readonly seed: number;
  readonly media: SceneMedia | null;
  /** The heading above the scene; empty before the first heading. */
  readonly chapter: string;
  readonly leastSeconds: number;
  /** If the scene shows a later part of a long sentence: the share of the sentence before this part. */
  readonly within?: number;
  /** Seconds of silence that the script asks for after each sentence; absent if none. */
  readonly pauses?: readonly number[];
}

/** A graphic over the picture for some time. `inputs` are keyed by the template's fields. */
export interface Overlay {
  readonly id: string;
  readonly template: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly start: number;
  readonly end: number;
}

export interface VideoSettings extends Rated {
  /** An even number of pixels, as is the height. */
  readonly width: number;
  readonly height: number;
  readonly design: Design;
  readonly captions: {
    readonly enabled: boolean;
    readonly style: CaptionStyle;
    /** True leaves out captions whose words the scene itself shows; absent in older plans. */
    readonly notRepeated?: boolean;
  };
  /** The built-in music if `file` is null. */
  readonly music: {
    readonly enabled: boolean;
    readonly file: string | null;
    /** A factor of the default level; absent in older plans, which have the default one. */
    readonly level?: number;
  };
  readonly narration: boolean;
  /** The pronunciations of certain words; absent for none. */
  readonly pronunciations?: readonly Pronunciation[];
  /** From 0.5 to 2; 1 is the voice's own speed. */
  readonly speakingRate: number;
  /** The speech engine's name for the voice; null leaves the choice to the engine. */
  readonly voice: string | null;
}

export interface VideoPlan {
  /** The way scenes are placed in time; absent in older plans, whose overlays refer to the older times. */
  readonly timing?: 'flowing';
  readonly title: string;
  /** A language tag. */
  readonly language: string;
  readonly scenes: readonly Scene[];
  readonly overlays: readonly Overlay[];
  readonly settings: VideoSettings;
  /** The texts that replace captions, by cue id. */
  readonly captionEdits: Readonly<Record<string, string>>;
  /** The sentences that were spoken again, by sentence id; absent if there are none. */
  readonly respoken?: Readonly<Record<string, Respoken>>;
}

/** Settings of a sentence that is spoken again. */
export interface Respoken {
  /** The text that the voice reads instead of the script's words. */
  readonly saidAs: string;
  /** Distinguishes takes of the same words, because a model speaks them differently each time. */
  readonly take: number;
  /** Length of the sentence when it was first spoken, in seconds, so that its captions keep their cuts. */
  readonly cutFor: number;
}

/** A caption. `words` say when each of its words begins. */
export interface Cue {
  readonly id: string;
  readonly scene: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly words: readonly { readonly text: string; readonly start: number }[];
}

/** Place of a text in pixels of the video, and its time. */
export interface TextPlace extends Box {
  readonly what: 'slide' | 'caption' | 'overlay';
  readonly id: string;
  readonly scene: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface TimedScene {
  readonly key: string;
  readonly kind: SceneKind;
  readonly start: number;
  readonly end: number;
}

/** Places and times of everything in a rendered video; stored with it for measuring and display. */
export interface Timeline extends Rated {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly narration: boolean;
  readonly music: boolean;
  readonly scenes: readonly TimedScene[];
  readonly sentences: readonly {
    readonly scene: string;
    readonly start: number;
    readonly end: number;
    readonly text: string;
  }[];
  readonly cues: readonly Cue[];
  readonly overlays: readonly (Overlay & Box)[];
  readonly texts: readonly TextPlace[];
}

export interface RenderedVideo {
  readonly file: string;
  readonly type: 'video/mp4' | 'video/webm';
  readonly bytes: number;
  readonly seconds: number;
  readonly frames: number;
  readonly timeline: Timeline;
  readonly srt: string;
  readonly vtt: string;
  /** The number of scenes that were drawn; `reused` is the number of cached ones. */
  readonly drawn: number;
  readonly reused: number;
  /** The cache files that the video was made of. */
  readonly cacheFiles: readonly string[];
  readonly warnings: readonly string[];
}

export interface RenderProgress {
  /** From 0 to 100; never decreases. */
  readonly percent: number;
  readonly step: string;
  /** The scene that was finished last. */
  readonly scene: string | null;
}

export type Severity = 'info' | 'warning' | 'severe';

export const FINDING_CATEGORIES = [
  'black',
  'frozen',
  'silent',
  'loudness',
  'peak',
  'caption_speed',
  'safe_area',
  'contrast',
  'overlap',
  'duration',
  'missing_audio',
  'drift',
] as const;
export type FindingCategory = (typeof FINDING_CATEGORIES)[number];

export interface Finding {
  readonly id: string;
  readonly category: FindingCategory;
  readonly severity: Severity;
  readonly message: string;
  readonly start_time: number;
  readonly end_time: number;
  /** The visual block concerned, or null for the whole video. */
  readonly block_key: string | null;
}

export interface QualityReport {
  readonly seconds: number;
  /** By EBU R128: integrated loudness in LUFS and true peak in dBTP; null if there is no sound. */
  readonly loudness: number | null;
  readonly peak: number | null;
  /** The greatest offset between picture and sound at their starts or ends. */
  readonly driftMs: number;
  readonly findings: readonly Finding[];
}

export type VideoFault = 'missing' | 'old' | 'died' | 'disk_full' | 'bad_media' | 'too_long' | 'not_kept';

/** The video cannot be made; the message can be shown to people. */
export class VideoEngineError extends Error {
  override readonly name = 'VideoEngineError';
  readonly fault: VideoFault;
  readonly retryable: boolean;

  constructor(fault: VideoFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
    this.retryable = fault === 'died' || fault === 'disk_full';
  }
}
