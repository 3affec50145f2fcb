import type { ApiClient, ApiFailure } from '#renderer/bridge/api-client.ts';

interface GeneratedPicture {
  readonly account: string;
  readonly channelId: number;
  /** The picture's address at the service. */
  readonly url: string;
  readonly label: string;
}

export type AssignResult = { readonly ok: true } | { readonly ok: false; readonly failure: ApiFailure };

const MAX_LABEL_LENGTH = 80;

/** Puts a generated picture on the channel's board, which is free of charge. */
export function putOnBoard(api: ApiClient, { account, channelId, url, label }: GeneratedPicture) {
  return api.call(account, 'board.import', {
    params: { id: channelId },
    body: { source: 'urls' as const, urls: [url], label: [...label].slice(0, MAX_LABEL_LENGTH).join('') },
    idempotencyKey: crypto.randomUUID(),
  });
}

/** Puts a generated picture on the board and assigns it to the script, as the API requires; both are free of charge. */
export async function assignPicture(
  api: ApiClient,
  picture: GeneratedPicture & { readonly scriptId: number },
): Promise<AssignResult> {
  const importResult = await putOnBoard(api, picture);
  if (!importResult.ok) return importResult;
  const item = importResult.body.data.items.find(({ type }) => type === 'image');
  const message = 'The picture wasn’t imported.';
  if (!item) throw new Error(message);
  const assignment = await api.call(picture.account, 'board.assign', {
    params: { id: picture.channelId },
    body: { item_id: item.id, script_id: picture.scriptId },
    idempotencyKey: crypto.randomUUID(),
  });
  return assignment.ok ? { ok: true } : assignment;
}
