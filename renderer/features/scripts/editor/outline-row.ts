/** A section in the sidebar. Times are in seconds. */
export interface OutlineRow {
  readonly text: string;
  readonly seconds: number;
  /** Null if no target time is set. */
  readonly target: number | null;
  /** The number of levels below the highest heading. */
  readonly depth: number;
  /** The offset of the section's heading. */
  readonly from: number;
}
