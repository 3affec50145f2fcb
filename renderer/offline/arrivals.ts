import type { Draft } from './draft.svelte.ts';
import type { Version, Versions } from './versions.ts';

/**
 * The text a person has yet to decide on: the newest generated one, or one of the service, that came after the text
 * this draft was made from. `decided` are versions they settled in this window.
 */
export async function undecided(
  versions: Versions,
  draft: Draft,
  decided: ReadonlySet<string> = new Set(),
): Promise<Version | null> {
  const all = await versions.list(draft.account, draft.scriptId, draft.kind);
  const since = draft.base?.version ?? -1;
  const mine = draft.text;
  const waiting = all.filter(
    (version) =>
      (version.source === 'generated' || (version.source === 'service' && version.occasion !== 'sync')) &&
      !decided.has(version.id) &&
      (version.serviceVersion === null || version.serviceVersion > since) &&
      version.text !== mine,
  );
  const newest = waiting[0] ?? null;
  // A run's own result, read from the service before the run was known to have ended.
  return waiting.find(({ source, text }) => source === 'generated' && text === newest?.text) ?? newest;
}

/**
 * Both the service's text and the draft changed since they were last the same: then the two can be merged. Null where
 * what they came from is not known, where only one of them changed, and for generated texts, which nobody wrote.
 */
export function mergeBase(draft: Draft, arrived: Version): string | null {
  const base = draft.base;
  return arrived.source === 'service' && base !== null && base.text !== draft.text ? base.text : null;
}

/** Puts an older text in place. What is there is kept first; throws when it cannot be, and then nothing changed. */
export async function goBack(versions: Versions, draft: Draft, text: string): Promise<void> {
  await keepFirst(versions, draft, 'restore');
  draft.replace(text);
}

/** The person decided on what arrived: `text` is theirs now, and what arrived is what it is compared with from here. */
export async function settle(
  versions: Versions,
  draft: Draft,
  arrived: Version,
  text: string,
  serviceVersion: number | null,
): Promise<void> {
  if (draft.text !== text) await keepFirst(versions, draft, arrived.source === 'service' ? 'merge' : 'compare');
  draft.replace(text);
  if (serviceVersion !== null) draft.stored(arrived.text, serviceVersion);
}

/** Keeps what the draft says until it says nothing else: keys may fall while it is being kept. */
async function keepFirst(versions: Versions, draft: Draft, occasion: 'restore' | 'compare' | 'merge'): Promise<void> {
  for (let kept: string | null = null; kept !== draft.text;) {
    kept = draft.text;
    await versions.snapshot(draft, occasion);
  }
}
