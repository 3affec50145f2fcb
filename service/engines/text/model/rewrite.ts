/** Rewrites a passage with a language model and rejects any other kind of answer. */
import { BETWEEN_VERSIONS } from '#contract/schema/rewrite.ts';
import { collapseSpaces } from '#markdown/collapse-spaces.ts';

import {
  EngineError,
  type RewriteBrief,
  type RewriteResult,
  type TextControl,
  type TextProviderConfig,
  throwIfCancelled,
} from '../text-engine.ts';
import { buildRewritePrompt } from './prompt.ts';
import { redactKey } from './redact-key.ts';
import { type ModelTimeouts, streamAnswer } from './stream.ts';

const TEXT = /<text>([\s\S]*?)<\/text>/gi;
const UNFINISHED_THOUGHT = /<think(?:ing)?>[\s\S]*$/i;
/** Matches the beginning of a closing tag at the end. */
const UNFINISHED_TAG = /<(?:\/(?:t(?:e(?:xt?)?)?)?)?$/i;
const THOUGHTS = /<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gi;
/** Required by Anthropic's API: two tokens per word, for each version, and room to think. */
const estimateTokens = ({ text, count }: RewriteBrief): number => Math.max(4096, text.length * count + 2048);
const MAX_QUOTE_LENGTH = 200;

/** Returns the versions in an answer, without the passage itself and without repeats. */
export function readVersions(answer: string, passage: string): string[] {
  const texts = [...answer.replace(THOUGHTS, '').matchAll(TEXT)].map(([, text = '']) => text.trim());
  return [...new Set(texts)].filter((text) => text !== '' && text !== passage.trim());
}

/** Returns the versions in an answer that is still being written; each only ever grows. */
export const readPartialVersions = (answer: string): string[] =>
  answer
    .replace(THOUGHTS, '')
    .replace(UNFINISHED_THOUGHT, '')
    .split(/<text>/i)
    .slice(1)
    .map((part) => (part.split(/<\/text>/i)[0] ?? '').replace(UNFINISHED_TAG, '').trim())
    .filter((text) => text !== '');

function toRefusal(answer: string, finish: string): EngineError {
  const text = collapseSpaces(answer.replace(THOUGHTS, ''));
  if (finish === 'length')
    return new EngineError('too-long', 'The model reached its length limit. Select a shorter passage.');
  if (finish === 'content-filter')
    return new EngineError('empty-answer', 'The model’s content filter blocked the response. Select another passage.');
  if (text === '')
    return new EngineError('empty-answer', 'The model’s response was empty. Try again, or choose another model.');
  const quote = text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}…` : text;
  return new EngineError('bad-answer', `The model didn’t rewrite the passage. It answered: “${quote}”`);
}

/** @throws EngineError */
export async function rewritePassage(
  config: TextProviderConfig,
  timeouts: ModelTimeouts,
  brief: RewriteBrief,
  { signal, onLive }: TextControl,
): Promise<RewriteResult> {
  throwIfCancelled(signal);
  const { text, usage, finish } = await streamAnswer({
    config,
    prompt: buildRewritePrompt(brief),
    step: 'rewriting',
    signal,
    timeouts,
    onLive: (read) => onLive?.(() => readPartialVersions(redactKey(read(), config.apiKey)).join(BETWEEN_VERSIONS)),
    ...(config.kind === 'anthropic' && { maxOutputTokens: estimateTokens(brief) }),
  });
  const answer = redactKey(text, config.apiKey);
  const texts = readVersions(answer, brief.text).slice(0, brief.count);
  if (texts.length === 0) throw toRefusal(answer, finish);
  return { texts, usage };
}
