import { untrack } from 'svelte';

import type { FormDraft } from '../../offline/forms.ts';
import type { Studio } from '../studio.svelte.ts';

/** Of pictures that are compared: what was noted of each, and which one was picked. */
type Kept = { notes: Record<string, string>; winner: string };

/** Notes on variants, kept in this window and its journal like everything that is typed. */
export class VariantNotes {
  readonly #studio: Pick<Studio, 'forms'>;
  readonly #account: string;
  readonly #name: string;
  #draft = $state.raw<FormDraft<Kept> | null>(null);
  #notes = $state.raw<Readonly<Record<string, string>>>({});
  #winner = $state.raw<string | null>(null);

  /** `name` of the form they are kept in. */
  constructor(studio: Pick<Studio, 'forms'>, account: string, name: string) {
    this.#studio = studio;
    this.#account = account;
    this.#name = name;
  }

  async open(): Promise<void> {
    const draft = await untrack(() => this.#studio.forms.open<Kept>(this.#account, this.#name));
    this.#draft = draft;
    this.#notes = { ...draft.value.notes, ...this.#notes };
    this.#winner ??= draft.value.winner ?? null;
  }

  async close(): Promise<void> {
    await this.#draft?.close();
  }

  noteOf(key: string): string {
    return this.#notes[key] ?? '';
  }

  get winner(): string | null {
    return this.#winner;
  }

  /** Where the notes are, in plain words; empty while nothing was noted. */
  get saved(): string {
    const status = this.#draft?.status;
    if (!status || (status.state === 'saved' && status.at === null)) return '';
    if (status.state === 'saving') return 'Saving notes…';
    return status.state === 'saved' && status.place === 'disk' ? 'Notes saved' : (status.message ?? 'Notes not saved');
  }

  note(key: string, text: string): void {
    this.#notes = { ...this.#notes, [key]: text };
    this.#keep();
  }

  pick(key: string): void {
    this.#winner = key;
    this.#keep();
  }

  #keep(): void {
    this.#draft?.change({ notes: { ...this.#notes }, ...(this.#winner !== null && { winner: this.#winner }) });
  }
}
