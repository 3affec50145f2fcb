import { scriptWords } from '#markdown/spoken-pieces.ts';
import { countWords } from '#markdown/words.ts';

import {
  EngineError,
  type CutsBrief,
  type IdeasBrief,
  type ProposedCut,
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
import { packFor } from '../composer/language.ts';
import { parseOutline } from '../composer/outline-parse.ts';
import { storable, withoutKey } from '../../provider-answers.ts';
import { type DraftKind, noDraft, refusalIn } from './draft-shape.ts';
import {
  cutsPrompt,
  humanizePrompt,
  ideasPrompt,
  type ModelPrompt,
  outlinePrompt,
  scriptPrompt,
  voicePrompt,
} from './prompt.ts';
import { withoutKeyIn } from './redact-key.ts';
import { rewritePassage } from './rewrite.ts';
import { isOff, keepLengths, sectionWords } from './section-lengths.ts';
import { readCitations, withoutMarks } from './citations.ts';
import { unwrap, unwrapBeginning } from './unwrap.ts';
import { usageSum } from '../usage.ts';
import { type ModelCall, type ModelTimeouts, type Streamed, streamAnswer, TIMEOUTS } from './stream.ts';

const LABELS = {
  generating_outline: 'Writing the outline',
  generating_script: 'Writing the script',
  humanizing: 'Humanizing the script',
  describing_voice: 'Reading the samples',
  proposing_cuts: 'Looking for cuts',
  finding_ideas: 'Finding ideas',
} satisfies Partial<Record<TextStep, string>>;

/** Reports progress at most this often, in milliseconds, not with every word. */
const PROGRESS_EVERY = 250;

interface Task {
  step: keyof typeof LABELS;
  /** Is set for texts that have to look like one; others are checked by their own format. */
  draft?: DraftKind;
  prompt: ModelPrompt;
  /** Counts the expected words; null for an outline, whose length says nothing. */
  target: number | null;
  /** Sets the words of each section of a draft, and how its sections are written. */
  lengths?: { readonly planned: readonly number[]; readonly brief: TextBrief };
  /** Holds the texts whose numbers the answer names. */
  researchTexts?: readonly string[];
}

/** Bounds the answer for Anthropic's API, which requires it: two tokens per word and room to think. */
function answerBound(config: TextProviderConfig, task: Task): { maxOutputTokens?: number } {
  return config.kind === 'anthropic' ? { maxOutputTokens: Math.max(4096, (task.target ?? 2000) * 2 + 2048) } : {};
}

const ask = (
  config: TextProviderConfig,
  task: Task,
  call: Pick<ModelCall, 'signal' | 'timeouts' | 'onText' | 'onLive'>,
): Promise<Streamed> =>
  streamAnswer({ config, prompt: task.prompt, step: task.step, ...call, ...answerBound(config, task) });

function checked(streamed: Streamed, { target, draft }: Pick<Task, 'target' | 'draft'>): TextResult {
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
  const instead = draft === undefined || finish === 'length' ? null : noDraft(draft, markdown, target);
  if (instead !== null) throw new EngineError('no-draft', instead, { usage });
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

const once = <Answer extends object>(ctl: TextControl, part: string, answer: () => Promise<Answer>): Promise<Answer> =>
  ctl.once?.(part, answer) ?? answer();

/** Asks once more for each section of a finished draft whose length is off. */
async function withLengths(
  { config, timeouts }: { config: TextProviderConfig; timeouts: ModelTimeouts },
  task: Task,
  { result, finish }: { result: TextResult; finish: string },
  ctl: TextControl,
): Promise<TextResult> {
  if (task.lengths === undefined || finish !== 'stop') return result;
  const { planned, brief } = task.lengths;
  const { voice, language } = brief;
  const total = task.target ?? 1;
  const kept = await keepLengths(result.markdown, planned, (section, heading, index) => {
    const label = `Correcting the length of ${heading === '' ? 'the text' : heading}`;
    ctl.onProgress({ step: task.step, label, done: total, total });
    const passage = { ...section, voice, language, count: 1, researchTexts: task.researchTexts ?? [] };
    const { signal } = ctl;
    return once(ctl, `section-${index + 1}`, () =>
      rewritePassage(config, timeouts, passage, { signal, onProgress: () => undefined }),
    );
  });
  return {
    markdown: kept.markdown,
    usage: usageSum([result.usage, ...kept.usages]),
    notes: [...result.notes, ...kept.notes],
  };
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
  let lastReport = 0;
  const onText = (text: string): void => {
    const now = Date.now();
    if (now - lastReport < PROGRESS_EVERY) return;
    lastReport = now;
    const words = countWords(text);
    const done = task.target === null ? 0 : Math.min(words, total);
    const goal = task.target === null ? `${words} words` : `${words} of about ${task.target} words`;
    ctl.onProgress({ step: task.step, label: `${label}: ${goal}`, done, total });
  };
  const sources = task.researchTexts?.length ?? 0;
  const shown = (text: string): string => withoutMarks(unwrapBeginning(withoutKeyIn(text, config.apiKey)), sources);
  const onLive = (read: () => string): void => ctl.onLive?.(() => shown(read()));
  const streamed = await once(ctl, 'draft', async () => {
    const answer = await ask(config, task, { signal: ctl.signal, timeouts, onText, onLive });
    return { ...answer, text: withoutKeyIn(answer.text, config.apiKey) };
  });
  ctl.onProgress({ step: 'checking', label: 'Checking the response', done: total, total });
  const draft = { result: checked(streamed, task), finish: streamed.finish };
  const result = await withLengths({ config, timeouts }, task, draft, ctl);
  const { markdown, citations } = readCitations(result.markdown, sources);
  const words = scriptWords(markdown);
  const misses = task.target !== null && isOff(words, task.target);
  ctl.onProgress({ step: 'done', label: 'Done', done: total, total });
  return {
    ...result,
    markdown,
    citations,
    notes: [...result.notes, ...(misses ? [`The text has ${words} words; the target was ${task.target}.`] : [])],
  };
}

/** JSON may spell out what the raw answer did not contain. */
const withoutUnstorable = (_: string, value: unknown): unknown => (typeof value === 'string' ? storable(value) : value);

/** Finds the JSON object in an answer, whatever the model said around it. */
function objectIn(answer: string): Readonly<Record<string, unknown>> | null {
  const text = unwrap(answer);
  try {
    const value: unknown = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1), withoutUnstorable);
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
  const streamed = await ask(config, task, { signal: ctl.signal, timeouts });
  const { markdown, usage } = checked(streamed, task);
  const found = objectIn(withoutKeyIn(markdown, config.apiKey));
  if (found !== null) return found;
  throw new EngineError(
    'bad-answer',
    refusalIn(markdown) ?? 'The model’s response wasn’t in the expected format. Try again, or choose a larger model.',
    { usage },
  );
}

function suggested(value: unknown): SuggestedIdea[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Readonly<Record<string, unknown>>;
  const text = (key: string): string => (typeof fields[key] === 'string' ? fields[key].trim() : '');
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

/** Reads one proposal, which has to fit the form exactly. */
function cutIn(value: unknown, count: number): ProposedCut[] {
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
  ctl: TextControl,
): Promise<ProposedCut[]> {
  const task: Task = { step: 'proposing_cuts', prompt: cutsPrompt(brief), target: null };
  const { cuts } = await askForObject(config, timeouts, task, ctl);
  const count = brief.sentences.length;
  return (Array.isArray(cuts) ? cuts : []).flatMap((cut) => cutIn(cut, count)).slice(0, count);
}

/** Returns the words that an outline plans for each section. */
const plannedWords = ({ outline, targetWords, language }: ScriptBrief): number[] =>
  parseOutline(outline, targetWords, packFor(language).pack).sections.map(({ budget }) => budget);

/**
 * Creates an engine for a language model. It never sends a request twice, so that nothing is paid for twice. A section
 * of a draft whose length is off is asked for once more, with its new length.
 */
export function createModelEngine(config: TextProviderConfig, timeouts: Partial<ModelTimeouts> = {}): TextEngine {
  const waits = { ...TIMEOUTS, ...timeouts };
  return {
    id: `${config.kind}:${config.model}`,
    label: withoutKey(`${config.model} (${config.kind})`, config.apiKey),
    isLanguageModel: true,
    outline: (brief, ctl) =>
      run(
        config,
        waits,
        { step: 'generating_outline', draft: 'outline', prompt: outlinePrompt(brief), target: null },
        ctl,
      ),
    script: (brief, ctl) =>
      run(
        config,
        waits,
        {
          step: 'generating_script',
          draft: 'script',
          prompt: scriptPrompt(brief),
          target: brief.targetWords,
          lengths: { planned: plannedWords(brief), brief },
          researchTexts: brief.researchTexts,
        },
        ctl,
      ),
    humanize: (brief, ctl) =>
      run(
        config,
        waits,
        {
          step: 'humanizing',
          draft: 'humanize',
          prompt: humanizePrompt(brief),
          target: scriptWords(brief.script),
          lengths: { planned: sectionWords(brief.script), brief },
        },
        ctl,
      ),
    describeVoice: (brief, ctl) =>
      askForObject(config, waits, { step: 'describing_voice', prompt: voicePrompt(brief), target: null }, ctl),
    proposeCuts: (brief, ctl) => proposeCuts(config, waits, brief, ctl),
    rewrite: (brief, ctl) => rewritePassage(config, waits, brief, ctl),
    ideas: (brief, ctl) => findIdeas(config, waits, brief, ctl),
  };
}
