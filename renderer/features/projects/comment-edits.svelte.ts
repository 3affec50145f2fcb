import { untrack } from 'svelte';

import type { ProjectComment } from '#contract/schema/project.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import { explain } from '#renderer/bridge/faults.ts';
import type { FormDraft } from '#renderer/drafts/forms.ts';
import type { CachedQuery } from '#renderer/query-cache/query-cache.svelte.ts';
import { findMentions, type Person } from './mentions.ts';
import { toastFieldFailure } from './toast-failure.ts';

type Edit = Readonly<Record<'body' | 'before', string>> & { readonly id: number };

interface EditOptions {
  readonly account: string;
  readonly project: string;
  readonly query: CachedQuery<'projects.comments.list'>;
  people(): readonly Person[];
}

/** Edits one comment of a project at a time, saved as a draft while typing; deletes comments with undo. */
export class CommentEditor {
  readonly #app: AppState;
  readonly #options: EditOptions;
  #draft: FormDraft<Edit> | null = null;
  #edit = $state.raw<Edit | null>(null);
  #isSaving = $state.raw(false);
  #failure = $state.raw<ApiFailure | null>(null);
  #fault = $state.raw<string | undefined>();

  constructor(app: AppState, options: EditOptions) {
    this.#app = app;
    this.#options = options;
  }

  /** The current edit; null if there is none. */
  get edit(): Edit | null {
    return this.#edit;
  }

  get saving(): boolean {
    return this.#isSaving;
  }

  /** The failure of the last save, unless it is about the text. */
  get failure(): ApiFailure | null {
    return this.#failure;
  }

  /** The error of the text. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Restores an unsaved edit; the returned function closes the draft. */
  open(): () => void {
    const { account, project } = this.#options;
    const draftPromise = this.#app.forms.open<Edit>(account, `comment-edit-${project.replaceAll(':', '-')}`);
    void draftPromise.then((draft) => {
      this.#draft = draft;
      if (this.#edit) return draft.change(this.#edit);
      const { id, body, before } = draft.value;
      if (id !== undefined && body !== undefined && before !== undefined) this.#edit = { id, body, before };
    });
    return () => void draftPromise.then((draft) => draft.close());
  }

  startEdit({ id, body }: ProjectComment, initialText = body): void {
    this.#setEdit({ id, body: initialText, before: body });
  }

  change(body: string): void {
    if (this.#edit) this.#setEdit({ ...this.#edit, body });
  }

  /** Ends the edit without saving it. */
  cancel(): void {
    const cancelledEdit = this.#edit;
    this.#setEdit(null);
    if (!cancelledEdit || cancelledEdit.body === cancelledEdit.before) return;
    this.#app.toasts.show({ text: 'Changes discarded', action: () => this.#setEdit(cancelledEdit) });
  }

  /** Saves the edit; `latest` is the comment as the service has it, which undo restores. */
  async save(latest: ProjectComment): Promise<boolean> {
    const edit = this.#edit;
    if (!edit || this.#isSaving || edit.body.trim() === '') return false;
    if (edit.body === latest.body) {
      this.#setEdit(null);
      return true;
    }
    [this.#isSaving, this.#failure, this.#fault] = [true, null, undefined];
    const failure = await this.#write(edit.id, edit.body);
    this.#isSaving = false;
    if (failure) {
      this.#fault = Object.values(explain(failure).fields).flat()[0];
      if (this.#fault === undefined) this.#failure = failure;
      return false;
    }
    if (untrack(() => this.#edit)?.id === edit.id) this.#setEdit(null);
    this.#app.toasts.show({
      text: 'Comment saved',
      action: () =>
        void this.#write(edit.id, latest.body).then(
          (writeFailure) => writeFailure && toastFieldFailure(this.#app, writeFailure),
        ),
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
    // Only the answer of the deletion still holds the comment.
    this.#app.toasts.showFault(`${explain(result.failure).title}. The comment is still deleted.`, {
      label: 'Try again',
      run: () => void this.#restore(restore),
    });
  }

  async #write(id: number, body: string): Promise<ApiFailure | null> {
    const { account, project, people } = this.#options;
    const result = await this.#app.api.call(account, 'local.projects.comments.update', {
      params: { project, comment: String(id) },
      body: { body, mentioned_user_ids: findMentions(body, people()) },
    });
    await this.#refresh();
    return result.ok ? null : result.failure;
  }

  async #refresh(): Promise<void> {
    const { account, query } = this.#options;
    this.#app.cache.invalidate(account, 'projects', query);
    await query.refresh();
  }

  #setEdit(edit: Edit | null): void {
    this.#edit = edit;
    if (edit === null) [this.#failure, this.#fault] = [null, undefined];
    if (edit) this.#draft?.change(edit);
    else void this.#draft?.clear();
  }
}
