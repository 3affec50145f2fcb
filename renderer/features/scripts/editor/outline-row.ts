/** A section as the sidebar lists it. Times in seconds. */
export interface OutlineRow {
  readonly text: string;
  readonly seconds: number;
  /** What it should take; null where nobody said. */
  readonly target: number | null;
  /** Levels below the highest one in the list. */
  readonly depth: number;
  /** Offset of its heading. */
  readonly from: number;
}
