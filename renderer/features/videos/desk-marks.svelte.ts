import type { FormDraft } from '#renderer/offline/forms.ts';
import type { Studio } from '#renderer/studio/studio.svelte.ts';
import { untrack } from 'svelte';

/** The edit a comment was turned into, and the version it was staged on. */
interface Turned {
  readonly item: string;
  readonly version: number;
}

type Marks = {
  readonly accepted: readonly string[];
  readonly project: string | null;
  /** Comments by id, with the version in which they were done with. */
  readonly resolved: Readonly<Record<string, number>>;
  readonly turned: Readonly<Record<string, Turned>>;
};
const NONE: Marks = { accepted: [], project: null, resolved: {}, turned: {} };

/** What was decided here about a video beyond its edits: kept like a draft, over all of its versions. */
export class DeskMarks {
  readonly #forms: Studio['forms'];
  readonly #account: string;
  readonly #name: string;
  #marks = $state.raw<Marks>(NONE);
  #kept: FormDraft<Marks> | null = null;

  constructor({ forms }: Pick<Studio, 'forms'>, account: string, video: string) {
    this.#forms = forms;
    this.#account = account;
    this.#name = `video-${video}-marks`;
  }

  /** The returned function ends it. */
  open(): () => void {
    void untrack(async () => {
      this.#kept = await this.#forms.open<Marks>(this.#account, this.#name);
      this.#marks = { ...NONE, ...this.#kept.value, project: this.#kept.value.project ?? this.#marks.project };
    });
    return () => void this.#kept?.close();
  }

  /** Findings that are fine as they are. */
  readonly accepted: ReadonlySet<string> = $derived.by(() => new Set(this.#marks.accepted));

  /** On whose comments the video is talked about, where it was chosen by hand. */
  get project(): string | null {
    return this.#marks.project;
  }

  accept(finding: string, yes: boolean): void {
    const rest = this.#marks.accepted.filter((id) => id !== finding);
    this.#change({ accepted: yes ? [...rest, finding] : rest });
  }

  talkOn(project: string): void {
    this.#change({ project });
  }

  /** In which version a comment was done with; null while it is open. */
  resolvedIn(comment: number, version: number): number | null {
    const by = this.#marks.resolved[comment];
    if (by !== undefined) return by;
    const turned = this.#marks.turned[comment];
    return turned !== undefined && version > turned.version ? turned.version + 1 : null;
  }

  /** The staged edit that a comment was turned into. */
  itemOf(comment: number): string | null {
    return this.#marks.turned[comment]?.item ?? null;
  }

  resolve(comment: number, version: number): void {
    this.#change({ resolved: { ...this.#marks.resolved, [comment]: version } });
  }

  reopen(comment: number): void {
    const { [comment]: _done, ...resolved } = this.#marks.resolved;
    const { [comment]: _turned, ...turned } = this.#marks.turned;
    this.#change({ resolved, turned });
  }

  turn(comment: number, turned: Turned): void {
    this.#change({ turned: { ...this.#marks.turned, [comment]: turned } });
  }

  /** An edit is not staged any more: what it was to do is open again. */
  discarded(item: string): void {
    const left = Object.entries(this.#marks.turned).filter(([, one]) => one.item !== item);
    this.#change({ turned: Object.fromEntries(left) });
  }

  #change(change: Partial<Marks>): void {
    this.#marks = { ...this.#marks, ...change };
    this.#kept?.change(this.#marks);
  }
}
