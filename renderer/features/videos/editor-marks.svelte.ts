import type { FormDraft } from '#renderer/drafts/forms.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { untrack } from 'svelte';

/** The edit a comment was converted to, and the version it was staged on. */
interface ConvertedEdit {
  readonly item: string;
  readonly version: number;
}

type Marks = {
  readonly accepted: readonly string[];
  readonly project: string | null;
  /** Comment ids with the version in which each was resolved. */
  readonly resolved: Readonly<Record<string, number>>;
  readonly turned: Readonly<Record<string, ConvertedEdit>>;
};
const NO_MARKS: Marks = { accepted: [], project: null, resolved: {}, turned: {} };

/** Decisions about a video beyond its edits. They are saved like a draft and apply to all of its versions. */
export class VideoEditorMarks {
  readonly #forms: AppState['forms'];
  readonly #account: string;
  readonly #name: string;
  #marks = $state.raw<Marks>(NO_MARKS);
  #draft: FormDraft<Marks> | null = null;

  constructor({ forms }: Pick<AppState, 'forms'>, account: string, video: string) {
    this.#forms = forms;
    this.#account = account;
    this.#name = `video-${video}-marks`;
  }

  /** Loads the saved marks. Returns a function that closes them. */
  open(): () => void {
    void untrack(async () => {
      this.#draft = await this.#forms.open<Marks>(this.#account, this.#name);
      this.#marks = { ...NO_MARKS, ...this.#draft.value, project: this.#draft.value.project ?? this.#marks.project };
    });
    return () => void this.#draft?.close();
  }

  readonly acceptedFindings: ReadonlySet<string> = $derived.by(() => new Set(this.#marks.accepted));

  /** Project whose comments are shown, if it was chosen by hand. */
  get project(): string | null {
    return this.#marks.project;
  }

  accept(finding: string, isAccepted: boolean): void {
    const others = this.#marks.accepted.filter((id) => id !== finding);
    this.#change({ accepted: isAccepted ? [...others, finding] : others });
  }

  setProject(project: string): void {
    this.#change({ project });
  }

  /** Returns the version in which a comment was resolved; null while it is open. */
  getResolvedVersion(comment: number, version: number): number | null {
    const resolvedVersion = this.#marks.resolved[comment];
    if (resolvedVersion !== undefined) return resolvedVersion;
    const edit = this.#marks.turned[comment];
    return edit !== undefined && version > edit.version ? edit.version + 1 : null;
  }

  getStagedEditId(comment: number): string | null {
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

  convert(comment: number, edit: ConvertedEdit): void {
    this.#change({ turned: { ...this.#marks.turned, [comment]: edit } });
  }

  /** Reopens the comment whose staged edit was discarded. */
  reopenDiscarded(item: string): void {
    const remaining = Object.entries(this.#marks.turned).filter(([, edit]) => edit.item !== item);
    this.#change({ turned: Object.fromEntries(remaining) });
  }

  #change(change: Partial<Marks>): void {
    this.#marks = { ...this.#marks, ...change };
    this.#draft?.change(this.#marks);
  }
}
