import type { Evidence } from '#contract/schema/agent-run.ts';
import {
  type ClaimKind,
  claimIn,
  claimWords,
  firstWords,
  isStatement,
  nameRecognition,
  namesIn,
  Passages,
  plainSentence,
  sentenceKey,
  sentencesIn,
} from '#markdown/claims.ts';
import { frontMatterIn } from '#markdown/syntax/front-matter.ts';
import type { Accounts } from '#renderer/app-state/accounts.svelte.ts';
import type { FormDraft, Forms } from '#renderer/drafts/forms.ts';
import { sourcesForm } from '#renderer/storage/keys.ts';
import { claimMarks, lineBeingTyped, marksChanged } from '../editor/claim-marks.ts';
import type { ScriptEditorView } from '../editor/script-editor-view.ts';
import { reasonOf } from './claim-labels.ts';
import type { ScriptResearch } from '../research/script-research.svelte.ts';
import type { Attached, Source } from '../research/source.ts';

/** Describes a sentence that was taken from a source, or that makes a claim without one. */
export interface Claim {
  readonly from: number;
  readonly text: string;
  readonly key: string;
  /** Null if the sentence makes no claim that needs a source. */
  readonly kind: ClaimKind | null;
  readonly evidence: Evidence | null;
  /** Gives the title of a source that the model named for it, where nothing like it was found; null if there is none. */
  readonly notIn: string | null;
  /** The sources the person attached to it. */
  readonly attached: Attached | null;
  readonly checked: boolean;
}

/** Offsets count from the start of the line. */
interface FoundClaim {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly key: string;
  readonly kind: ClaimKind | null;
  readonly evidence: Evidence | null;
  readonly notIn: string | null;
  /** The key of the sentence, or of one like it, that the person attached sources to. */
  readonly attachedTo: string | null;
  /**
   * Lists the first words of a sentence without any other claim; they count as names if the script uses them as names
   * elsewhere.
   */
  readonly first: readonly string[];
}

interface Line {
  readonly found: readonly FoundClaim[];
  readonly names: readonly string[];
}

const NOTHING: Line = { found: [], names: [] };

/** Waits for this pause in typing before listing the claims again, and longer for the line that is typed, in ms. */
const PAUSE = { others: 400, typed: 1500 } as const;

interface Checked extends Record<string, unknown> {
  /** Sentence keys. */
  readonly checked: readonly string[];
  /** Keyed by sentence. */
  readonly attached: Readonly<Record<string, Attached>>;
}

/**
 * Finds the claims of a script and their sources. Each sentence is analysed once, whatever is edited around it; changes
 * are analysed in a pause in typing. Claims the person checked are saved with the script.
 */
export class ScriptEvidence {
  /** True when the panel is open. */
  shown = $state(false);
  readonly account: string;
  readonly #accounts: Pick<Accounts, 'offersAt'>;
  /** The script's collected sources, to be attached to its claims. */
  readonly research: ScriptResearch;
  #scriptId: number;
  readonly #forms: Pick<Forms, 'open'>;
  #language = '';
  #passages: Passages<{ text: string; evidence: Evidence }> = new Passages([]);
  #lines = new Map<string, Line>();
  /** Single-word names found inside the script's sentences. */
  #named: ReadonlySet<string> = new Set();
  #checked: ReadonlySet<string> = new Set();
  #attached: ReadonlyMap<string, Attached> = new Map();
  #attachedPassages: Passages<{ text: string; key: string }> = new Passages([]);
  #form: FormDraft<Checked> | null = null;
  #editor: ScriptEditorView | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #claims = $state.raw<readonly Claim[]>([]);
  #left = $state.raw<readonly (readonly [string, Attached])[]>([]);
  #names = $state.raw<'all' | 'some' | 'none'>('all');

  constructor(of: {
    forms: Pick<Forms, 'open'>;
    account: string;
    accounts: Pick<Accounts, 'offersAt'>;
    scriptId: number;
    research: ScriptResearch;
  }) {
    this.#forms = of.forms;
    this.account = of.account;
    this.#accounts = of.accounts;
    this.research = of.research;
    this.#scriptId = of.scriptId;
  }

  /** True when the service reports what its agent runs took from sources, which only Cutaway's own do. */
  get reportsSources(): boolean {
    return this.#accounts.offersAt(this.account, 'local.evidence.list');
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
    return this.#claims.filter(({ evidence, attached }) => evidence !== null && attached === null);
  }

  /** Returns the claims the person attached sources to. */
  get sourced(): readonly Claim[] {
    return this.#claims.filter(({ attached }) => attached !== null);
  }

  /** Returns the claims without a source that are not checked. */
  get open(): readonly Claim[] {
    return this.#claims.filter((claim) => !hasSource(claim) && !claim.checked);
  }

  get checked(): readonly Claim[] {
    return this.#claims.filter((claim) => !hasSource(claim) && claim.checked);
  }

  /** Returns what was attached to sentences that are no longer in the script, by key. */
  get left(): readonly (readonly [string, Attached])[] {
    return this.#left;
  }

  /** Returns the heading that the text at an offset stands below. */
  readonly sectionAt = (offset: number): string => {
    const before = this.#editor?.source().sliceString(0, offset) ?? '';
    return plainSentence([...before.matchAll(/^#{1,6}[ \t]+(.+)$/gm)].at(-1)?.[1] ?? '');
  };

  /** Follows an editor and marks its sentences. The returned function stops it. */
  link(editor: ScriptEditorView): () => void {
    this.#editor = editor;
    const remove = editor.extend(
      claimMarks({
        inLine: (line) =>
          this.#inLine(line)
            .found.filter(
              (found) =>
                found.attachedTo ?? found.evidence ?? (this.#makesClaim(found) && !this.#checked.has(found.key)),
            )
            .map((found) => this.#markOf(found)),
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
    this.#save();
    this.#look();
  }

  /** Adds a source to a claim. */
  attach(claim: Claim, source: Source): void {
    const sources = [...(claim.attached?.sources ?? []), source];
    this.#setAttached(claim, { sources, onScreen: claim.attached?.onScreen ?? '' });
  }

  /** Removes a source from a claim. The returned function brings it back. */
  detach(claim: Claim, source: Source): () => void {
    const before = this.#attached;
    const sources = claim.attached?.sources.filter(({ id }) => id !== source.id) ?? [];
    this.#setAttached(claim, { sources, onScreen: claim.attached?.onScreen ?? '' });
    return () => this.#change(before);
  }

  /** Sets the words that name the source of a claim on screen. */
  showOnScreen(claim: Claim, onScreen: string): void {
    this.#setAttached(claim, { sources: claim.attached?.sources ?? [], onScreen });
  }

  /** Removes what is attached to a sentence that is no longer in the script. The returned function brings it back. */
  forget(key: string): () => void {
    const before = this.#attached;
    const next = new Map(before);
    next.delete(key);
    this.#change(next);
    return () => this.#change(before);
  }

  #setAttached({ key, text }: Claim, attached: Pick<Attached, 'sources' | 'onScreen'>): void {
    const next = new Map(this.#attached);
    // An earlier wording of the sentence may have had them.
    const before = this.#attachedPassages.find(text)?.key;
    if (before !== undefined) next.delete(before);
    if (attached.sources.length > 0) next.set(key, { sentence: text, ...attached });
    this.#change(next);
  }

  #change(attached: ReadonlyMap<string, Attached>): void {
    this.#know(attached);
    this.#save();
    this.#look();
  }

  #know(attached: ReadonlyMap<string, Attached>): void {
    this.#attached = attached;
    this.#attachedPassages = new Passages([...attached].map(([key, { sentence }]) => ({ key, text: sentence })));
    this.#lines = new Map();
  }

  #save(): void {
    this.#form?.change({ checked: [...this.#checked], attached: Object.fromEntries(this.#attached) });
  }

  async #load(): Promise<void> {
    const scriptId = this.#scriptId;
    const form = await this.#forms.open<Checked>(this.account, sourcesForm(scriptId));
    if (!this.#editor || scriptId !== this.#scriptId) return form.close();
    const [early, earlyAttached] = [this.#checked, this.#attached];
    this.#form = form;
    this.#checked = new Set([...(form.value.checked ?? []), ...early]);
    this.#know(new Map([...Object.entries(form.value.attached ?? {}), ...earlyAttached]));
    if (early.size + earlyAttached.size > 0) this.#save();
    this.#look();
  }

  /** Call on every text change; it updates the list, while the marks update by themselves. */
  note(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#list(this.#editor ? lineBeingTyped(this.#editor.state) : null);
      this.#timer = setTimeout(() => this.#list(), PAUSE.typed - PAUSE.others);
    }, PAUSE.others);
  }

  #inLine(line: string): Line {
    const cached = this.#lines.get(line);
    if (cached) return cached;
    const words = claimWords(this.#language);
    const sentences = sentencesIn(line);
    const found = sentences
      .map(({ from, to, text }): FoundClaim => {
        const kind = claimIn(text, words);
        const said = this.#passages.find(text)?.evidence ?? null;
        const evidence = said?.quote === '' ? null : said;
        const notIn = said?.quote === '' ? said.source_title : null;
        const attachedTo = this.#attachedPassages.find(text)?.key ?? null;
        const first = kind === null && said === null && isStatement(text, words) ? firstWords(text) : [];
        return {
          from,
          to,
          text: plainSentence(text),
          key: sentenceKey(text),
          kind,
          evidence,
          notIn,
          attachedTo,
          first,
        };
      })
      .filter(
        ({ kind, evidence, notIn, attachedTo, first }) =>
          kind !== null || evidence !== null || notIn !== null || attachedTo !== null || first.length > 0,
      );
    const entry = { found, names: sentences.flatMap(({ text }) => namesIn(text, words)) };
    this.#lines.set(line, entry);
    return entry;
  }

  #kindOf({ kind, first }: FoundClaim): ClaimKind | null {
    return kind ?? (first.some((word) => this.#named.has(word)) ? 'name' : null);
  }

  #makesClaim(found: FoundClaim): boolean {
    return found.notIn !== null || this.#kindOf(found) !== null;
  }

  #markOf(found: FoundClaim): { from: number; to: number; sourced: boolean; reason: string } {
    const { from, to, evidence, notIn, attachedTo } = found;
    const attached = attachedTo === null ? undefined : this.#attached.get(attachedTo);
    const titles = attached?.sources.map(({ title }) => title) ?? (evidence ? [evidence.source_title] : []);
    return { from, to, sourced: titles.length > 0, reason: reasonOf({ kind: this.#kindOf(found), titles, notIn }) };
  }

  #look(): void {
    this.#list();
    this.#editor?.apply({ effects: marksChanged.of(null) });
  }

  /** Lists the claims, without unsourced ones of the line that starts at `typed`. */
  #list(typed: number | null = null): void {
    const editor = this.#editor;
    if (!editor) return;
    const source = editor.source();
    const text = source.sliceString(0);
    this.#names = nameRecognition(text, claimWords(this.#language));
    const all = text.split('\n');
    const details = frontMatterIn((line) => all[line]).lines;
    const lines = all.map((line, index) => ({ line, ...(index < details ? NOTHING : this.#inLine(line)) }));
    // Forget lines that are no longer in the text.
    this.#lines = new Map(lines.slice(details).map(({ line, found, names }) => [line, { found, names }]));
    const named = new Set(lines.flatMap(({ names }) => names));
    const others = named.size !== this.#named.size || [...named].some((name) => !this.#named.has(name));
    this.#named = named;
    const claims: Claim[] = [];
    const unused = new Map(this.#attached);
    let offset = 0;
    for (const { line, found } of lines) {
      for (const one of found) {
        const { from, text, key, evidence, notIn, attachedTo } = one;
        const kind = this.#kindOf(one);
        const attached = attachedTo === null ? null : (this.#attached.get(attachedTo) ?? null);
        if (attachedTo !== null) unused.delete(attachedTo);
        if (attached === null && evidence === null && (!this.#makesClaim(one) || offset === typed)) continue;
        const checked = this.#checked.has(key);
        claims.push({ from: offset + from, text, key, kind, evidence, notIn, attached, checked });
      }
      offset += line.length + 1;
    }
    this.#claims = claims;
    this.#left = [...unused];
    if (others) editor.apply({ effects: marksChanged.of(null) });
  }
}

const hasSource = ({ evidence, attached }: Claim): boolean => evidence !== null || attached !== null;
