import type { FormDraft, Forms } from '#renderer/drafts/forms.ts';
import type { TextAnchor } from '#markdown/comments/text-anchor.ts';

/** A language model's answer about a passage. */
export interface Answer extends Record<string, unknown> {
  /** Locates the passage as it was when the model was asked. */
  readonly anchor: TextAnchor;
  readonly isHook: boolean;
  readonly texts: readonly string[];
}

/** Keeps the last answer until it is reviewed, also when the window dies, so that nobody has to pay for it again. */
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

  /** Reads what is left of an earlier review; an answer that came meanwhile takes its place. */
  async open(account: string, name: string): Promise<void> {
    const form = await this.#forms.open<Answer>(account, name);
    if (this.#isClosed) return form.close();
    this.#form = form;
    const { anchor, isHook, texts } = form.value;
    if (this.#answer) form.change(this.#answer);
    else if (anchor && texts) this.#answer = { anchor, isHook: isHook === true, texts };
  }

  keep(answer: Answer | null): void {
    this.#answer = answer;
    this.#form?.change(answer ?? {});
  }

  close(): void {
    this.#isClosed = true;
    void this.#form?.close();
  }
}
