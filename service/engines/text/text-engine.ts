/**
 * Defines the port of text engines: outline, script, humanize. Engines know no domain, no HTTP and no storage; their
 * shapes are their own.
 */
import type { ModelCut } from '#markdown/cuts/propose-cuts.ts';

interface TextTemplate {
  name: string;
  prompt: string;
}

/**
 * A voice to write in. `profile` is the `writing_style_analysis` object of spec 2 §2 "Voice profile record".
 */
export interface TextVoice {
  name: string;
  instructions: string;
  profile?: Readonly<Record<string, unknown>> | null;
}

/** Everything the user specified about the script. Empty strings mean "not specified". */
export interface TextBrief {
  title: string;
  topic: string;
  angle: string;
  hook?: string;
  notes?: string;
  /** The language or its tag as the user wrote it: "English", "de", "fr-CA". Empty means English. */
  language: string;
  /** The target length in spoken words, 200–20,000. */
  targetWords: number;
  template: TextTemplate | null;
  voice: TextVoice | null;
  researchTexts: readonly string[];
  researchUrls: readonly string[];
  audience: string;
  /** The request in the user's own words, beyond the fields above. */
  prompt: string;
  /** Allows `[Cue: …]` lines in the script. They are neither spoken nor counted. Defaults to false. */
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
  | 'proposing_cuts'
  | 'finding_ideas'
  | 'checking'
  | 'done';

export interface TextProgress {
  step: TextStep;
  /** The step in plain words, for people: "Writing 3 of 9: The first attempt". */
  label: string;
  /** The work done so far out of `total`, in the engine's own unit (words or sections). */
  done: number;
  total: number;
}

export interface TextControl {
  /** Aborting makes the call reject with an `EngineError` of kind `cancelled`. */
  signal: AbortSignal;
  onProgress(progress: TextProgress): void;
  /** Receives, before the first word, a getter for the text so far. The text only ever grows. */
  onLive?(read: () => string): void;
  /** Requests a part of the work, or returns its answer from before a restart, so that no answer is paid for twice. */
  once?<Answer extends object>(part: string, ask: () => Promise<Answer>): Promise<Answer>;
}

/** Token counts as the provider reported them (spec 1 §2 "Agent run"); they are not billing data. */
export interface TextUsage {
  prompt_tokens: number | null;
  completion_tokens: number | null;
  reasoning_tokens: number | null;
  total_tokens: number;
}

export interface TextResult {
  markdown: string;
  /** Null if no language model was used or no usage was reported. */
  usage: TextUsage | null;
  /** Notes about this text for the user, each a plain sentence. */
  notes: string[];
  /** Sentences that a model attributes to the brief's research texts, unchecked. */
  citations?: readonly Citation[];
}

/** The research text, counted from 0, that a model names as the source of a sentence. */
export interface Citation {
  readonly sentence: string;
  readonly source: number;
}

export interface VoiceBrief {
  samples: string;
  language: string;
  /** The keys of the answer: '' stands for a text, [] for a list of texts. */
  skeleton: Readonly<Record<string, unknown>>;
}

export interface CutsBrief {
  /** The spoken sentences of a script in order. */
  sentences: readonly string[];
  /** The current and wanted spoken length, in seconds. */
  seconds: number;
  wanted: number;
  language: string;
}

export interface IdeaMaterial {
  title: string;
  topic: string;
  angle: string;
  description?: string;
  /** The video's views as a multiple of the channel's typical views; null if unknown. */
  score?: number | null;
}

export interface IdeasBrief {
  count: number;
  channel: string;
  audience: string;
  language: string;
  /** Existing titles, newest first. */
  existingTitles: readonly string[];
  /** Videos to learn from; if empty, the channel itself is the only source. */
  material: readonly IdeaMaterial[];
  /** The topic of all ideas; empty for any topic. */
  topic: string;
}

export interface SuggestedIdea {
  title: string;
  topic: string;
  angle: string;
  thumbnail_concept: string;
  /** A reason for the idea, in a sentence. */
  evidence?: string;
}

/** A passage to rewrite, with the text around it. */
export interface RewriteBrief {
  /** An instruction to the model. */
  task: string;
  text: string;
  before: string;
  after: string;
  /** The language of the script; empty means the passage's own. */
  language: string;
  /** Sources that the passage may take facts from and must then cite. */
  researchTexts?: readonly string[];
  voice: TextVoice | null;
  /** The number of different texts that are wanted. */
  count: number;
}

export interface RewriteResult {
  /** Holds at least one text and at most `count`. */
  texts: readonly string[];
  usage: TextUsage | null;
}

/** Rejects only with `EngineError`, except for programming errors. */
export interface TextEngine {
  readonly id: string;
  /** The engine's name on screen. */
  readonly label: string;
  readonly isLanguageModel: boolean;
  outline(brief: TextBrief, ctl: TextControl): Promise<TextResult>;
  script(brief: ScriptBrief, ctl: TextControl): Promise<TextResult>;
  humanize(brief: HumanizeBrief, ctl: TextControl): Promise<TextResult>;
  /**
   * Describes the voice in samples with the keys of the skeleton, if the engine keeps to them; language models only.
   */
  describeVoice?(brief: VoiceBrief, ctl: TextControl): Promise<Readonly<Record<string, unknown>>>;
  /** Proposes which sentences to cut or shorten; drops proposals that don't match the schema. Language models only. */
  proposeCuts?(brief: CutsBrief, ctl: TextControl): Promise<ModelCut[]>;
  /** Rewrites a passage; language models only. */
  rewrite?(brief: RewriteBrief, ctl: TextControl): Promise<RewriteResult>;
  /** Returns at most as many ideas as requested. */
  ideas(brief: IdeasBrief, ctl: TextControl): Promise<SuggestedIdea[]>;
}

/** A connection to a language model. `openai-compatible` needs `baseUrl`, but `apiKey` only if the server does. */
export interface TextProviderConfig {
  kind: 'openai-compatible' | 'anthropic' | 'google';
  baseUrl?: string;
  model: string;
  apiKey?: string;
}

/** A connection to an embedding model; Anthropic has none. */
export interface EmbeddingConfig extends Omit<TextProviderConfig, 'kind'> {
  kind: Exclude<TextProviderConfig['kind'], 'anthropic'>;
}

export type EngineErrorKind =
  | 'cancelled'
  | 'timeout'
  | 'refused-key'
  /** The account's credit or quota is used up, so waiting does not help. */
  | 'out-of-quota'
  | 'rate-limited'
  | 'unreachable'
  | 'bad-answer'
  | 'empty-answer'
  /** The model refused or returned something other than a draft; the message quotes it. */
  | 'no-draft'
  | 'too-long';

/** The message explains the problem and what to do. Neither message nor detail contains a key. */
export class EngineError extends Error {
  readonly kind: EngineErrorKind;
  /** The seconds to wait before trying again; set with `rate-limited` if the provider named them. */
  readonly retryAfter: number | null;
  /** Raw diagnostics for a log or an expert, without secrets. */
  readonly detail: string | null;
  /** The tokens that the provider reported before it failed. */
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

export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new EngineError('cancelled', 'The run was cancelled. Nothing was changed.');
}
