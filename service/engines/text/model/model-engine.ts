import type { ModelCut } from '#markdown/cuts/propose-cuts.ts';
import { countScriptWords } from '#markdown/spoken-pieces.ts';
import { countWords } from '#markdown/words.ts';

import {
  EngineError,
  type CutsBrief,
  type IdeasBrief,
  type ScriptBrief,
  type SuggestedIdea,
  type TextBrief,
  type TextControl,
  type TextEngine,
  type TextProviderConfig,
  type TextResult,
  type TextStep,
  throwIfCancelled,
} from '../text-engine.ts';
import { findPack } from '../composer/language.ts';
import { parseOutline } from '../composer/outline-parse.ts';
import { replaceUnstorable, withoutKey } from '../../provider-answers.ts';
import { type DraftKind, explainMissingDraft, describeRefusal } from './draft-shape.ts';
import {
  buildCutsPrompt,
  buildHumanizePrompt,
  buildIdeasPrompt,
  type ModelPrompt,
  buildOutlinePrompt,
  buildScriptPrompt,
  buildVoicePrompt,
} from './prompt.ts';
import { redactKey } from './redact-key.ts';
import { rewritePassage } from './rewrite.ts';
import { isLengthOff, correctLengths, countSectionWords } from './section-lengths.ts';
import { readCitations, withoutMarks } from './citations.ts';
import { unwrap, unwrapPartial } from './unwrap.ts';
import { sumUsage } from '../usage.ts';
import { type ModelCall, type ModelTimeouts, type StreamedAnswer, streamAnswer, TIMEOUTS } from './stream.ts';

const LABELS = {
  generating_outline: 'Writing the outline',
  generating_script: 'Writing the script',
  humanizing: 'Humanizing the script',
  describing_voice: 'Reading the samples',
  proposing_cuts: 'Looking for cuts',
  finding_ideas: 'Finding ideas',
} satisfies Partial<Record<TextStep, string>>;

/** Reports progress at most this often, in milliseconds, not with every word. */
const PROGRESS_INTERVAL_MS = 250;

interface Task {
  step: keyof typeof LABELS;
  /** Set for texts whose shape is checked here; others are checked by their own format. */
  draft?: DraftKind;
  prompt: ModelPrompt;
  /** The expected number of words; null for an outline, whose length has no meaning. */
  target: number | null;
  /** The target words of each section of a draft, and how its sections are written. */
  lengths?: { readonly planned: readonly number[]; readonly brief: TextBrief };
  /** The texts whose numbers the answer names. */
  researchTexts?: readonly string[];
}

/** Limits the answer's tokens, as Anthropic's API requires: two tokens per word and room to think. */
function limitAnswer(config: TextProviderConfig, task: Task): { maxOutputTokens?: number } {
  return config.kind === 'anthropic' ? { maxOutputTokens: Math.max(4096, (task.target ?? 2000) * 2 + 2048) } : {};
}

const requestAnswer = (
  config: TextProviderConfig,
  task: Task,
  call: Pick<ModelCall, 'signal' | 'timeouts' | 'onText' | 'onLive'>,
): Promise<StreamedAnswer> =>
  streamAnswer({ config, prompt: task.prompt, step: task.step, ...call, ...limitAnswer(config, task) });

function checkAnswer(streamedAnswer: StreamedAnswer, { target, draft }: Pick<Task, 'target' | 'draft'>): TextResult {
  const { usage, finish } = streamedAnswer;
  const markdown = unwrap(streamedAnswer.text);
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
    const isGarbled = streamedAnswer.parts === 0 && (finish === 'unknown' || finish === 'other');
    if (isGarbled)
      throw new EngineError(
        'bad-answer',
        'The model provider’s response couldn’t be read. Check that the base URL points to a compatible API.',
        { usage },
      );
    throw new EngineError('empty-answer', 'The model’s response was empty. Try again, or choose another model.', {
      usage,
    });
  }
  const failureMessage =
    draft === undefined || finish === 'length' ? null : explainMissingDraft(draft, markdown, target);
  if (failureMessage !== null) throw new EngineError('no-draft', failureMessage, { usage });
  const notes: string[] = [];
  if (finish === 'length')
    notes.push(
      'The model reached its length limit, so the text ends early. Choose a model with a higher limit, or a shorter target.',
    );
  else if (finish === 'content-filter') notes.push('The model’s content filter cut the text short.');
  else if (finish === 'unknown' || finish === 'other')
    notes.push('The model didn’t confirm that it was done. Check the end of the text.');
  return { markdown: `${markdown}\n`, usage, notes };
}

const askOnce = <Answer extends object>(
  control: TextControl,
  part: string,
  answer: () => Promise<Answer>,
): Promise<Answer> => control.once?.(part, answer) ?? answer();

/** Requests each section of a finished draft whose length is off once more. */
async function fixDraftLengths(
  { config, timeouts }: { config: TextProviderConfig; timeouts: ModelTimeouts },
  task: Task,
  { result, finish }: { result: TextResult; finish: string },
  control: TextControl,
): Promise<TextResult> {
  if (task.lengths === undefined || finish !== 'stop') return result;
  const { planned, brief } = task.lengths;
  const { voice, language } = brief;
  const total = task.target ?? 1;
  const correction = await correctLengths(result.markdown, planned, (section, heading, index) => {
    const label = `Correcting the length of ${heading === '' ? 'the text' : heading}`;
    control.onProgress({ step: task.step, label, done: total, total });
    const passage = { ...section, voice, language, count: 1, researchTexts: task.researchTexts ?? [] };
    const { signal } = control;
    return askOnce(control, `section-${index + 1}`, () =>
      rewritePassage(config, timeouts, passage, { signal, onProgress: () => undefined }),
    );
  });
  return {
    markdown: correction.markdown,
    usage: sumUsage([result.usage, ...correction.usages]),
    notes: [...result.notes, ...correction.notes],
  };
}

async function run(
  config: TextProviderConfig,
  timeouts: ModelTimeouts,
  task: Task,
  control: TextControl,
): Promise<TextResult> {
  throwIfCancelled(control.signal);
  const total = task.target ?? 1;
  const label = LABELS[task.step];
  control.onProgress({ step: task.step, label: `${label}: waiting for ${config.model}`, done: 0, total });
  let lastReport = 0;
  const onText = (text: string): void => {
    const now = Date.now();
    if (now - lastReport < PROGRESS_INTERVAL_MS) return;
    lastReport = now;
    const wordCount = countWords(text);
    const done = task.target === null ? 0 : Math.min(wordCount, total);
    const progressText = task.target === null ? `${wordCount} words` : `${wordCount} of about ${task.target} words`;
    control.onProgress({ step: task.step, label: `${label}: ${progressText}`, done, total });
  };
  const sources = task.researchTexts?.length ?? 0;
  const toVisibleText = (text: string): string => withoutMarks(unwrapPartial(redactKey(text, config.apiKey)), sources);
  const onLive = (read: () => string): void => control.onLive?.(() => toVisibleText(read()));
  const streamedAnswer = await askOnce(control, 'draft', async () => {
    const answer = await requestAnswer(config, task, { signal: control.signal, timeouts, onText, onLive });
    return { ...answer, text: redactKey(answer.text, config.apiKey) };
  });
  control.onProgress({ step: 'checking', label: 'Checking the response', done: total, total });
  const draft = { result: checkAnswer(streamedAnswer, task), finish: streamedAnswer.finish };
  const result = await fixDraftLengths({ config, timeouts }, task, draft, control);
  const { markdown, citations } = readCitations(result.markdown, sources);
  const wordCount = countScriptWords(markdown);
  const missesTarget = task.target !== null && isLengthOff(wordCount, task.target);
  control.onProgress({ step: 'done', label: 'Done', done: total, total });
  return {
    ...result,
    markdown,
    citations,
    notes: [
      ...result.notes,
      ...(missesTarget ? [`The text has ${wordCount} words; the target was ${task.target}.`] : []),
    ],
  };
}

/** JSON escapes may contain characters that the raw answer did not. */
const reviveStorable = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? replaceUnstorable(value) : value;

/** Finds the JSON object in an answer, ignoring any text around it. */
function parseObject(answer: string): Readonly<Record<string, unknown>> | null {
  const text = unwrap(answer);
  try {
    const value: unknown = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1), reviveStorable);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}

async function askForObject(
  config: TextProviderConfig,
  timeouts: ModelTimeouts,
  task: Task,
  control: TextControl,
): Promise<Readonly<Record<string, unknown>>> {
  throwIfCancelled(control.signal);
  const streamedAnswer = await requestAnswer(config, task, { signal: control.signal, timeouts });
  const { markdown, usage } = checkAnswer(streamedAnswer, task);
  const object = parseObject(redactKey(markdown, config.apiKey));
  if (object !== null) return object;
  throw new EngineError(
    'bad-answer',
    describeRefusal(markdown) ??
      'The model’s response wasn’t in the expected format. Try again, or choose a larger model.',
    { usage },
  );
}

function toSuggestedIdeas(value: unknown): SuggestedIdea[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Readonly<Record<string, unknown>>;
  const readText = (key: string): string => (typeof fields[key] === 'string' ? fields[key].trim() : '');
  const idea = { title: readText('title'), topic: readText('topic'), angle: readText('angle') };
  return idea.title === '' ? [] : [{ ...idea, thumbnail_concept: readText('thumbnail_concept') }];
}

async function findIdeas(
  config: TextProviderConfig,
  timeouts: ModelTimeouts,
  brief: IdeasBrief,
  control: TextControl,
): Promise<SuggestedIdea[]> {
  const task: Task = { step: 'finding_ideas', prompt: buildIdeasPrompt(brief), target: null };
  const { ideas } = await askForObject(config, timeouts, task, control);
  return (Array.isArray(ideas) ? ideas : []).flatMap(toSuggestedIdeas).slice(0, brief.count);
}

/** Reads one proposal, which must match the schema exactly. */
function toProposedCuts(value: unknown, count: number): ModelCut[] {
  if (typeof value !== 'object' || value === null) return [];
  const { n, action, text } = value as Readonly<Record<string, unknown>>;
  if (typeof n !== 'number' || !Number.isInteger(n) || n < 1 || n > count) return [];
  if (action === 'cut') return [{ sentence: n - 1, text: null }];
  return action === 'say' && typeof text === 'string' && text.trim() !== '' ? [{ sentence: n - 1, text }] : [];
}

async function proposeCuts(
  config: TextProviderConfig,
  timeouts: ModelTimeouts,
  brief: CutsBrief,
  control: TextControl,
): Promise<ModelCut[]> {
  const task: Task = { step: 'proposing_cuts', prompt: buildCutsPrompt(brief), target: null };
  const { cuts } = await askForObject(config, timeouts, task, control);
  const count = brief.sentences.length;
  return (Array.isArray(cuts) ? cuts : []).flatMap((cut) => toProposedCuts(cut, count)).slice(0, count);
}

/** Returns the words that an outline plans for each section. */
const listPlannedWords = ({ outline, targetWords, language }: ScriptBrief): number[] =>
  parseOutline(outline, targetWords, findPack(language).pack).sections.map(({ budget }) => budget);

/**
 * Creates an engine for a language model. It never sends a request twice, so that nothing is paid for twice. A section
 * of a draft whose length is off is requested once more, with its new length.
 */
export function createModelEngine(config: TextProviderConfig, timeouts: Partial<ModelTimeouts> = {}): TextEngine {
  const fullTimeouts = { ...TIMEOUTS, ...timeouts };
  return {
    id: `${config.kind}:${config.model}`,
    label: withoutKey(`${config.model} (${config.kind})`, config.apiKey),
    isLanguageModel: true,
    outline: (brief, control) =>
      run(
        config,
        fullTimeouts,
        { step: 'generating_outline', draft: 'outline', prompt: buildOutlinePrompt(brief), target: null },
        control,
      ),
    script: (brief, control) =>
      run(
        config,
        fullTimeouts,
        {
          step: 'generating_script',
          draft: 'script',
          prompt: buildScriptPrompt(brief),
          target: brief.targetWords,
          lengths: { planned: listPlannedWords(brief), brief },
          researchTexts: brief.researchTexts,
        },
        control,
      ),
    humanize: (brief, control) =>
      run(
        config,
        fullTimeouts,
        {
          step: 'humanizing',
          draft: 'humanize',
          prompt: buildHumanizePrompt(brief),
          target: countScriptWords(brief.script),
          lengths: { planned: countSectionWords(brief.script), brief },
        },
        control,
      ),
    describeVoice: (brief, control) =>
      askForObject(
        config,
        fullTimeouts,
        { step: 'describing_voice', prompt: buildVoicePrompt(brief), target: null },
        control,
      ),
    proposeCuts: (brief, control) => proposeCuts(config, fullTimeouts, brief, control),
    rewrite: (brief, control) => rewritePassage(config, fullTimeouts, brief, control),
    ideas: (brief, control) => findIdeas(config, fullTimeouts, brief, control),
  };
}
