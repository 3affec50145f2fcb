import type { Evidence } from '#contract/schema/agent-run.ts';
import {
  type ClaimKind,
  claimIn,
  claimWords,
  namesFound,
  Passages,
  plainSentence,
  sentenceKey,
  sentencesIn,
} from '#markdown/claims.ts';
import type { FormDraft, Forms } from '#renderer/offline/forms.ts';
import { sourcesForm } from '#renderer/offline/keys.ts';
import { claimMarks, marksChanged } from '../editor/claim-marks.ts';
import type { ScriptEditorView } from '../editor/script-editor-view.ts';

/** A sentence that was taken from a source, or that states something without one. */
export interface Claim {
  /** Where it stands in the text. */
  readonly from: number;
  readonly text: string;
  readonly key: string;
  /** Null where it states nothing that wants a source. */
  readonly kind: ClaimKind | null;
  /** Null: no source is known. */
  readonly evidence: Evidence | null;
  readonly checked: boolean;
}

/** In a line, counted from its start. */
interface Found {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly key: string;
  readonly kind: ClaimKind | null;
  readonly evidence: Evidence | null;
}

/** How long a pause in writing is before the claims are looked at again, in milliseconds. */
const PAUSE = 400;

interface Checked extends Record<string, unknown> {
  /** Keys of sentences. */
  readonly checked: readonly string[];
}

/**
 * What a script's sentences rest on. A sentence is looked at once, whatever is written around it; what changed is
 * looked at in a pause of writing. What a person checked off is kept for the script, like everything they write.
 */
export class ScriptEvidence {
  /** The panel is open. */
  shown = $state(false);
  readonly #account: string;
  #scriptId: number;
  readonly #forms: Pick<Forms, 'open'>;
  #language = '';
  #passages: Passages<{ text: string; evidence: Evidence }> = new Passages([]);
  #lines = new Map<string, readonly Found[]>();
  #checked: ReadonlySet<string> = new Set();
  #form: FormDraft<Checked> | null = null;
  #editor: ScriptEditorView | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #claims = $state.raw<readonly Claim[]>([]);
  #names = $state.raw<'all' | 'some' | 'none'>('all');

  constructor(of: { forms: Pick<Forms, 'open'>; account: string; scriptId: number }) {
    this.#forms = of.forms;
    this.#account = of.account;
    this.#scriptId = of.scriptId;
  }

  /** Only the service of this studio tells what its agent runs took over. */
  get told(): boolean {
    return this.#account === 'local';
  }

  /** How far names are found in a text of this language and letters. */
  get names(): 'all' | 'some' | 'none' {
    return this.#names;
  }

  /** Every sentence with a source or in want of one, in the order of the text. */
  get claims(): readonly Claim[] {
    return this.#claims;
  }

  get taken(): readonly Claim[] {
    return this.#claims.filter(({ evidence }) => evidence !== null);
  }

  /** No source, and not checked off. */
  get open(): readonly Claim[] {
    return this.#claims.filter(({ evidence, checked }) => evidence === null && !checked);
  }

  get checked(): readonly Claim[] {
    return this.#claims.filter(({ evidence, checked }) => evidence === null && checked);
  }

  /** Follows an editor and marks its sentences. The returned function ends it. */
  link(editor: ScriptEditorView): () => void {
    this.#editor = editor;
    const remove = editor.extend(
      claimMarks({
        inLine: (line) =>
          this.#inLine(line).filter(({ key, evidence, kind }) => evidence ?? (kind && !this.#checked.has(key))),
      }),
    );
    void this.#load();
    this.#look();
    return () => {
      clearTimeout(this.#timer);
      this.#editor = null;
      remove();
      void this.#form?.close();
    };
  }

  /** The script's language, by name or tag. */
  written(language: string): void {
    if (language === this.#language) return;
    this.#language = language;
    this.#lines = new Map();
    this.#look();
  }

  /** What agent runs took over into this script, newest run first. */
  know(evidence: readonly Evidence[]): void {
    this.#passages = new Passages(evidence.map((one) => ({ text: one.sentence, evidence: one })));
    this.#lines = new Map();
    this.#look();
  }

  /** The script has its service's id now: what is checked off here is kept under that one. */
  become(scriptId: number): void {
    if (scriptId === this.#scriptId) return;
    this.#scriptId = scriptId;
    void this.#form?.close();
    this.#form = null;
    void this.#load();
  }

  check(key: string, checked: boolean): void {
    const next = new Set(this.#checked);
    if (checked) next.add(key);
    else next.delete(key);
    this.#checked = next;
    this.#form?.change({ checked: [...next] });
    this.#look();
  }

  async #load(): Promise<void> {
    const scriptId = this.#scriptId;
    const form = await this.#forms.open<Checked>(this.#account, sourcesForm(scriptId));
    if (!this.#editor || scriptId !== this.#scriptId) return form.close();
    const early = this.#checked;
    this.#form = form;
    this.#checked = new Set([...(form.value.checked ?? []), ...early]);
    if (early.size > 0) form.change({ checked: [...this.#checked] });
    this.#look();
  }

  /** The text changed; its marks follow by themselves. */
  note(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#list(), PAUSE);
  }

  #inLine(line: string): readonly Found[] {
    const known = this.#lines.get(line);
    if (known) return known;
    const found = sentencesIn(line)
      .map(({ from, to, text }): Found => {
        const kind = claimIn(text, claimWords(this.#language));
        const evidence = this.#passages.find(text)?.evidence ?? null;
        return { from, to, text: plainSentence(text), key: sentenceKey(text), kind, evidence };
      })
      .filter(({ kind, evidence }) => kind !== null || evidence !== null);
    this.#lines.set(line, found);
    return found;
  }

  #look(): void {
    this.#list();
    this.#editor?.apply({ effects: marksChanged.of(null) });
  }

  #list(): void {
    const editor = this.#editor;
    if (!editor) return;
    const source = editor.source();
    const text = source.sliceString(0);
    this.#names = namesFound(text, claimWords(this.#language));
    const claims: Claim[] = [];
    const before = this.#lines;
    // Only what is still in the text is remembered.
    const kept = new Map<string, readonly Found[]>();
    let offset = 0;
    for (const line of text.split('\n')) {
      const found = before.get(line) ?? this.#inLine(line);
      kept.set(line, found);
      for (const { from, text, key, kind, evidence } of found) {
        claims.push({ from: offset + from, text, key, kind, evidence, checked: this.#checked.has(key) });
      }
      offset += line.length + 1;
    }
    this.#lines = kept;
    this.#claims = claims;
  }
}
