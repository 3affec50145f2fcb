/**
 * The port of every engine that writes text: outline, script, humanize.
 * Engines know no domain, no HTTP and no storage; their shapes are their own.
 */

/** A name and the text behind it: a template's prompt. */
interface TextTemplate {
  name: string;
  prompt: string;
}

/** A voice to write in. `profile` is the `writing_style_analysis` object of spec 2 §2 "Voice profile record". */
export interface TextVoice {
  name: string;
  instructions: string;
  profile?: Readonly<Record<string, unknown>> | null;
}

/** Everything a person said about the script they want. Empty strings stand for "not said". */
export interface TextBrief {
  title: string;
  topic: string;
  angle: string;
  hook?: string;
  notes?: string;
  /** A language name or tag as the person wrote it: "English", "de", "fr-CA". Empty: English. */
  language: string;
  /** Target length in spoken words, 200–20,000. */
  targetWords: number;
  template: TextTemplate | null;
  voice: TextVoice | null;
  researchTexts: readonly string[];
  researchUrls: readonly string[];
  audience: string;
  /** What the person asked for in their own words, beyond the fields above. */
  prompt: string;
  /** Whether `[Cue: …]` lines may stand in the script. They are not spoken and not counted. Default false. */
  visualCues?: boolean;
}

/** `outline` is markdown, as generated or as edited by the person. */
export type ScriptBrief = TextBrief & { outline: string };
/** `script` is markdown, as generated or as edited by the person. */
export type HumanizeBrief = TextBrief & { script: string };

export type TextStep =
  | 'reading_brief'
  | 'generating_outline'
  | 'generating_script'
  | 'humanizing'
  | 'describing_voice'
  | 'finding_ideas'
  | 'checking'
  | 'done';

export interface TextProgress {
  step: TextStep;
  /** In plain words, for people: "Writing 3 of 9: The first attempt". */
  label: string;
  /** Work done so far out of `total`, in the engine's own unit (words or sections). */
  done: number;
  total: number;
  /** What is written so far, where the engine can show it. */
  partial?: string;
}

export interface TextControl {
  /** Aborting makes the call reject with an `EngineError` of kind `cancelled`. */
  signal: AbortSignal;
  onProgress(progress: TextProgress): void;
}

/** Token counts as the provider reported them (spec 1 §2 "Agent run"); not billing. */
export interface TextUsage {
  prompt_tokens: number | null;
  completion_tokens: number | null;
  reasoning_tokens: number | null;
  total_tokens: number;
}

export interface TextResult {
  markdown: string;
  /** null where no language model was used or none was reported. */
  usage: TextUsage | null;
  /** Things the person should know about this text, each a plain sentence. */
  notes: string[];
}

/** Samples of how somebody speaks, and what is to be said of them. */
export interface VoiceBrief {
  samples: string;
  language: string;
  /** The keys of the answer: '' stands for a text, [] for a list of texts. */
  skeleton: Readonly<Record<string, unknown>>;
}

/** What an idea can be made from. */
export interface IdeaMaterial {
  title: string;
  topic: string;
  angle: string;
}

export interface IdeasBrief {
  count: number;
  channel: string;
  audience: string;
  language: string;
  /** Titles that are there already. */
  known: readonly string[];
  /** Videos to learn from; none: the channel itself is all there is. */
  material: readonly IdeaMaterial[];
  /** What all of them must be about; empty: open. */
  topic: string;
}

export interface SuggestedIdea extends IdeaMaterial {
  thumbnail_concept: string;
}

/** Every method rejects with `EngineError` and nothing else, save a programming mistake. */
export interface TextEngine {
  readonly id: string;
  /** For people: which engine wrote this. */
  readonly label: string;
  readonly isLanguageModel: boolean;
  outline(brief: TextBrief, ctl: TextControl): Promise<TextResult>;
  script(brief: ScriptBrief, ctl: TextControl): Promise<TextResult>;
  humanize(brief: HumanizeBrief, ctl: TextControl): Promise<TextResult>;
  /** What is heard in samples, in the keys of the skeleton as far as the engine keeps to them; language models only. */
  describeVoice?(brief: VoiceBrief, ctl: TextControl): Promise<Readonly<Record<string, unknown>>>;
  /** At most as many ideas as asked for. */
  ideas(brief: IdeasBrief, ctl: TextControl): Promise<SuggestedIdea[]>;
}

/** How to reach a language model. `openai-compatible` needs `baseUrl`; `apiKey` is optional there (local servers). */
export interface TextProviderConfig {
  kind: 'openai-compatible' | 'anthropic' | 'google';
  baseUrl?: string;
  model: string;
  apiKey?: string;
}

/** How to reach an embedding model; Anthropic has none. */
export interface EmbeddingConfig extends Omit<TextProviderConfig, 'kind'> {
  kind: Exclude<TextProviderConfig['kind'], 'anthropic'>;
}

export type EngineErrorKind =
  'cancelled' | 'timeout' | 'refused-key' | 'rate-limited' | 'unreachable' | 'bad-answer' | 'empty-answer' | 'too-long';

/** What went wrong, in words that say what to do. Neither message nor detail ever holds a key. */
export class EngineError extends Error {
  readonly kind: EngineErrorKind;
  /** Seconds to wait before trying again; with `rate-limited`, where the provider said so. */
  readonly retryAfter: number | null;
  /** Raw diagnostic for a log or an expert, secrets removed. */
  readonly detail: string | null;
  /** Tokens the provider reported before it failed. */
  readonly usage: TextUsage | null;

  constructor(
    kind: EngineErrorKind,
    message: string,
    extra: { retryAfter?: number | null; detail?: string | null; usage?: TextUsage | null } = {},
  ) {
    super(message);
    this.name = 'EngineError';
    this.kind = kind;
    this.retryAfter = extra.retryAfter ?? null;
    this.detail = extra.detail ?? null;
    this.usage = extra.usage ?? null;
  }
}

/** Throws the `cancelled` error once the signal is aborted. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new EngineError('cancelled', 'The run was cancelled. Nothing was changed.');
}
