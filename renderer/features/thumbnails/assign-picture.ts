import type { ApiClient, ApiFailure } from '#renderer/bridge/api-client.ts';

interface Asked {
  readonly account: string;
  readonly channelId: number;
  readonly scriptId: number;
  /** The picture's address at the service. */
  readonly url: string;
  readonly label: string;
}

export type Assigned = { readonly ok: true } | { readonly ok: false; readonly failure: ApiFailure };

const MAX_LABEL_LENGTH = 80;

/**
 * Imports a generated picture to the board and assigns it to the script, as the API requires; both are free of charge.
 */
export async function assignPicture(api: ApiClient, asked: Asked): Promise<Assigned> {
  const { account, channelId, scriptId, url } = asked;
  const params = { id: channelId };
  const label = [...asked.label].slice(0, MAX_LABEL_LENGTH).join('');
  const imported = await api.call(account, 'board.import', {
    params,
    body: { source: 'urls' as const, urls: [url], label },
    idempotencyKey: crypto.randomUUID(),
  });
  if (!imported.ok) return imported;
  const item = imported.body.data.items.find(({ type }) => type === 'image');
  const missing = 'The picture wasn’t imported.';
  if (!item) throw new Error(missing);
  const assigned = await api.call(account, 'board.assign', {
    params,
    body: { item_id: item.id, script_id: scriptId },
    idempotencyKey: crypto.randomUUID(),
  });
  return assigned.ok ? { ok: true } : assigned;
}
