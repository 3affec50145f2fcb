import type { Evidence } from '#contract/schema/agent-run.ts';
import type { FormDraft, Forms } from '#renderer/drafts/forms.ts';
import { getResearchForm } from '#renderer/storage/keys.ts';
import { createSource, type Source, type SourceFields } from './source.ts';

export const NO_FIELDS: SourceFields = { kind: 'link', title: '', url: '', text: '' };

interface StoredResearch extends Record<string, unknown> {
  readonly items: readonly Source[];
  /** The text typed for a source that is not added yet. */
  readonly typed: SourceFields;
}

/** The sources a person collected for one script: links, notes, bookmarks and research results, newest first. */
export class ScriptResearch {
  /** True when the pane is open. */
  isShown = $state(false);
  readonly #account: string;
  #scriptId: number;
  readonly #forms: Pick<Forms, 'open'>;
  #form: FormDraft<StoredResearch> | null = null;
  #items = $state.raw<readonly Source[]>([]);
  #typedSource = $state.raw<SourceFields>(NO_FIELDS);
  #evidence = $state.raw<readonly Evidence[]>([]);
  #isLinked = false;

  constructor(options: { forms: Pick<Forms, 'open'>; account: string; scriptId: number }) {
    this.#forms = options.forms;
    this.#account = options.account;
    this.#scriptId = options.scriptId;
  }

  get items(): readonly Source[] {
    return this.#items;
  }

  /** The passages that agent runs took from their research, without duplicates. */
  get passages(): readonly Source[] {
    const quotedEvidence = this.#evidence.filter(({ quote }) => quote !== '');
    const byPassage = new Map(quotedEvidence.map((item) => [`${item.source_url} ${item.quote}`, item]));
    return [...byPassage.values()].map((item) => ({
      id: `evidence-${item.id}`,
      kind: 'research',
      title: item.source_title,
      url: item.source_url,
      text: item.quote,
      at: item.retrieved_at,
    }));
  }

  get typedFields(): SourceFields {
    return this.#typedSource;
  }

  /** Loads the stored sources. The returned function stops it. */
  link(): () => void {
    this.#isLinked = true;
    void this.#load();
    return () => {
      this.#isLinked = false;
      void this.#form?.close();
      this.#form = null;
    };
  }

  /** Switches to the id the service gave the script. */
  changeScriptId(scriptId: number): void {
    if (scriptId === this.#scriptId) return;
    this.#scriptId = scriptId;
    void this.#form?.close();
    this.#form = null;
    void this.#load();
  }

  /** The evidence of agent runs for this script. */
  get evidence(): readonly Evidence[] {
    return this.#evidence;
  }

  setEvidence(evidence: readonly Evidence[]): void {
    this.#evidence = evidence;
  }

  setTypedFields(fields: SourceFields): void {
    this.#typedSource = fields;
    this.#save();
  }

  clearTypedFields(): void {
    this.setTypedFields(NO_FIELDS);
  }

  /** Adds a source and clears the form. Returns the source. */
  add(source: Omit<Source, 'id' | 'at'>): Source {
    const item = createSource(source);
    this.#items = [item, ...this.#items];
    this.#typedSource = NO_FIELDS;
    this.#save();
    return item;
  }

  /** Removes a source. The returned function restores it. */
  remove(id: string): () => void {
    const previous = this.#items;
    this.#items = previous.filter((item) => item.id !== id);
    this.#save();
    return () => {
      const ids = new Set(this.#items.map((item) => item.id));
      const removedSources = previous.filter((item) => item.id === id && !ids.has(id));
      this.#items = [...removedSources, ...this.#items];
      this.#save();
    };
  }

  async #load(): Promise<void> {
    const scriptId = this.#scriptId;
    const form = await this.#forms.open<StoredResearch>(this.#account, getResearchForm(scriptId));
    if (scriptId !== this.#scriptId) return form.close();
    const earlyItems = this.#items;
    const hasEarly = earlyItems.length > 0 || this.#typedSource !== NO_FIELDS;
    this.#form = form;
    const earlyIds = new Set(earlyItems.map(({ id }) => id));
    this.#items = [...earlyItems, ...(form.value.items ?? []).filter(({ id }) => !earlyIds.has(id))];
    if (this.#typedSource === NO_FIELDS) this.#typedSource = form.value.typed ?? NO_FIELDS;
    if (hasEarly) this.#save();
    if (this.#isLinked) return;
    // Unlinked while it loaded: save sources added meanwhile, then close.
    this.#form = null;
    return form.close();
  }

  #save(): void {
    this.#form?.change({ items: this.#items, typed: this.#typedSource });
  }
}
