import type { FormDraft, Forms } from '#renderer/drafts/forms.ts';
import type { TextAnchor } from '#markdown/comments/text-anchor.ts';

export interface ComposedComment {
  readonly anchor: TextAnchor;
  readonly text: string;
  /** Replaces the commented words; null unless a change is suggested. */
  readonly replacement: string | null;
}

interface UnsentComments extends Record<string, unknown> {
  readonly composing: ComposedComment | null;
  /** The replies being written, by thread id. */
  readonly replies: Readonly<Record<string, string>>;
}

/** The comment and the replies being written, saved like a draft. */
export class CommentDraft {
  readonly #forms: Pick<Forms, 'open'>;
  readonly #account: string;
  #form: FormDraft<UnsentComments> | null = null;
  #isClosed = false;
  #value = $state.raw<UnsentComments>({ composing: null, replies: {} });

  constructor(forms: Pick<Forms, 'open'>, account: string) {
    this.#forms = forms;
    this.#account = account;
  }

  get composing(): ComposedComment | null {
    return this.#value.composing;
  }

  getReply(thread: string): string {
    return this.#value.replies[thread] ?? '';
  }

  /** Loads unsent text from the last time and keeps text typed meanwhile. */
  async open(name: string): Promise<void> {
    const form = await this.#forms.open<UnsentComments>(this.#account, name);
    if (this.#isClosed) return form.close();
    const previous = this.#form;
    this.#form = form;
    const { composing, replies } = this.#value;
    const next = {
      composing: composing ?? form.value.composing ?? null,
      replies: { ...form.value.replies, ...replies },
    };
    this.#value = next;
    if (composing !== null || Object.keys(replies).length > 0) form.change(next);
    if (previous) await previous.clear().then(() => previous.close());
  }

  setComposing(composing: ComposedComment | null): void {
    this.#change({ ...this.#value, composing });
  }

  setReply(thread: string, text: string): void {
    const { [thread]: _removed, ...others } = this.#value.replies;
    this.#change({ ...this.#value, replies: text === '' ? others : { ...others, [thread]: text } });
  }

  close(): void {
    this.#isClosed = true;
    void this.#form?.close();
    this.#form = null;
  }

  #change(value: UnsentComments): void {
    this.#value = value;
    if (value.composing === null && Object.keys(value.replies).length === 0) void this.#form?.clear();
    else this.#form?.change(value);
  }
}
