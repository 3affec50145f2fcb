import type { Evidence } from '#contract/schema/agent-run.ts';
import {
  type ClaimKind,
  findClaim,
  getClaimWords,
  listFirstWords,
  isStatement,
  rateNameRecognition,
  findNames,
  Passages,
  toPlainSentence,
  toSentenceKey,
  listSentences,
} from '#markdown/claims.ts';
import { findFrontMatter } from '#markdown/syntax/front-matter.ts';
import type { Accounts } from '#renderer/app-state/accounts.svelte.ts';
import type { FormDraft, Forms } from '#renderer/drafts/forms.ts';
import { getSourcesForm } from '#renderer/storage/keys.ts';
import { claimMarks, getTypedLine, marksChanged } from '../editor/claim-marks.ts';
import type { ScriptEditorView } from '../editor/script-editor-view.ts';
import { describeReason } from './claim-labels.ts';
import type { ScriptResearch } from '../research/script-research.svelte.ts';
import type { AttachedSources, Source } from '../research/source.ts';

/** A sentence that was taken from a source, or that makes a claim without one. */
export interface Claim {
  readonly from: number;
  readonly text: string;
  readonly key: string;
  /** Null if the sentence makes no claim that needs a source. */
  readonly kind: ClaimKind | null;
  readonly evidence: Evidence | null;
  /** The title of a source the model named that does not contain the sentence; null if there is none. */
  readonly missingFrom: string | null;
  /** The sources the person attached to the claim. */
  readonly attached: AttachedSources | null;
  readonly checked: boolean;
}

/** A sentence of a line, with offsets from the line's start. */
interface FoundClaim {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly key: string;
  readonly kind: ClaimKind | null;
  readonly evidence: Evidence | null;
  readonly missingFrom: string | null;
  /** The key of the sentence, or of one like it, that the person attached sources to. */
  readonly attachedKey: string | null;
  /**
   * The first words of a sentence without any other claim; they count as names if the script uses them as names
   * elsewhere.
   */
  readonly openingWords: readonly string[];
}

interface AnalysedLine {
  readonly claims: readonly FoundClaim[];
  readonly names: readonly string[];
}

const EMPTY_LINE: AnalysedLine = { claims: [], names: [] };

/** Pause in typing before the claims are updated, longer for the line being typed, in ms. */
const UPDATE_PAUSE_MS = { otherLines: 400, typedLine: 1500 } as const;

interface StoredEvidence extends Record<string, unknown> {
  /** Sentence keys. */
  readonly checked: readonly string[];
  /** By sentence key. */
  readonly attached: Readonly<Record<string, AttachedSources>>;
}

/**
 * Finds the claims of a script and their sources. Each sentence is analysed once, whatever is edited around it; changes
 * are analysed in a pause in typing. Claims the person checked are saved with the script.
 */
export class ScriptEvidence {
  /** True when the panel is open. */
  isShown = $state(false);
  readonly account: string;
  readonly #accounts: Pick<Accounts, 'accountOffers'>;
  /** The script's collected sources, to be attached to its claims. */
  readonly research: ScriptResearch;
  #scriptId: number;
  readonly #forms: Pick<Forms, 'open'>;
  #language = '';
  #passages: Passages<{ text: string; evidence: Evidence }> = new Passages([]);
  #lines = new Map<string, AnalysedLine>();
  /** Single-word names found inside the script's sentences. */
  #knownNames: ReadonlySet<string> = new Set();
  #checkedKeys: ReadonlySet<string> = new Set();
  #attachedSources: ReadonlyMap<string, AttachedSources> = new Map();
  #attachedPassages: Passages<{ text: string; key: string }> = new Passages([]);
  #form: FormDraft<StoredEvidence> | null = null;
  #editor: ScriptEditorView | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #claims = $state.raw<readonly Claim[]>([]);
  #orphanedSources = $state.raw<readonly (readonly [string, AttachedSources])[]>([]);
  #nameRecognition = $state.raw<'all' | 'some' | 'none'>('all');

  constructor(options: {
    forms: Pick<Forms, 'open'>;
    account: string;
    accounts: Pick<Accounts, 'accountOffers'>;
    scriptId: number;
    research: ScriptResearch;
  }) {
    this.#forms = options.forms;
    this.account = options.account;
    this.#accounts = options.accounts;
    this.research = options.research;
    this.#scriptId = options.scriptId;
  }

  /** True when the service reports what its agent runs took from sources; only Cutaway's own services do. */
  get reportsSources(): boolean {
    return this.#accounts.accountOffers(this.account, 'local.evidence.list');
  }

  /** Returns how well names are detected in this language and script. */
  get nameRecognition(): 'all' | 'some' | 'none' {
    return this.#nameRecognition;
  }

  /** All sentences that have or need a source, in text order. */
  get claims(): readonly Claim[] {
    return this.#claims;
  }

  get researchedClaims(): readonly Claim[] {
    return this.#claims.filter(({ evidence, attached }) => evidence !== null && attached === null);
  }

  /** The claims the person attached sources to. */
  get sourcedClaims(): readonly Claim[] {
    return this.#claims.filter(({ attached }) => attached !== null);
  }

  /** The claims without a source that are not checked. */
  get openClaims(): readonly Claim[] {
    return this.#claims.filter((claim) => !hasSource(claim) && !claim.checked);
  }

  get checkedClaims(): readonly Claim[] {
    return this.#claims.filter((claim) => !hasSource(claim) && claim.checked);
  }

  /** Sources attached to sentences that are no longer in the script, by key. */
  get orphanedSources(): readonly (readonly [string, AttachedSources])[] {
    return this.#orphanedSources;
  }

  /** Returns the heading above an offset. */
  readonly getSectionTitle = (offset: number): string => {
    const textBefore = this.#editor?.getSource().sliceString(0, offset) ?? '';
    return toPlainSentence([...textBefore.matchAll(/^#{1,6}[ \t]+(.+)$/gm)].at(-1)?.[1] ?? '');
  };

  /** Marks the claims in an editor. The returned function stops it. */
  link(editor: ScriptEditorView): () => void {
    this.#editor = editor;
    const removeMarks = editor.extend(
      claimMarks({
        findClaims: (line) =>
          this.#analyseLine(line)
            .claims.filter(
              (claim) =>
                claim.attachedKey ?? claim.evidence ?? (this.#makesClaim(claim) && !this.#checkedKeys.has(claim.key)),
            )
            .map((claim) => this.#createMark(claim)),
      }),
    );
    void this.#load();
    this.#refresh();
    return () => {
      clearTimeout(this.#timer);
      this.#editor = null;
      removeMarks();
      void this.#form?.close();
    };
  }

  /** Sets the script's language, by name or tag. */
  setLanguage(language: string): void {
    if (language === this.#language) return;
    this.#language = language;
    this.#lines = new Map();
    this.#refresh();
  }

  /** Sets the evidence agent runs added to this script, newest run first. */
  setEvidence(evidence: readonly Evidence[]): void {
    this.#passages = new Passages(evidence.map((item) => ({ text: item.sentence, evidence: item })));
    this.#lines = new Map();
    this.#refresh();
  }

  /** Moves the checked claims to the id the service gave the script. */
  changeScriptId(scriptId: number): void {
    if (scriptId === this.#scriptId) return;
    this.#scriptId = scriptId;
    void this.#form?.close();
    this.#form = null;
    void this.#load();
  }

  setChecked(key: string, isChecked: boolean): void {
    const checkedKeys = new Set(this.#checkedKeys);
    if (isChecked) checkedKeys.add(key);
    else checkedKeys.delete(key);
    this.#checkedKeys = checkedKeys;
    this.#save();
    this.#refresh();
  }

  /** Adds a source to a claim. */
  attach(claim: Claim, source: Source): void {
    const sources = [...(claim.attached?.sources ?? []), source];
    this.#setAttached(claim, { sources, onScreen: claim.attached?.onScreen ?? '' });
  }

  /** Removes a source from a claim. The returned function restores it. */
  detach(claim: Claim, source: Source): () => void {
    const previous = this.#attachedSources;
    const sources = claim.attached?.sources.filter(({ id }) => id !== source.id) ?? [];
    this.#setAttached(claim, { sources, onScreen: claim.attached?.onScreen ?? '' });
    return () => this.#changeAttached(previous);
  }

  /** Sets the words that name the source of a claim on screen. */
  setOnScreenText(claim: Claim, onScreen: string): void {
    this.#setAttached(claim, { sources: claim.attached?.sources ?? [], onScreen });
  }

  /** Removes the sources of a sentence that is no longer in the script. The returned function restores them. */
  removeSources(key: string): () => void {
    const previous = this.#attachedSources;
    const newAttached = new Map(previous);
    newAttached.delete(key);
    this.#changeAttached(newAttached);
    return () => this.#changeAttached(previous);
  }

  #setAttached({ key, text }: Claim, newSources: Pick<AttachedSources, 'sources' | 'onScreen'>): void {
    const newAttached = new Map(this.#attachedSources);
    // The sources may be stored under an earlier wording of the sentence.
    const previous = this.#attachedPassages.find(text)?.key;
    if (previous !== undefined) newAttached.delete(previous);
    if (newSources.sources.length > 0) newAttached.set(key, { sentence: text, ...newSources });
    this.#changeAttached(newAttached);
  }

  #changeAttached(newAttached: ReadonlyMap<string, AttachedSources>): void {
    this.#setAndIndexAttached(newAttached);
    this.#save();
    this.#refresh();
  }

  #setAndIndexAttached(newAttached: ReadonlyMap<string, AttachedSources>): void {
    this.#attachedSources = newAttached;
    this.#attachedPassages = new Passages([...newAttached].map(([key, { sentence }]) => ({ key, text: sentence })));
    this.#lines = new Map();
  }

  #save(): void {
    this.#form?.change({ checked: [...this.#checkedKeys], attached: Object.fromEntries(this.#attachedSources) });
  }

  async #load(): Promise<void> {
    const scriptId = this.#scriptId;
    const form = await this.#forms.open<StoredEvidence>(this.account, getSourcesForm(scriptId));
    if (!this.#editor || scriptId !== this.#scriptId) return form.close();
    const [earlyChecked, earlyAttached] = [this.#checkedKeys, this.#attachedSources];
    this.#form = form;
    this.#checkedKeys = new Set([...(form.value.checked ?? []), ...earlyChecked]);
    this.#setAndIndexAttached(new Map([...Object.entries(form.value.attached ?? {}), ...earlyAttached]));
    if (earlyChecked.size + earlyAttached.size > 0) this.#save();
    this.#refresh();
  }

  /** Call on every text change to update the list; the marks update by themselves. */
  scheduleUpdate(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#updateClaims(this.#editor ? getTypedLine(this.#editor.state) : null);
      this.#timer = setTimeout(() => this.#updateClaims(), UPDATE_PAUSE_MS.typedLine - UPDATE_PAUSE_MS.otherLines);
    }, UPDATE_PAUSE_MS.otherLines);
  }

  #analyseLine(line: string): AnalysedLine {
    const cachedLine = this.#lines.get(line);
    if (cachedLine) return cachedLine;
    const words = getClaimWords(this.#language);
    const sentences = listSentences(line);
    const claims = sentences
      .map(({ from, to, text }): FoundClaim => {
        const kind = findClaim(text, words);
        const passage = this.#passages.find(text)?.evidence ?? null;
        const evidence = passage?.quote === '' ? null : passage;
        const missingFrom = passage?.quote === '' ? passage.source_title : null;
        const attachedKey = this.#attachedPassages.find(text)?.key ?? null;
        const openingWords = kind === null && passage === null && isStatement(text, words) ? listFirstWords(text) : [];
        return {
          from,
          to,
          text: toPlainSentence(text),
          key: toSentenceKey(text),
          kind,
          evidence,
          missingFrom,
          attachedKey,
          openingWords,
        };
      })
      .filter(
        ({ kind, evidence, missingFrom, attachedKey, openingWords }) =>
          kind !== null || evidence !== null || missingFrom !== null || attachedKey !== null || openingWords.length > 0,
      );
    const entry = { claims, names: sentences.flatMap(({ text }) => findNames(text, words)) };
    this.#lines.set(line, entry);
    return entry;
  }

  #getKind({ kind, openingWords: first }: FoundClaim): ClaimKind | null {
    return kind ?? (first.some((word) => this.#knownNames.has(word)) ? 'name' : null);
  }

  #makesClaim(claim: FoundClaim): boolean {
    return claim.missingFrom !== null || this.#getKind(claim) !== null;
  }

  #createMark(claim: FoundClaim): { from: number; to: number; isSourced: boolean; reason: string } {
    const { from, to, evidence, missingFrom, attachedKey } = claim;
    const attachedSources = attachedKey === null ? undefined : this.#attachedSources.get(attachedKey);
    const titles = attachedSources?.sources.map(({ title }) => title) ?? (evidence ? [evidence.source_title] : []);
    return {
      from,
      to,
      isSourced: titles.length > 0,
      reason: describeReason({ kind: this.#getKind(claim), titles, missingFrom }),
    };
  }

  #refresh(): void {
    this.#updateClaims();
    this.#editor?.apply({ effects: marksChanged.of(null) });
  }

  /** Lists the claims, without unsourced ones of the line that starts at `typedFrom`. */
  #updateClaims(typedFrom: number | null = null): void {
    const editor = this.#editor;
    if (!editor) return;
    const source = editor.getSource();
    const text = source.sliceString(0);
    this.#nameRecognition = rateNameRecognition(text, getClaimWords(this.#language));
    const textLines = text.split('\n');
    const detailLines = findFrontMatter((line) => textLines[line]).lines;
    const lines = textLines.map((line, index) => ({
      line,
      ...(index < detailLines ? EMPTY_LINE : this.#analyseLine(line)),
    }));
    // Forget lines that are no longer in the text.
    this.#lines = new Map(lines.slice(detailLines).map(({ line, claims, names }) => [line, { claims, names }]));
    const names = new Set(lines.flatMap(({ names }) => names));
    const hasNewNames = names.size !== this.#knownNames.size || [...names].some((name) => !this.#knownNames.has(name));
    this.#knownNames = names;
    const claims: Claim[] = [];
    const unusedSources = new Map(this.#attachedSources);
    let offset = 0;
    for (const { line, claims: lineClaims } of lines) {
      for (const claim of lineClaims) {
        const { from, text, key, evidence, missingFrom, attachedKey } = claim;
        const kind = this.#getKind(claim);
        const attachedSources = attachedKey === null ? null : (this.#attachedSources.get(attachedKey) ?? null);
        if (attachedKey !== null) unusedSources.delete(attachedKey);
        if (attachedSources === null && evidence === null && (!this.#makesClaim(claim) || offset === typedFrom))
          continue;
        const isChecked = this.#checkedKeys.has(key);
        claims.push({
          from: offset + from,
          text,
          key,
          kind,
          evidence,
          missingFrom,
          attached: attachedSources,
          checked: isChecked,
        });
      }
      offset += line.length + 1;
    }
    this.#claims = claims;
    this.#orphanedSources = [...unusedSources];
    if (hasNewNames) editor.apply({ effects: marksChanged.of(null) });
  }
}

const hasSource = ({ evidence, attached }: Claim): boolean => evidence !== null || attached !== null;
