import type { Evidence } from '#contract/schema/agent-run.ts';
import {
  type ClaimKind,
  claimIn,
  claimWords,
  firstWords,
  namesFound,
  namesIn,
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
  /** What it begins with, where nothing else in it wants a source: names, if the script has them as such elsewhere. */
  readonly first: readonly string[];
}

interface Line {
  readonly found: readonly Found[];
  readonly names: readonly string[];
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
  #lines = new Map<string, Line>();
  /** Names of one word, from within the script's sentences. */
  #named: ReadonlySet<string> = new Set();
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
          this.#inLine(line).found.filter(
            (found) => found.evidence ?? (this.#kindOf(found) !== null && !this.#checked.has(found.key)),
          ),
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

  #inLine(line: string): Line {
    const known = this.#lines.get(line);
    if (known) return known;
    const words = claimWords(this.#language);
    const sentences = sentencesIn(line);
    const found = sentences
      .map(({ from, to, text }): Found => {
        const kind = claimIn(text, words);
        const evidence = this.#passages.find(text)?.evidence ?? null;
        const first = kind === null && evidence === null ? firstWords(text) : [];
        return { from, to, text: plainSentence(text), key: sentenceKey(text), kind, evidence, first };
      })
      .filter(({ kind, evidence, first }) => kind !== null || evidence !== null || first.length > 0);
    const made = { found, names: sentences.flatMap(({ text }) => namesIn(text, words)) };
    this.#lines.set(line, made);
    return made;
  }

  #kindOf({ kind, first }: Found): ClaimKind | null {
    return kind ?? (first.some((word) => this.#named.has(word)) ? 'name' : null);
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
    const lines = text.split('\n').map((line) => ({ line, ...this.#inLine(line) }));
    // Only what is still in the text is remembered.
    this.#lines = new Map(lines.map(({ line, found, names }) => [line, { found, names }]));
    const named = new Set(lines.flatMap(({ names }) => names));
    const others = named.size !== this.#named.size || [...named].some((name) => !this.#named.has(name));
    this.#named = named;
    const claims: Claim[] = [];
    let offset = 0;
    for (const { line, found } of lines) {
      for (const one of found) {
        const { from, text, key, evidence } = one;
        const kind = this.#kindOf(one);
        if (kind === null && evidence === null) continue;
        claims.push({ from: offset + from, text, key, kind, evidence, checked: this.#checked.has(key) });
      }
      offset += line.length + 1;
    }
    this.#claims = claims;
    if (others) editor.apply({ effects: marksChanged.of(null) });
  }
}
