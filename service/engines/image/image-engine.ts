/** What makes pictures. Engines know sizes, words and pixels, and nothing of boards, runs or credits. */
import type { PaidAnswer } from '../paid-answer.ts';

/** Where an edit may change anything, in fractions of the picture. */
export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface ImageControl {
  readonly signal: AbortSignal;
  /** Of engines that are paid by the answer. */
  readonly paid?: PaidAnswer;
}

/** What was read from a reference. Colours are `#rrggbb`, the most frequent first. */
export interface ImageStyle {
  readonly colors: readonly string[];
  /** 0 to 1. */
  readonly brightness: number;
  readonly contrast: number;
}

export interface ImageBrief {
  readonly width: number;
  readonly height: number;
  /** The same brief with the same seed gives the same picture where the engine can promise that. */
  readonly seed: number;
  readonly prompt: string;
  /** The words to set; null for a picture without words. */
  readonly headline: string | null;
  /** Pictures to go by, as files that were checked. */
  readonly references: readonly Uint8Array[];
  readonly style: ImageStyle | null;
  /** A backdrop fills its frame and points at nothing; a thumbnail, which is the usual, wants to be clicked. */
  readonly purpose?: 'thumbnail' | 'backdrop';
}

export interface ImageEdit {
  /** A file that was checked. */
  readonly image: Uint8Array;
  readonly instruction: string;
  readonly region: Region | null;
}

/** A PNG file. */
export interface MadeImage {
  readonly bytes: Uint8Array;
  /** A plain sentence the person should know. */
  readonly note: string | null;
}

export interface ImageEngine {
  readonly label: string;
  readonly isImageModel: boolean;
  /** @throws ImageEngineError */
  generate(brief: ImageBrief, control: ImageControl): Promise<MadeImage>;
  /** May change pixels outside the region; its caller puts those back. @throws ImageEngineError */
  edit(edit: ImageEdit, control: ImageControl): Promise<MadeImage>;
}

/** The engine cannot do this; the message is a sentence for people. */
export class ImageEngineError extends Error {
  override readonly name = 'ImageEngineError';
}

/** It is no picture that is taken in; the message is a sentence for people. */
export class PictureRefusedError extends Error {
  override readonly name = 'PictureRefusedError';
}
