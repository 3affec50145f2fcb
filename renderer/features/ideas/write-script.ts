import { startFromTemplate } from '#renderer/shared/starting-text.ts';
import { changeMark } from '#renderer/library-index/marks.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

import type { ShownIdea } from './ideas.svelte.ts';

/** Creates an idea's script, or finds its existing script. */
export async function writeScript(
  app: AppState,
  account: string,
  idea: ShownIdea,
): Promise<{ readonly script: number } | { readonly failure: ApiFailure }> {
  await app.details.flush(account, 'idea', idea.id);
  const result = await app.api.call(account, 'ideas.write', { params: { id: idea.id } });
  if (!result.ok) return { failure: result.failure };
  const script = result.body.data.script_id;
  await copyLocalDetails(app, account, idea, script);
  // A script that was there before may have a text that was never shown here.
  if (!('message' in result.body)) await addStartingText(app, account, idea, script);
  app.cache.invalidate(account, 'ideas');
  app.cache.invalidate(account, 'scripts');
  return { script };
}

/** Copies the idea's details that only this computer has to its script. */
async function copyLocalDetails(app: AppState, account: string, idea: ShownIdea, script: number): Promise<void> {
  const fields = app.details.getDetails(account, 'idea', idea.id)?.fields ?? {};
  const { suggested_length: length, suggested_template_id: template_id } = fields;
  const change = { ...(typeof length === 'number' && { length }), ...(template_id !== undefined && { template_id }) };
  if (Object.keys(change).length > 0) await app.details.set(account, 'script', script, change);
  const at = new Date().toISOString();
  await changeMark(app.store, account, script, (mark) => ({ ...mark, made: mark.made ?? at }));
}

/** Gives the new script the starting text of its template. */
async function addStartingText(app: AppState, account: string, idea: ShownIdea, scriptId: number): Promise<void> {
  const { channel_id: channelId, title, topic, angle } = idea;
  const change = app.details.getDetails(account, 'script', scriptId)?.fields ?? {};
  const templateId = change['template_id'];
  const template = typeof templateId === 'number' || templateId === null ? templateId : undefined;
  const length = typeof change['length'] === 'number' ? change['length'] : idea.suggested_length;
  const variables = { title, topic: topic ?? '', angle: angle ?? '', length };
  await startFromTemplate(app, { account, channelId, scriptId, template, ...variables });
}
