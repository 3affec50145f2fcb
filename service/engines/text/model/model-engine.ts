import { type LanguageModelUsage, streamText } from 'ai';
import { countWords } from '#markdown/words.ts';
import { logCall } from '../../log-call.ts';
import {
  EngineError,
  type IdeasBrief,
  type SuggestedIdea,
  type TextControl,
  type TextEngine,
  type TextProviderConfig,
  type TextResult,
  type TextStep,
  type TextUsage,
  throwIfCancelled,
} from '../text-engine.ts';
import { withoutKey } from '../../provider-answers.ts';
import { asEngineError } from './errors.ts';
import { humanizePrompt, ideasPrompt, type ModelPrompt, outlinePrompt, scriptPrompt, voicePrompt } from './prompt.ts';
import { modelOf } from './provider.ts';

/**
 * Limits how long the model may be silent, in milliseconds. A local model may load for a while before its first word.
 */
export interface ModelTimeouts {
  firstWord: number;
  betweenWords: number;
}

const TIMEOUTS: ModelTimeouts = { firstWord: 180_000, betweenWords: 60_000 };
/** Reports progress at most this often, in milliseconds, not with every word. */
const PROGRESS_EVERY = 250;

/** Aborts the call if the model is silent for too long. */
class Silence {
  readonly #abort: AbortController;
  readonly #timeouts: ModelTimeouts;
  #timer: NodeJS.Timeout | undefined;
  #heard = false;
  expired = false;

  constructor(abort: AbortController, timeouts: ModelTimeouts) {
    this.#abort = abort;
    this.#timeouts = timeouts;
    this.#wait();
  }

  #wait(): void {
    this.#timer = setTimeout(
      () => {
        this.expired = true;
        this.#abort.abort();
      },
      this.#heard ? this.#timeouts.betweenWords : this.#timeouts.firstWord,
    );
  }

  heard(): void {
    clearTimeout(this.#timer);
    this.#heard = true;
    this.#wait();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

function usageOf(usage: LanguageModelUsage | null): TextUsage | null {
  if (usage === null) return null;
  const input = usage.inputTokens ?? null;
  const output = usage.outputTokens ?? null;
  const reasoning = usage.outputTokenDetails.reasoningTokens ?? null;
  const total = usage.totalTokens ?? (input === null && output === null ? null : (input ?? 0) + (output ?? 0));
  return total === null
    ? null
    : { prompt_tokens: input, completion_tokens: output, reasoning_tokens: reasoning, total_tokens: total };
}

/** Returns the bare markdown: removes the thoughts of some local models and a fence around the whole answer. */
export function unwrap(answer: string): string {
  const spoken = answer.replace(/^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/i, '').trim();
  const fenced = /^(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)\n?\1$/.exec(spoken);
  const isWhole = fenced !== null && !(fenced[2] ?? '').split('\n').some((l) => l.startsWith(fenced[1] ?? '```'));
  return (isWhole ? (fenced[2] ?? '') : spoken).trim();
}

const LABELS = {
  generating_outline: 'Writing the outline',
  generating_script: 'Writing the script',
  humanizing: 'Humanizing the script',
  describing_voice: 'Reading the samples',
  finding_ideas: 'Finding ideas',
} satisfies Partial<Record<TextStep, string>>;

interface Task {
  step: keyof typeof LABELS;
  prompt: ModelPrompt;
  /** Counts the expected words; null for an outline, whose length says nothing. */
  target: number | null;
}

interface Streamed {
  text: string;
  usage: TextUsage | null;
  finish: string;
  parts: number;
}

/** Bounds the answer for Anthropic's API, which requires it: two tokens per word and room to think. */
function answerBound(config: TextProviderConfig, task: Task): { maxOutputTokens?: number } {
  return config.kind === 'anthropic' ? { maxOutputTokens: Math.max(4096, (task.target ?? 2000) * 2 + 2048) } : {};
}

async function stream(
  config: TextProviderConfig,
  task: Task,
  signal: AbortSignal,
  timeouts: ModelTimeouts,
  onText: (text: string) => void,
): Promise<Streamed> {
  const abort = new AbortController();
  const silence = new Silence(abort, timeouts);
  const out: Streamed = { text: '', usage: null, finish: 'unknown', parts: 0 };
  let failure: unknown;
  try {
    const result = streamText({
      model: modelOf(config),
      ...task.prompt,
      ...answerBound(config, task),
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, abort.signal]),
      onError: ({ error }) => {
        failure ??= error;
      },
    });
    for await (const part of result.fullStream) {
      if (part.type !== 'start' && part.type !== 'start-step') silence.heard();
      if (part.type === 'error') failure ??= part.error;
      else if (part.type === 'text-delta') {
        out.text += part.text;
        out.parts += 1;
        onText(out.text);
      } else if (part.type === 'finish') {
        out.usage = usageOf(part.totalUsage);
        out.finish = part.finishReason;
      }
    }
  } catch (error) {
    failure ??= error;
  } finally {
    silence.stop();
  }
  throwIfCancelled(signal);
  if (silence.expired) {
    throw new EngineError(
      'timeout',
      'The model stopped responding. Try again, or choose a faster model or another provider.',
      { usage: out.usage },
    );
  }
  if (failure !== undefined) throw asEngineError(failure, config.apiKey);
  return out;
}

const ask = (...asked: Parameters<typeof stream>): Promise<Streamed> =>
  logCall({ kind: 'text', model: asked[0].model, step: asked[1].step }, () => stream(...asked));

function checked(streamed: Streamed, target: number | null): TextResult {
  const { usage, finish } = streamed;
  const markdown = unwrap(streamed.text);
  if (markdown === '') {
    if (finish === 'content-filter')
      throw new EngineError(
        'empty-answer',
        'The model’s content filter blocked the response. Rephrase the topic or choose another model.',
        { usage },
      );
    if (finish === 'length')
      throw new EngineError(
        'too-long',
        'The model reached its length limit before it wrote anything. Shorten the material or choose another model.',
        { usage },
      );
    const garbled = streamed.parts === 0 && (finish === 'unknown' || finish === 'other');
    if (garbled)
      throw new EngineError(
        'bad-answer',
        'The model provider’s response couldn’t be read. Check that the base URL points to a compatible API.',
        { usage },
      );
    throw new EngineError('empty-answer', 'The model’s response was empty. Try again, or choose another model.', {
      usage,
    });
  }
  const notes: string[] = [];
  const words = countWords(markdown);
  if (finish === 'length')
    notes.push(
      'The model reached its length limit, so the text ends early. Choose a model with a higher limit, or a shorter target.',
    );
  else if (finish === 'content-filter') notes.push('The model’s content filter cut the text short.');
  else if (finish === 'unknown' || finish === 'other')
    notes.push('The model didn’t confirm that it was done. Check the end of the text.');
  if (target !== null && Math.abs(words - target) > target * 0.2)
    notes.push(`The text has ${words} words; the target was ${target}.`);
  return { markdown: `${markdown}\n`, usage, notes };
}

async function run(
  config: TextProviderConfig,
  timeouts: ModelTimeouts,
  task: Task,
  ctl: TextControl,
): Promise<TextResult> {
  throwIfCancelled(ctl.signal);
  const total = task.target ?? 1;
  const label = LABELS[task.step];
  ctl.onProgress({ step: task.step, label: `${label}: waiting for ${config.model}`, done: 0, total });
  let told = 0;
  const onText = (text: string): void => {
    const now = Date.now();
    if (now - told < PROGRESS_EVERY) return;
    told = now;
    const words = countWords(text);
    const done = task.target === null ? 0 : Math.min(words, total);
    const goal = task.target === null ? `${words} words` : `${words} of about ${task.target} words`;
    ctl.onProgress({ step: task.step, label: `${label}: ${goal}`, done, total, partial: text });
  };
  const streamed = await ask(config, task, ctl.signal, timeouts, onText);
  ctl.onProgress({ step: 'checking', label: 'Checking the response', done: total, total, partial: streamed.text });
  const result = checked(streamed, task.target);
  ctl.onProgress({ step: 'done', label: 'Done', done: total, total });
  return { ...result, markdown: withoutKeyIn(result.markdown, config.apiKey) };
}

/** Removes the key from a text: the model cannot know it, but a proxy could echo it. */
function withoutKeyIn(markdown: string, apiKey: string | undefined): string {
  const key = apiKey?.trim() ?? '';
  return key.length >= 8 && markdown.includes(key) ? markdown.split(key).join('•••') : markdown;
}

/** Finds the JSON object in an answer, whatever the model said around it. */
function objectIn(answer: string): Readonly<Record<string, unknown>> | null {
  const text = unwrap(answer);
  try {
    const value: unknown = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}

async function askForObject(
  config: TextProviderConfig,
  timeouts: ModelTimeouts,
  task: Task,
  ctl: TextControl,
): Promise<Readonly<Record<string, unknown>>> {
  throwIfCancelled(ctl.signal);
  const streamed = await ask(config, task, ctl.signal, timeouts, () => undefined);
  const { markdown, usage } = checked(streamed, null);
  const found = objectIn(withoutKeyIn(markdown, config.apiKey));
  if (found !== null) return found;
  throw new EngineError(
    'bad-answer',
    'The model’s response wasn’t in the expected format. Try again, or choose a larger model.',
    { usage },
  );
}

function suggested(value: unknown): SuggestedIdea[] {
  if (typeof value !== 'object' || value === null) return [];
  const said = value as Readonly<Record<string, unknown>>;
  const text = (key: string): string => (typeof said[key] === 'string' ? said[key].trim() : '');
  const idea = { title: text('title'), topic: text('topic'), angle: text('angle') };
  return idea.title === '' ? [] : [{ ...idea, thumbnail_concept: text('thumbnail_concept') }];
}

async function findIdeas(
  config: TextProviderConfig,
  timeouts: ModelTimeouts,
  brief: IdeasBrief,
  ctl: TextControl,
): Promise<SuggestedIdea[]> {
  const task: Task = { step: 'finding_ideas', prompt: ideasPrompt(brief), target: null };
  const { ideas } = await askForObject(config, timeouts, task, ctl);
  return (Array.isArray(ideas) ? ideas : []).flatMap(suggested).slice(0, brief.count);
}

/** Creates an engine for a language model. It never retries by itself, so that nothing is paid for twice. */
export function createModelEngine(config: TextProviderConfig, timeouts: Partial<ModelTimeouts> = {}): TextEngine {
  const waits = { ...TIMEOUTS, ...timeouts };
  return {
    id: `${config.kind}:${config.model}`,
    label: withoutKey(`${config.model} (${config.kind})`, config.apiKey),
    isLanguageModel: true,
    outline: (brief, ctl) =>
      run(config, waits, { step: 'generating_outline', prompt: outlinePrompt(brief), target: null }, ctl),
    script: (brief, ctl) =>
      run(config, waits, { step: 'generating_script', prompt: scriptPrompt(brief), target: brief.targetWords }, ctl),
    humanize: (brief, ctl) =>
      run(config, waits, { step: 'humanizing', prompt: humanizePrompt(brief), target: countWords(brief.script) }, ctl),
    describeVoice: (brief, ctl) =>
      askForObject(config, waits, { step: 'describing_voice', prompt: voicePrompt(brief), target: null }, ctl),
    ideas: (brief, ctl) => findIdeas(config, waits, brief, ctl),
  };
}
