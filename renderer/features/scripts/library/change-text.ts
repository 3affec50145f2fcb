import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import type { Draft } from '#renderer/drafts/draft.svelte.ts';
import { storeDraft } from '#renderer/drafts/sync-draft.ts';
import { findUndecided } from '#renderer/drafts/version-review.ts';
import { isLocalId } from '#renderer/outbox/outbox-item.ts';
import { putContent } from '#renderer/shared/put-content.ts';

type Deps = Pick<AppState, 'accounts' | 'api' | 'drafts' | 'versions'>;

export interface TextChange {
  readonly before: string;
  readonly after: string;
}

/**
 * Changes the text of a script that isn't open, here and at a service that stores texts. The old text is saved as a
 * version first. `change` returns null to leave the text unchanged; it is called again if the text changes meanwhile.
 * @throws if the version or the text couldn't be saved
 */
export async function changeText(
  app: Deps,
  { account, id }: { readonly account: string; readonly id: number },
  change: (text: string) => Promise<string | null>,
): Promise<TextChange | null> {
  const draft = await app.drafts.open(account, id, 'script');
  const service = isLocalId(draft.scriptId) ? null : createServiceText(app, draft);
  try {
    if (draft.text === '') await service?.receive();
    const textChange = await changeDraft(app, draft, change);
    if (textChange === null) return null;
    const { state, message } = await draft.flush();
    if (state === 'unsaved') {
      draft.replace(textChange.before);
      throw new Error(message ?? 'not saved');
    }
    if (service && app.accounts.accountOffers(account, 'local.content.put')) {
      const undecidedVersion = await findUndecided(app.versions, draft);
      await storeDraft(draft, service, () => undecidedVersion !== null);
    }
    return textChange;
  } finally {
    await app.drafts.close(draft);
  }
}

async function changeDraft(
  { versions }: Deps,
  draft: Draft,
  change: (text: string) => Promise<string | null>,
): Promise<TextChange | null> {
  for (;;) {
    const before = draft.text;
    const after = await change(before);
    if (after === null || after === before) return null;
    await versions.snapshot(draft, 'replace');
    if (draft.text !== before) continue;
    draft.replace(after);
    return { before, after };
  }
}

function createServiceText({ api }: Deps, draft: Draft): Parameters<typeof storeDraft>[1] {
  const { account, scriptId: id, kind } = draft;
  return {
    put: (text, version) => putContent(api, { account, id, kind }, text, version),
    receive: async () => {
      const result = await api.call(account, 'scripts.content', { params: { id } });
      if (result.ok) await draft.receive(result.body.data.script, result.body.data.content_version);
    },
  };
}
