/** The port of what makes videos: shapes of a plan, of what is rendered and of what is found in it. Times are seconds. */

export const FRAMES_PER_SECOND = 30;
/** Samples a second; a frame is a whole number of them, so picture and sound cannot drift apart. */
export const SAMPLE_RATE = 48_000;
export const SAMPLES_PER_FRAME = SAMPLE_RATE / FRAMES_PER_SECOND;

export const SCENE_KINDS = ['slide', 'picture', 'presenter', 'media'] as const;
export type SceneKind = (typeof SCENE_KINDS)[number];

export const SLIDE_LAYOUTS = ['title', 'section', 'statement', 'points', 'quote', 'number'] as const;
export type SlideLayout = (typeof SLIDE_LAYOUTS)[number];

export const DESIGNS = ['screening', 'drawing', 'signal'] as const;
export type Design = (typeof DESIGNS)[number];

export const CAPTION_STYLES = ['default', 'outline', 'bar', 'highlight', 'large'] as const;
export type CaptionStyle = (typeof CAPTION_STYLES)[number];

/** A text of a scene that may be edited. */
export interface SceneField {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly maxChars: number;
}

export interface SceneMedia {
  /** A file that was checked. */
  readonly path: string;
  readonly kind: 'picture' | 'video';
}

/** A stretch of the video with one thing to look at: a visual block. */
export interface Scene {
  /** Unique in the plan, and kept when texts change. */
  readonly key: string;
  readonly kind: SceneKind;
  readonly layout: SlideLayout;
  readonly fields: readonly SceneField[];
  /** What is said, sentence by sentence. */
  readonly narration: readonly string[];
  /** Of the picture; empty where there is none. */
  readonly prompt: string;
  readonly seed: number;
  readonly media: SceneMedia | null;
  /** The heading it stands under; empty before the first. */
  readonly chapter: string;
  /** How long it stays at least. */
  readonly leastSeconds: number;
}

/** What lies over the picture for a while. `inputs` by the template's field keys. */
export interface Overlay {
  readonly id: string;
  readonly template: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly start: number;
  readonly end: number;
}

export interface VideoSettings {
  readonly width: 1280 | 1920;
  readonly height: 720 | 1080;
  readonly design: Design;
  readonly captions: { readonly enabled: boolean; readonly style: CaptionStyle };
  /** `file` null: the bed that is brought along. */
  readonly music: { readonly enabled: boolean; readonly file: string | null };
  readonly narration: boolean;
  /** 1 is the voice's own speed; 0.5 to 2. */
  readonly speakingRate: number;
  /** As the speech engine names it; null leaves the choice to it. */
  readonly voice: string | null;
}

export interface VideoPlan {
  readonly title: string;
  /** A language tag. */
  readonly language: string;
  readonly scenes: readonly Scene[];
  readonly overlays: readonly Overlay[];
  readonly settings: VideoSettings;
  /** Captions that shall say something else than what is spoken, by cue id. */
  readonly captionEdits: Readonly<Record<string, string>>;
}

/** A caption. `words` are the moments at which each of its words begins. */
export interface Cue {
  readonly id: string;
  readonly scene: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly words: readonly { readonly text: string; readonly start: number }[];
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a text stands, in pixels of the video, and while it does. */
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

/** What is where and when in a rendered video; kept beside it, for measuring and for whoever shows it. */
export interface Timeline {
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
  /** Scenes that were drawn, and those taken as they were. */
  readonly drawn: number;
  readonly reused: number;
  /** Names of the files in the cache that it was made of. */
  readonly kept: readonly string[];
  readonly warnings: readonly string[];
}

export interface RenderProgress {
  /** 0 to 100, never falling. */
  readonly percent: number;
  /** In plain words. */
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
  /** In plain words. */
  readonly message: string;
  readonly start_time: number;
  readonly end_time: number;
  /** The visual block it touches; null where it is of the whole video. */
  readonly block_key: string | null;
}

export interface QualityReport {
  readonly seconds: number;
  /** EBU R128: integrated loudness in LUFS and true peak in dBTP; null where there is no sound. */
  readonly loudness: number | null;
  readonly peak: number | null;
  /** Between the ends of picture and sound. */
  readonly driftMs: number;
  readonly findings: readonly Finding[];
}

export type VideoFault = 'missing' | 'old' | 'died' | 'disk_full' | 'bad_media' | 'too_long';

/** It cannot be made; the message is a sentence for people. */
export class VideoEngineError extends Error {
  override readonly name = 'VideoEngineError';
  readonly fault: VideoFault;
  /** Whether the same again may succeed. */
  readonly retryable: boolean;

  constructor(fault: VideoFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
    this.retryable = fault === 'died' || fault === 'disk_full';
  }
}
