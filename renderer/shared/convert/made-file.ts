export interface MadeFile {
  readonly bytes: Uint8Array;
  /** Plain sentences about what was lost or cannot be shown. */
  readonly notes: readonly string[];
}
