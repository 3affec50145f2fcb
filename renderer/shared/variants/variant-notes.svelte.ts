import { untrack } from 'svelte';

import type { FormDraft } from '../../drafts/forms.ts';
import type { AppState } from '../../app-state/app-state.svelte.ts';

/** Maps each compared picture to its note, and names the picked one. */
type StoredNotes = { notes: Record<string, string>; winner: string };

/** Keeps notes on variants in this window and its journal, like everything the user types. */
export class VariantNotes {
  readonly #app: Pick<AppState, 'forms'>;
  readonly #account: string;
  readonly #name: string;
  #draft = $state.raw<FormDraft<StoredNotes> | null>(null);
  #notes = $state.raw<Readonly<Record<string, string>>>({});
  #winner = $state.raw<string | null>(null);

  /** `name` is the form that stores the notes. */
  constructor(app: Pick<AppState, 'forms'>, account: string, name: string) {
    this.#app = app;
    this.#account = account;
    this.#name = name;
  }

  async open(): Promise<void> {
    const draft = await untrack(() => this.#app.forms.open<StoredNotes>(this.#account, this.#name));
    this.#draft = draft;
    this.#notes = { ...draft.value.notes, ...this.#notes };
    this.#winner ??= draft.value.winner ?? null;
  }

  async close(): Promise<void> {
    await this.#draft?.close();
  }

  getNote(key: string): string {
    return this.#notes[key] ?? '';
  }

  get winner(): string | null {
    return this.#winner;
  }

  /** A label for where the notes are saved; empty while there are none. */
  get savedLabel(): string {
    const status = this.#draft?.status;
    if (!status || (status.state === 'saved' && status.at === null)) return '';
    if (status.state === 'saving') return 'Saving notes…';
    return status.state === 'saved' && status.place === 'disk' ? 'Notes saved' : (status.message ?? 'Notes not saved');
  }

  setNote(key: string, text: string): void {
    this.#notes = { ...this.#notes, [key]: text };
    this.#store();
  }

  pick(key: string): void {
    this.#winner = key;
    this.#store();
  }

  #store(): void {
    this.#draft?.change({ notes: { ...this.#notes }, ...(this.#winner !== null && { winner: this.#winner }) });
  }
}
