import { LIMITS } from '#contract/limits.ts';

import type { ApiClient, ApiFailure, ApiInput } from '../bridge/api-client.ts';
import { lacksBrief, type QueuedItem } from './outbox-item.ts';

type ServiceItem = Readonly<Record<string, unknown>> & { readonly id: number };

/** Lists the newest items with exactly this title. It only reads, so a failure changes nothing. */
export async function listSameTitle(
  api: ApiClient,
  { account, channelId, operation, title }: QueuedItem,
): Promise<
  { readonly ok: true; readonly items: readonly ServiceItem[] } | { readonly ok: false; readonly failure: ApiFailure }
> {
  const input = { params: { id: channelId }, query: { search: title.slice(0, LIMITS.search), per_page: 100 } };
  const result = await api.call(account, operation === 'ideas.create' ? 'ideas.list' : 'scripts.list', input);
  if (!result.ok) return result;
  return { ok: true, items: result.body.data.filter((item: { title: string }) => item.title.trim() === title) };
}

export async function sendQueued(
  api: ApiClient,
  item: QueuedItem,
): Promise<{ readonly ok: true; readonly id: number } | { readonly ok: false; readonly failure: ApiFailure }> {
  const { account, channelId, operation, body } = item;
  const params = { id: channelId };
  if (operation === 'ideas.create') {
    const result = await api.call(account, operation, {
      params,
      body: body as NonNullable<ApiInput<'ideas.create'>['body']>,
    });
    return result.ok ? { ok: true, id: result.body.data.id } : result;
  }
  const result = lacksBrief(item)
    ? await api.call(account, 'local.scripts.create', {
        params,
        body: body as NonNullable<ApiInput<'local.scripts.create'>['body']>,
      })
    : await api.call(account, operation, { params, body: body as NonNullable<ApiInput<'scripts.create'>['body']> });
  return result.ok ? { ok: true, id: result.body.data.script_id } : result;
}

/** The fields that the creation of a script accepts; other fields are stored as details. */
const CREATION_FIELDS: readonly string[] = ['title', 'topic', 'angle', 'length', 'language', 'template_id', 'voice_id'];

/** Returns the fields that the creation of a script does not accept. */
export const omitCreationFields = <T>(change: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(change).filter(([name]) => !CREATION_FIELDS.includes(name)));

/** Merges changed fields into the content of a queued script. */
export function applyChange(
  { title, body }: QueuedItem,
  change: Readonly<Record<string, unknown>>,
): { readonly title: string; readonly body: QueuedItem['body'] } {
  const creationFields = Object.fromEntries(Object.entries(change).filter(([name]) => CREATION_FIELDS.includes(name)));
  const next = { ...body, ...creationFields };
  return { title: typeof next['title'] === 'string' ? next['title'] : title, body: next };
}

/** The fields that a list returns as they were sent. */
const LISTED_FIELDS = ['topic', 'angle', 'length', 'suggested_length', 'notes', 'thumbnail_concept'] as const;

export function isSameItem({ body }: QueuedItem, item: ServiceItem): boolean {
  return LISTED_FIELDS.every((name) => !(name in item) || (item[name] ?? null) === (body[name] ?? null));
}

/** Classifies a failed send: try later, check whether it arrived, or show the person why it was refused. */
export function classifyFailure(failure: ApiFailure): 'later' | 'unclear' | 'refused' {
  if (failure.kind === 'signed_out') return 'later';
  if (failure.kind === 'unreachable') return failure.sent === 'no' ? 'later' : 'unclear';
  if (failure.kind === 'unreadable') return 'unclear';
  const { status, code } = failure.error;
  if (status === 401 || status === 429 || code === 'unavailable' || code === 'read_only') return 'later';
  return status >= 500 ? 'unclear' : 'refused';
}
