import type { Draft } from './draft.svelte.ts';
import type { Version, Versions } from './versions.ts';

/** Returns whether a run ended before it had finished this text. The service does not have such texts. */
export const isUnfinished = ({ reason }: Version): boolean => reason === 'partialOutline' || reason === 'partialDraft';

/**
 * Returns the text the person has yet to decide on: the newest generated or service text that came after the draft's
 * base. `decidedIds` holds the versions settled in this window, `offeredIds` the unfinished versions to offer.
 */
export async function findUndecided(
  versions: Versions,
  draft: Draft,
  decidedIds: ReadonlySet<string> = new Set(),
  offeredIds: ReadonlySet<string> = new Set(),
): Promise<Version | null> {
  const allVersions = await versions.list(draft.account, draft.scriptId, draft.kind);
  const baseVersion = draft.base?.version ?? -1;
  const mine = draft.text;
  const candidates = allVersions.filter(
    (version) =>
      (version.source === 'generated' || (version.source === 'service' && version.occasion !== 'sync')) &&
      !decidedIds.has(version.id) &&
      (!isUnfinished(version) || offeredIds.has(version.id) || draft.review?.version === version.id) &&
      (version.serviceVersion === null || version.serviceVersion > baseVersion) &&
      version.text !== mine,
  );
  const newest = candidates[0] ?? null;
  // Prefers a run's own result with the same text: the service was read before the run was known to have ended.
  return candidates.find(({ source, text }) => source === 'generated' && text === newest?.text) ?? newest;
}

/**
 * Returns the base for a merge if both the service's text and the draft changed since they were last the same. Returns
 * null if the base is unknown, if only one side changed, and for generated texts, which nobody wrote.
 */
export function getMergeBase(draft: Draft, incomingVersion: Version): string | null {
  const base = draft.base;
  return incomingVersion.source === 'service' && base !== null && base.text !== draft.text ? base.text : null;
}

/**
 * Restores an older text. Saves the current one as a version first.
 * @throws if that fails; nothing is changed then.
 */
export async function restoreVersion(versions: Versions, draft: Draft, text: string): Promise<void> {
  await snapshotUntilUnchanged(versions, draft, 'restore');
  draft.replace(text);
}

/** Settles a review: `text` becomes the person's text, and `incomingVersion` the base for later comparisons. */
export async function settleReview(
  versions: Versions,
  draft: Draft,
  incomingVersion: Version,
  text: string,
  serviceVersion: number | null,
): Promise<void> {
  if (draft.text !== text)
    await snapshotUntilUnchanged(versions, draft, incomingVersion.source === 'service' ? 'merge' : 'compare');
  draft.replace(text);
  if (serviceVersion !== null && !isUnfinished(incomingVersion)) draft.noteStored(incomingVersion.text, serviceVersion);
}

/** Saves the draft as a version and repeats until it is unchanged, because the person may type meanwhile. */
async function snapshotUntilUnchanged(
  versions: Versions,
  draft: Draft,
  occasion: 'restore' | 'compare' | 'merge',
): Promise<void> {
  for (let savedText: string | null = null; savedText !== draft.text;) {
    savedText = draft.text;
    await versions.snapshot(draft, occasion);
  }
}
