import { untrack } from 'svelte';

import type { ProjectComment } from '#contract/schema/project.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import { explain } from '#renderer/bridge/faults.ts';
import type { FormDraft } from '#renderer/drafts/forms.ts';
import type { CachedQuery } from '#renderer/query-cache/query-cache.svelte.ts';
import { mentionsOf, type Person } from './mentions.ts';
import { toastFieldFailure } from './toast-failure.ts';

type Edit = Readonly<Record<'body' | 'before', string>> & { readonly id: number };

interface EditOptions {
  readonly account: string;
  readonly project: string;
  readonly query: CachedQuery<'projects.comments.list'>;
  people(): readonly Person[];
}

/** Edits one comment of a project at a time, saved as a draft while typing; deletes comments with undo. */
export class CommentEdits {
  readonly #app: AppState;
  readonly #options: EditOptions;
  #draft: FormDraft<Edit> | null = null;
  #edit = $state.raw<Edit | null>(null);
  #saving = $state.raw(false);
  #failure = $state.raw<ApiFailure | null>(null);
  #fault = $state.raw<string | undefined>();

  constructor(app: AppState, options: EditOptions) {
    this.#app = app;
    this.#options = options;
  }

  /** Is what the person is editing; null if nothing. */
  get edit(): Edit | null {
    return this.#edit;
  }

  get saving(): boolean {
    return this.#saving;
  }

  /** Returns why the edit was not saved, if the reason is not about its text. */
  get failure(): ApiFailure | null {
    return this.#failure;
  }

  /** Returns what is wrong with the text. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Returns to an edit that was left unsaved; the returned function closes it. */
  open(): () => void {
    const { account, project } = this.#options;
    const opening = this.#app.forms.open<Edit>(account, `comment-edit-${project.replaceAll(':', '-')}`);
    void opening.then((draft) => {
      this.#draft = draft;
      if (this.#edit) return draft.change(this.#edit);
      const { id, body, before } = draft.value;
      if (id !== undefined && body !== undefined && before !== undefined) this.#edit = { id, body, before };
    });
    return () => void opening.then((draft) => draft.close());
  }

  begin({ id, body }: ProjectComment, text = body): void {
    this.#put({ id, body: text, before: body });
  }

  change(body: string): void {
    if (this.#edit) this.#put({ ...this.#edit, body });
  }

  /** Ends the edit without saving it. */
  cancel(): void {
    const left = this.#edit;
    this.#put(null);
    if (!left || left.body === left.before) return;
    this.#app.toasts.show({ text: 'Changes discarded', action: () => this.#put(left) });
  }

  /** Saves the edit; `latest` is the comment as the service has it, which undo puts back. */
  async save(latest: ProjectComment): Promise<boolean> {
    const edit = this.#edit;
    if (!edit || this.#saving || edit.body.trim() === '') return false;
    if (edit.body === latest.body) {
      this.#put(null);
      return true;
    }
    [this.#saving, this.#failure, this.#fault] = [true, null, undefined];
    const failure = await this.#write(edit.id, edit.body);
    this.#saving = false;
    if (failure) {
      this.#fault = Object.values(explain(failure).fields).flat()[0];
      if (this.#fault === undefined) this.#failure = failure;
      return false;
    }
    if (untrack(() => this.#edit)?.id === edit.id) this.#put(null);
    this.#app.toasts.show({
      text: 'Comment saved',
      action: () =>
        void this.#write(edit.id, latest.body).then((refused) => refused && toastFieldFailure(this.#app, refused)),
    });
    return true;
  }

  async delete({ id }: ProjectComment): Promise<boolean> {
    const { account, project } = this.#options;
    const params = { project, comment: String(id) };
    const result = await this.#app.api.call(account, 'local.projects.comments.delete', { params });
    await this.#refresh();
    if (!result.ok) {
      toastFieldFailure(this.#app, result.failure);
      return false;
    }
    const { restore } = result.body.data;
    this.#app.toasts.show({ text: 'Comment deleted', action: () => void this.#restore(restore) });
    return true;
  }

  async #restore(restore: string): Promise<void> {
    const { account, project } = this.#options;
    const input = { params: { project }, body: { restore } };
    const result = await this.#app.api.call(account, 'local.projects.comments.restore', input);
    await this.#refresh();
    if (result.ok) return;
    // The answer of the deletion is all that is left of the comment.
    this.#app.toasts.fault(`${explain(result.failure).title}. The comment is still deleted.`, {
      label: 'Try again',
      run: () => void this.#restore(restore),
    });
  }

  async #write(id: number, body: string): Promise<ApiFailure | null> {
    const { account, project, people } = this.#options;
    const result = await this.#app.api.call(account, 'local.projects.comments.update', {
      params: { project, comment: String(id) },
      body: { body, mentioned_user_ids: mentionsOf(body, people()) },
    });
    await this.#refresh();
    return result.ok ? null : result.failure;
  }

  async #refresh(): Promise<void> {
    const { account, query } = this.#options;
    this.#app.cache.invalidate(account, 'projects', query);
    await query.refresh();
  }

  #put(edit: Edit | null): void {
    this.#edit = edit;
    if (edit === null) [this.#failure, this.#fault] = [null, undefined];
    if (edit) this.#draft?.change(edit);
    else void this.#draft?.clear();
  }
}
