import type { Evidence } from '#contract/schema/agent-run.ts';
import type { FormDraft, Forms } from '#renderer/drafts/forms.ts';
import { researchForm } from '#renderer/storage/keys.ts';
import { newSource, type Source, type SourceFields } from './source.ts';

export const NO_FIELDS: SourceFields = { kind: 'link', title: '', url: '', text: '' };

interface StoredResearch extends Record<string, unknown> {
  readonly items: readonly Source[];
  /** The text typed for a source that is not added yet. */
  readonly typed: SourceFields;
}

/** The sources a person collected for one script: links, notes, bookmarks and research results, newest first. */
export class ScriptResearch {
  /** True when the pane is open. */
  shown = $state(false);
  readonly #account: string;
  #scriptId: number;
  readonly #forms: Pick<Forms, 'open'>;
  #form: FormDraft<StoredResearch> | null = null;
  #items = $state.raw<readonly Source[]>([]);
  #typed = $state.raw<SourceFields>(NO_FIELDS);
  #evidence = $state.raw<readonly Evidence[]>([]);
  #open = false;

  constructor(of: { forms: Pick<Forms, 'open'>; account: string; scriptId: number }) {
    this.#forms = of.forms;
    this.#account = of.account;
    this.#scriptId = of.scriptId;
  }

  get items(): readonly Source[] {
    return this.#items;
  }

  /** Returns the passages that agent runs took from their research, each once. */
  get found(): readonly Source[] {
    const found = this.#evidence.filter(({ quote }) => quote !== '');
    const byPassage = new Map(found.map((one) => [`${one.source_url} ${one.quote}`, one]));
    return [...byPassage.values()].map((one) => ({
      id: `evidence-${one.id}`,
      kind: 'research',
      title: one.source_title,
      url: one.source_url,
      text: one.quote,
      at: one.retrieved_at,
    }));
  }

  get typed(): SourceFields {
    return this.#typed;
  }

  /** Loads what was kept. The returned function stops it. */
  link(): () => void {
    this.#open = true;
    void this.#load();
    return () => {
      this.#open = false;
      void this.#form?.close();
      this.#form = null;
    };
  }

  /** Moves on to the id the service gave the script. */
  become(scriptId: number): void {
    if (scriptId === this.#scriptId) return;
    this.#scriptId = scriptId;
    void this.#form?.close();
    this.#form = null;
    void this.#load();
  }

  /** Returns what agent runs took from their research. */
  get evidence(): readonly Evidence[] {
    return this.#evidence;
  }

  /** Sets what agent runs took from their research. */
  know(evidence: readonly Evidence[]): void {
    this.#evidence = evidence;
  }

  type(typed: SourceFields): void {
    this.#typed = typed;
    this.#save();
  }

  forgetTyped(): void {
    this.type(NO_FIELDS);
  }

  /** Adds a source, and forgets what was typed for it. Returns it. */
  add(source: Omit<Source, 'id' | 'at'>): Source {
    const item = newSource(source);
    this.#items = [item, ...this.#items];
    this.#typed = NO_FIELDS;
    this.#save();
    return item;
  }

  /** Removes a source. The returned function brings it back. */
  remove(id: string): () => void {
    const before = this.#items;
    this.#items = before.filter((one) => one.id !== id);
    this.#save();
    return () => {
      const there = new Set(this.#items.map((one) => one.id));
      const back = before.filter((one) => one.id === id && !there.has(id));
      this.#items = [...back, ...this.#items];
      this.#save();
    };
  }

  async #load(): Promise<void> {
    const scriptId = this.#scriptId;
    const form = await this.#forms.open<StoredResearch>(this.#account, researchForm(scriptId));
    if (scriptId !== this.#scriptId) return form.close();
    const early = this.#items;
    const isEarly = early.length > 0 || this.#typed !== NO_FIELDS;
    this.#form = form;
    const there = new Set(early.map(({ id }) => id));
    this.#items = [...early, ...(form.value.items ?? []).filter(({ id }) => !there.has(id))];
    if (this.#typed === NO_FIELDS) this.#typed = form.value.typed ?? NO_FIELDS;
    if (isEarly) this.#save();
    if (this.#open) return;
    // Stopped while it loaded, it still saves what was added meanwhile.
    this.#form = null;
    return form.close();
  }

  #save(): void {
    this.#form?.change({ items: this.#items, typed: this.#typed });
  }
}
