/** The port for image engines. Engines know sizes, words and pixels, but not boards, runs or credits. */
import type { PaidRequest } from '../paid-request.ts';

/** The area that an edit may change, in fractions of the picture. */
export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface ImageControl {
  readonly signal: AbortSignal;
  /** Set for engines that are paid per answer. */
  readonly paidRequest?: PaidRequest;
}

/** A reference's style. Colours are `#rrggbb`, the most frequent first. */
export interface ImageStyle {
  readonly colors: readonly string[];
  /** Ranges from 0 to 1. */
  readonly brightness: number;
  readonly contrast: number;
}

export interface ImageBrief {
  readonly width: number;
  readonly height: number;
  /** Makes the result repeatable for the same brief, if the engine supports that. */
  readonly seed: number;
  readonly prompt: string;
  /** Null for a picture without words. */
  readonly headline: string | null;
  /** Reference pictures, as files that were already checked. */
  readonly references: readonly Uint8Array[];
  readonly style: ImageStyle | null;
  /** A backdrop fills its frame and emphasises nothing; a thumbnail (the default) should attract clicks. */
  readonly purpose?: 'thumbnail' | 'backdrop';
}

export interface ImageEdit {
  /** A file that was already checked. */
  readonly image: Uint8Array;
  readonly instruction: string;
  readonly region: Region | null;
}

/** A PNG file. */
export interface GeneratedImage {
  readonly bytes: Uint8Array;
  /** A note about the picture for the user, as a plain sentence. */
  readonly note: string | null;
}

export interface ImageEngine {
  readonly label: string;
  readonly isImageModel: boolean;
  /** @throws ImageEngineError */
  generate(brief: ImageBrief, control: ImageControl): Promise<GeneratedImage>;
  /** May change pixels outside the region; the caller restores those. @throws ImageEngineError */
  edit(edit: ImageEdit, control: ImageControl): Promise<GeneratedImage>;
}

/** The engine cannot do this; the message can be shown to people. */
export class ImageEngineError extends Error {
  override readonly name = 'ImageEngineError';
}

/** The file is not an acceptable picture; the message can be shown to people. */
export class PictureRefusedError extends Error {
  override readonly name: string = 'PictureRefusedError';
}

/** The file ends before the picture does. */
export class PictureIncompleteError extends PictureRefusedError {
  override readonly name = 'PictureIncompleteError';
}
