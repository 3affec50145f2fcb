import { LOCAL_ACCOUNT } from '#contract/values.ts';
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
import type { FormDraft, Forms } from '#renderer/drafts/forms.ts';
import { sourcesForm } from '#renderer/storage/keys.ts';
import { claimMarks, marksChanged } from '../editor/claim-marks.ts';
import type { ScriptEditorView } from '../editor/script-editor-view.ts';

/** Describes a sentence that was taken from a source, or that makes a claim without one. */
export interface Claim {
  readonly from: number;
  readonly text: string;
  readonly key: string;
  /** Is null if the sentence makes no claim that needs a source. */
  readonly kind: ClaimKind | null;
  readonly evidence: Evidence | null;
  readonly checked: boolean;
}

/** Offsets count from the start of the line. */
interface Found {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly key: string;
  readonly kind: ClaimKind | null;
  readonly evidence: Evidence | null;
  /**
   * Lists the first words of a sentence without any other claim; they count as names if the script uses them as names
   * elsewhere.
   */
  readonly first: readonly string[];
}

interface Line {
  readonly found: readonly Found[];
  readonly names: readonly string[];
}

/** Waits for this pause in typing before listing the claims again, in milliseconds. */
const PAUSE = 400;

interface Checked extends Record<string, unknown> {
  /** Holds sentence keys. */
  readonly checked: readonly string[];
}

/**
 * Finds the claims of a script and their sources. Each sentence is analysed once, whatever is edited around it; changes
 * are analysed in a pause in typing. Claims the person checked are saved with the script.
 */
export class ScriptEvidence {
  /** Tells whether the panel is open. */
  shown = $state(false);
  readonly #account: string;
  #scriptId: number;
  readonly #forms: Pick<Forms, 'open'>;
  #language = '';
  #passages: Passages<{ text: string; evidence: Evidence }> = new Passages([]);
  #lines = new Map<string, Line>();
  /** Holds single-word names found inside the script's sentences. */
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

  /**
   * Returns whether evidence is available; only the app's own service reports what its agent runs took from sources.
   */
  get told(): boolean {
    return this.#account === LOCAL_ACCOUNT;
  }

  /** Returns how well names are detected in this language and script. */
  get names(): 'all' | 'some' | 'none' {
    return this.#names;
  }

  /** Returns every sentence that has or needs a source, in text order. */
  get claims(): readonly Claim[] {
    return this.#claims;
  }

  get taken(): readonly Claim[] {
    return this.#claims.filter(({ evidence }) => evidence !== null);
  }

  /** Returns the claims without a source that are not checked. */
  get open(): readonly Claim[] {
    return this.#claims.filter(({ evidence, checked }) => evidence === null && !checked);
  }

  get checked(): readonly Claim[] {
    return this.#claims.filter(({ evidence, checked }) => evidence === null && checked);
  }

  /** Follows an editor and marks its sentences. The returned function stops it. */
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

  /** Sets the script's language, by name or tag. */
  written(language: string): void {
    if (language === this.#language) return;
    this.#language = language;
    this.#lines = new Map();
    this.#look();
  }

  /** Sets the evidence agent runs added to this script, newest run first. */
  know(evidence: readonly Evidence[]): void {
    this.#passages = new Passages(evidence.map((one) => ({ text: one.sentence, evidence: one })));
    this.#lines = new Map();
    this.#look();
  }

  /** Moves the checked claims to the id the service gave the script. */
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

  /** Call on every text change; it updates the list, while the marks update by themselves. */
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
    // Forget lines that are no longer in the text.
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
