import type { FormDraft } from '#renderer/drafts/forms.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { untrack } from 'svelte';

/** The edit a comment was converted to, and the version it was staged on. */
interface Turned {
  readonly item: string;
  readonly version: number;
}

type Marks = {
  readonly accepted: readonly string[];
  readonly project: string | null;
  /** Comment ids with the version in which each was resolved. */
  readonly resolved: Readonly<Record<string, number>>;
  readonly turned: Readonly<Record<string, Turned>>;
};
const NONE: Marks = { accepted: [], project: null, resolved: {}, turned: {} };

/** Decisions about a video beyond its edits. They are saved like a draft and apply to all of its versions. */
export class VideoEditorMarks {
  readonly #forms: AppState['forms'];
  readonly #account: string;
  readonly #name: string;
  #marks = $state.raw<Marks>(NONE);
  #kept: FormDraft<Marks> | null = null;

  constructor({ forms }: Pick<AppState, 'forms'>, account: string, video: string) {
    this.#forms = forms;
    this.#account = account;
    this.#name = `video-${video}-marks`;
  }

  /** Loads the saved marks. Returns a function that closes them. */
  open(): () => void {
    void untrack(async () => {
      this.#kept = await this.#forms.open<Marks>(this.#account, this.#name);
      this.#marks = { ...NONE, ...this.#kept.value, project: this.#kept.value.project ?? this.#marks.project };
    });
    return () => void this.#kept?.close();
  }

  readonly accepted: ReadonlySet<string> = $derived.by(() => new Set(this.#marks.accepted));

  /** Project whose comments are shown, if it was chosen by hand. */
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

  /** Returns the version in which a comment was resolved; null while it is open. */
  resolvedIn(comment: number, version: number): number | null {
    const by = this.#marks.resolved[comment];
    if (by !== undefined) return by;
    const turned = this.#marks.turned[comment];
    return turned !== undefined && version > turned.version ? turned.version + 1 : null;
  }

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

  /** Reopens the comment whose staged edit was discarded. */
  discarded(item: string): void {
    const left = Object.entries(this.#marks.turned).filter(([, one]) => one.item !== item);
    this.#change({ turned: Object.fromEntries(left) });
  }

  #change(change: Partial<Marks>): void {
    this.#marks = { ...this.#marks, ...change };
    this.#kept?.change(this.#marks);
  }
}
