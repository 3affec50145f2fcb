/** Describes a script in the library: the service's data seen so far, and what was written here. */
export interface LibraryRow {
  /** Is written as `account/id`. */
  readonly key: string;
  readonly account: string;
  readonly id: number;
  readonly channelId: number | null;
  readonly title: string;
  /** Is the script's angle or topic. */
  readonly about: string;
  readonly format: string | null;
  readonly number: number | null;
  /** Counts words of the script, else of its outline, as far as they are known here. */
  readonly words: number;
  /** Is the ISO time of the last edit here; empty if there was none. */
  readonly written: string;
  readonly starred: boolean;
  /** Is 1 if the script is in the trash, 2 if it was deleted for good. */
  readonly trash: 0 | 1 | 2;
  /** Tells whether it was created here and is not sent yet. */
  readonly queued: boolean;
  /** Tells whether its service no longer lists it, because its project was archived. */
  readonly archived: boolean;
  /** Has one tag per line. */
  readonly tags: string;
  /** Is empty if the script is in no folder. */
  readonly folder: string;
  /** Names the furthest text it has. */
  readonly text: 'draft' | 'outline' | '';
}
