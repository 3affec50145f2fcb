/** A script in the library: the service's cached data, and the texts written here. */
export interface LibraryRow {
  /** Written as `account/id`. */
  readonly key: string;
  readonly account: string;
  readonly id: number;
  readonly channelId: number | null;
  readonly title: string;
  /** The script's angle or topic. */
  readonly about: string;
  readonly format: string | null;
  readonly number: number | null;
  /** The number of words of the script, else of its outline, as far as they are known here. */
  readonly words: number;
  /** The ISO time of the last edit here; empty if there was none. */
  readonly written: string;
  readonly starred: boolean;
  /** 1 if the script is in the trash, 2 if it was deleted permanently. */
  readonly trash: 0 | 1 | 2;
  /** True if the script was created here and is not sent yet. */
  readonly queued: boolean;
  /** True if the service no longer lists the script, because its project was archived. */
  readonly archived: boolean;
  /** One tag per line. */
  readonly tags: string;
  /** Empty if the script is in no folder. */
  readonly folder: string;
  /** The most advanced text it has. */
  readonly text: 'draft' | 'outline' | '';
}
