/** Describes a script in the library: the service's data seen so far, and what was written here. */
export interface LibraryRow {
  /** `account/id` */
  readonly key: string;
  readonly account: string;
  readonly id: number;
  readonly channelId: number | null;
  readonly title: string;
  /** The script's angle or topic. */
  readonly about: string;
  readonly format: string | null;
  readonly number: number | null;
  /** Words of the script, else of its outline, as far as they are known here. */
  readonly words: number;
  /** ISO time of the last edit here; empty if there was none. */
  readonly written: string;
  readonly starred: boolean;
  /** 1 if the script is in the trash. */
  readonly trash: 0 | 1;
  /** Tells whether it was created here and is not sent yet. */
  readonly queued: boolean;
}
