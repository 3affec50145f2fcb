import type { ApiClient, BodyOf } from '../bridge/api-client.ts';
import type { TextKind } from '../storage/keys.ts';

export interface StoredContent {
  /** The new version of the text. */
  readonly version: number;
  readonly response: BodyOf<'local.content.put'>;
}

/**
 * Stores one text of a script at the local service, based on its `version`. Returns `conflict` if the service has a
 * newer one.
 */
export async function putContent(
  api: Pick<ApiClient, 'call'>,
  { account, id, kind }: { readonly account: string; readonly id: number; readonly kind: TextKind },
  text: string,
  version: number,
): Promise<StoredContent | 'conflict' | 'failed'> {
  const result = await api.call(account, 'local.content.put', {
    params: { id },
    body: kind === 'outline' ? { outline: text, outline_version: version } : { script: text, content_version: version },
  });
  if (!result.ok) {
    const { failure } = result;
    return failure.kind === 'refused' && failure.error.code === 'content_conflict' ? 'conflict' : 'failed';
  }
  const { outline_version, content_version } = result.body.data;
  return { version: kind === 'outline' ? outline_version : content_version, response: result.body };
}
