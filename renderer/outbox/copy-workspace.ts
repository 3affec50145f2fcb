import type { JournalEntry } from '#contract/journal.ts';

import { FAMILIES } from '../storage/keys.ts';
import type { MirroredStore } from '../storage/mirrored-store.ts';
import { placeEntry } from './move-script.ts';

export interface CopiedWorkspace {
  readonly drafts: number;
  readonly versions: number;
}

/** A draft's base comes before the draft, which is compared with it. Queued changes stay with their service. */
const COPIED_FAMILIES = ['base', ...FAMILIES.filter((family) => family !== 'base' && family !== 'outbox')];

/** Excludes scripts that only one of the services has, and forms in which a window stores something about itself. */
function isCopied(key: string, lastScriptId: number): boolean {
  const [family, , id = ''] = key.split('/');
  if (family === 'form') return !/^studio$|--\d+$/.test(id);
  return Number(id) > 0 && Number(id) <= lastScriptId;
}

function countVersions({ key, value }: JournalEntry): number {
  if (!key.startsWith('version/')) return 0;
  return typeof value['count'] === 'number' ? value['count'] : 1;
}

/**
 * Copies what a person wrote in one account to another one with the same scripts under the same ids, up to
 * `lastScriptId`. Replaces nothing: a different draft becomes a version. Returns null if something is not on disk yet;
 * the copy can be repeated.
 */
export async function copyWorkspace(
  store: MirroredStore,
  from: string,
  to: string,
  lastScriptId: number,
): Promise<CopiedWorkspace | null> {
  const counts = { drafts: 0, versions: 0 };
  let isComplete = true;
  for (const family of COPIED_FAMILIES) {
    for await (const entries of store.readPages(`${family}/${from}/`)) {
      for (const entry of entries) {
        if (!isCopied(entry.key, lastScriptId) || 'moved_to' in entry.value) continue;
        const isPlaced = await placeEntry(store, entry, entry.key.replace(`/${from}/`, `/${to}/`), 'archive');
        isComplete &&= isPlaced;
        if (family === 'draft' && entry.value['text'] !== '') counts.drafts += 1;
        counts.versions += countVersions(entry);
      }
    }
  }
  return isComplete ? counts : null;
}
