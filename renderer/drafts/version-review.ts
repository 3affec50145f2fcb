import type { Draft } from './draft.svelte.ts';
import type { Version, Versions } from './versions.ts';

/** Returns whether a run ended before it had finished this text. The service does not have it. */
export const isUnfinished = ({ reason }: Version): boolean => reason === 'partialOutline' || reason === 'partialDraft';

/**
 * Returns the text the person has yet to decide on: the newest generated or service text that came after the draft's
 * base. `decided` holds the versions settled in this window, `offered` the unfinished ones to offer in it.
 */
export async function undecided(
  versions: Versions,
  draft: Draft,
  decided: ReadonlySet<string> = new Set(),
  offered: ReadonlySet<string> = new Set(),
): Promise<Version | null> {
  const all = await versions.list(draft.account, draft.scriptId, draft.kind);
  const since = draft.base?.version ?? -1;
  const mine = draft.text;
  const waiting = all.filter(
    (version) =>
      (version.source === 'generated' || (version.source === 'service' && version.occasion !== 'sync')) &&
      !decided.has(version.id) &&
      (!isUnfinished(version) || offered.has(version.id) || draft.review?.version === version.id) &&
      (version.serviceVersion === null || version.serviceVersion > since) &&
      version.text !== mine,
  );
  const newest = waiting[0] ?? null;
  // Prefers a run's own result with the same text: the service was read before the run was known to have ended.
  return waiting.find(({ source, text }) => source === 'generated' && text === newest?.text) ?? newest;
}

/**
 * Returns the base for a merge if both the service's text and the draft changed since they were last the same. Returns
 * null if the base is unknown, if only one side changed, and for generated texts, which nobody wrote.
 */
export function mergeBase(draft: Draft, arrived: Version): string | null {
  const base = draft.base;
  return arrived.source === 'service' && base !== null && base.text !== draft.text ? base.text : null;
}

/**
 * Restores an older text. Saves the current one as a version first.
 * @throws if that fails; nothing is changed then.
 */
export async function goBack(versions: Versions, draft: Draft, text: string): Promise<void> {
  await keepFirst(versions, draft, 'restore');
  draft.replace(text);
}

/** Settles a review: `text` becomes the person's text, and `arrived` the base for later comparisons. */
export async function settle(
  versions: Versions,
  draft: Draft,
  arrived: Version,
  text: string,
  serviceVersion: number | null,
): Promise<void> {
  if (draft.text !== text) await keepFirst(versions, draft, arrived.source === 'service' ? 'merge' : 'compare');
  draft.replace(text);
  if (serviceVersion !== null && !isUnfinished(arrived)) draft.stored(arrived.text, serviceVersion);
}

/** Saves the draft as a version and repeats until it is unchanged, because the person may type meanwhile. */
async function keepFirst(versions: Versions, draft: Draft, occasion: 'restore' | 'compare' | 'merge'): Promise<void> {
  for (let kept: string | null = null; kept !== draft.text;) {
    kept = draft.text;
    await versions.snapshot(draft, occasion);
  }
}
