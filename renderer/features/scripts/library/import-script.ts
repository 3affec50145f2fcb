import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { DocumentComment } from '#markdown/comments/document-comment.ts';
import type { KeptPicture } from '#markdown/kept-picture.ts';
import type { QueuedItem } from '#renderer/outbox/outbox-item.ts';
import { submitScript } from '#renderer/outbox/submit-script.ts';
import { keepPictures } from '#renderer/shared/script-pictures.ts';
import { CommentStore } from '../comments/comment-store.ts';
import { storeImportedComments } from '../comments/imported-comments.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

/** Bounds of a script's target length; copied from contract/limits.ts to avoid loading it. */
const TARGET_WORDS = { min: 200, max: 20_000 } as const;

interface ImportedScript {
  readonly account: string;
  readonly channelId: number;
  readonly title: string;
  readonly wordCount: number;
  /** The imported file's name. */
  readonly fileName: string;
  readonly text: string;
  readonly pictures: readonly KeptPicture[];
  readonly comments: readonly DocumentComment[];
}

/**
 * Creates a script with the text as its draft; text and pictures are on disk when this resolves. While the service
 * can't be reached, the script waits in the outbox. If the pictures can't be saved, `unsaved` says why and nothing is
 * created.
 */
export async function importScript(
  app: Pick<AppState, 'bridge' | 'drafts' | 'outbox' | 'store'>,
  { account, channelId, title, wordCount, fileName, text, pictures, comments }: ImportedScript,
): Promise<{ readonly item: QueuedItem } | { readonly failure: ApiFailure } | { readonly unsaved: string }> {
  const unsavedReason = await keepPictures(app.bridge, pictures);
  if (unsavedReason !== null) return { unsaved: unsavedReason };
  const length = Math.min(TARGET_WORDS.max, Math.max(TARGET_WORDS.min, wordCount));
  const body = { title, topic: `Imported from ${fileName}`.slice(0, 500), length };
  return submitScript(
    app,
    { account, channelId, title, body },
    {
      texts: { script: text },
      store: async (scriptId) => {
        if (comments.length === 0) return;
        const commentStore = new CommentStore({ store: app.store, account, scriptId, channel: null });
        await storeImportedComments(commentStore, { comments, markdown: text });
      },
    },
  );
}
