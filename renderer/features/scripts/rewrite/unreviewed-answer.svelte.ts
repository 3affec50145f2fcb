import type { FormDraft, Forms } from '#renderer/drafts/forms.ts';
import type { TextAnchor } from '#markdown/comments/text-anchor.ts';

/** A language model's answer about a passage. */
export interface Answer extends Record<string, unknown> {
  /** The anchor of the passage at the time of the request. */
  readonly anchor: TextAnchor;
  readonly isHook: boolean;
  readonly texts: readonly string[];
}

/** Stores the last answer until it is reviewed, even if the window dies, so that nobody has to pay for it again. */
export class UnreviewedAnswer {
  readonly #forms: Pick<Forms, 'open'>;
  #form: FormDraft<Answer> | null = null;
  #isClosed = false;
  #answer = $state.raw<Answer | null>(null);

  constructor(forms: Pick<Forms, 'open'>) {
    this.#forms = forms;
  }

  get answer(): Answer | null {
    return this.#answer;
  }

  /** Loads the stored answer; an answer that arrived meanwhile replaces it. */
  async open(account: string, name: string): Promise<void> {
    const form = await this.#forms.open<Answer>(account, name);
    if (this.#isClosed) return form.close();
    this.#form = form;
    const { anchor, isHook, texts } = form.value;
    if (this.#answer) form.change(this.#answer);
    else if (anchor && texts) this.#answer = { anchor, isHook: isHook === true, texts };
  }

  save(answer: Answer | null): void {
    this.#answer = answer;
    this.#form?.change(answer ?? {});
  }

  close(): void {
    this.#isClosed = true;
    void this.#form?.close();
  }
}
