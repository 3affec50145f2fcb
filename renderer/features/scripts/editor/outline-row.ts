/** Describes a section in the sidebar. Times are in seconds. */
export interface OutlineRow {
  readonly text: string;
  readonly seconds: number;
  /** Is null if no target time is set. */
  readonly target: number | null;
  /** Counts levels below the highest one in the list. */
  readonly depth: number;
  /** Is the offset of the section's heading. */
  readonly from: number;
}
