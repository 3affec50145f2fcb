/** Rewrites a passage with the team's text model; stores nothing. */
import { randomUUID } from 'node:crypto';

import { LIMITS } from '#contract/limits.ts';
import type { RewriteAction } from '#contract/schema/rewrite.ts';

import type { Call, Handlers, Principal } from '../call.ts';
import type { LiveTexts } from './live-text.ts';
import { toModelFailure } from './model-failure.ts';
import type { TextEngines } from './text-engines.ts';

/** A little shorter than the caller's timeout. */
const TIMEOUT_MS = 170_000;

const TASKS: Readonly<Record<Exclude<RewriteAction, 'custom'>, string>> = {
  rewrite: 'Say the passage in other words. Keep its meaning and its length.',
  shorten: 'Shorten the passage to about half. Keep its facts, and the sentences that carry it.',
  expand: 'Make the passage about half as long again by explaining what it already says. Add no new facts.',
  simplify: 'Say the passage in simpler words and shorter sentences. Keep its meaning.',
  hook: 'Write other openings in place of the passage, each with another way to make people stay: a question, a contrast, a scene, a promise, a surprise. Keep about its length, and promise nothing the text does not hold.',
  voice: 'Say the passage in the voice described. Keep its meaning and its length.',
};

const describeTask = ({ body }: Call<'local.rewrites.create'>): string =>
  body.action === 'custom'
    ? `Change the passage as the writer asks, and nothing else: ${body.instruction ?? ''}`
    : TASKS[body.action];

interface RewriteServices {
  readonly engines: TextEngines;
  readonly liveTexts: LiveTexts;
}

export function createRewriteHandlers({
  engines,
  liveTexts,
}: RewriteServices): Pick<Handlers, 'local.rewrites.create' | 'local.rewrites.text'> {
  const toLiveTextId = ({ teamId, userId }: Principal, liveId: string): string =>
    `rewrite ${teamId} ${userId} ${liveId}`;
  return {
    'local.rewrites.text': ({ principal, query }) => {
      const text = liveTexts.read(toLiveTextId(principal, query.live_id))?.text ?? '';
      return Promise.resolve({
        status: 200,
        body: { success: true, data: { from: query.from, text: text.slice(query.from) } },
      });
    },

    'local.rewrites.create': async (call) => {
      const { principal, body, fail } = call;
      const id = toLiveTextId(principal, body.live_id ?? randomUUID());
      try {
        const engine = await engines.getCurrent(principal.teamId);
        const engineInfo = { engine: engine.label, is_language_model: engine.isLanguageModel };
        if (!engine.rewrite)
          return { status: 200, body: { success: true, data: { texts: [], usage: null, ...engineInfo } } };
        const { text, before, after, language, voice } = body;
        const brief = {
          task: describeTask(call),
          text,
          before,
          after,
          language,
          voice: voice && { ...voice, instructions: '' },
          count: body.action === 'hook' ? LIMITS.rewrite.hooks : 1,
        };
        // Stops the model, and its cost, once the caller disconnects.
        const signal = AbortSignal.any([call.getAbortSignal(), AbortSignal.timeout(TIMEOUT_MS)]);
        const control = { signal, onProgress: () => undefined, ...liveTexts.follow(id, 'script') };
        const { texts, usage } = await engine.rewrite(brief, control);
        const data = { texts: [...texts], usage: usage && { ...usage }, ...engineInfo };
        return { status: 200, body: { success: true, data } };
      } catch (error) {
        // Returns the part that arrived before the failure.
        throw toModelFailure(error, fail, liveTexts.read(id)?.text);
      } finally {
        liveTexts.end(id);
      }
    },
  };
}
