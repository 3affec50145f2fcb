/** Keeps the starting texts of templates, which their service does not store, and fills them into new scripts. */
import type { z } from 'zod';

import type { TemplateList } from '#contract/schema/channel.ts';
import { fillTemplate } from '#markdown/template-text.ts';
import type { AppState } from '../app-state/app-state.svelte.ts';
import { formatChannelName } from '../app-state/channels.svelte.ts';
import { LOCALE, formatNumber } from '../ui/language.ts';

interface StartingText extends Record<string, unknown> {
  readonly text: string;
}

const toFormName = (channelId: number, template: number): string => `template-text-${channelId}-${template}`;

export async function readStartingText(
  forms: AppState['forms'],
  account: string,
  channelId: number,
  template: number,
): Promise<string> {
  const form = await forms.open<StartingText>(account, toFormName(channelId, template));
  const text = form.value.text ?? '';
  await form.close();
  return text;
}

/** Resolves once the text is on disk. */
export async function keepStartingText(
  forms: AppState['forms'],
  account: string,
  channelId: number,
  template: number,
  text: string,
): Promise<void> {
  const form = await forms.open<StartingText>(account, toFormName(channelId, template));
  if ((form.value.text ?? '') !== text) form.change({ text });
  await form.close();
}

interface NewScript {
  readonly account: string;
  readonly channelId: number;
  readonly scriptId: number;
  /** Null for no template, undefined for the service's choice, such as the channel's default. */
  readonly template: number | null | undefined;
  readonly title: string;
  readonly topic: string;
  readonly angle: string;
  /** In words; null means the length is open. */
  readonly length: number | null;
}

type Deps = Pick<AppState, 'api' | 'cache' | 'forms' | 'drafts' | 'channels'>;

/** Returns the template that a service gave a new script; the channel's default while the script is not sent yet. */
async function readChosenTemplate(
  { api, cache }: Deps,
  { account, channelId, scriptId }: NewScript,
): Promise<number | null> {
  const result = scriptId > 0 ? await api.call(account, 'scripts.get', { params: { id: scriptId } }) : null;
  if (result?.ok) return result.body.data.template_id;
  const list = await cache.readCached(account, 'templates.list', { params: { id: channelId } });
  return (list?.value as { data: z.output<typeof TemplateList> } | undefined)?.data.default_template_id ?? null;
}

/** Gives a new script the starting text of its template, if the template has one and nothing was written yet. */
export async function startFromTemplate(app: Deps, script: NewScript): Promise<void> {
  const { forms, drafts, channels } = app;
  const { account, channelId, scriptId, title, topic, angle, length } = script;
  const template = script.template === undefined ? await readChosenTemplate(app, script) : script.template;
  if (template === null) return;
  const text = await readStartingText(forms, account, channelId, template);
  if (text.trim() === '') return;
  const values = {
    title,
    topic,
    angle,
    channel: channels.current?.id === channelId ? formatChannelName(channels.current) : '',
    date: new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long' }).format(new Date()),
    length: length === null ? '' : formatNumber(length),
  };
  const initialText = fillTemplate(text, values, (name) => `What should stand for “${name}”?`);
  const draft = await drafts.open(account, scriptId, 'script');
  if (draft.text.trim() === '') draft.replace(initialText);
  await drafts.close(draft);
}
