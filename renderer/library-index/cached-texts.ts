/** Caches the service's texts of scripts that were never opened here, so that the library finds them too. */
import type { JournalEntry } from '#contract/journal.ts';

import { isRecord } from '#contract/record.ts';
import { getCacheKey } from '../query-cache/cache-key.ts';
import type { Database, ListRow } from '../storage/database.ts';
import { draftKey, readDraftKey } from '../storage/keys.ts';
import type { LocalTexts } from './library-rows.ts';

const NO_TEXTS: LocalTexts = { outline: null, script: null };
/** A text fetched within this time is not requested again. */
const MAX_AGE_MS = 600_000;

export const toCachedTextKey = (account: string, id: number): string =>
  getCacheKey(account, 'scripts.content', { params: { id } });

/** Returns the texts in the shape of drafts, without a time because nobody wrote them here. */
export function readCachedTexts(account: string, id: number, row: ListRow | undefined): LocalTexts {
  const body = row?.value;
  const data = isRecord(body) && isRecord(body['data']) ? body['data'] : null;
  if (!data) return NO_TEXTS;
  const createEntry = (kind: 'outline' | 'script', text: unknown, version: unknown): JournalEntry | null =>
    typeof text === 'string' && text !== ''
      ? { key: draftKey(account, id, kind), rev: Number(version) || 0, updated_at: '', value: { text } }
      : null;
  return {
    outline: createEntry('outline', data['outline'], data['outline_version']),
    script: createEntry('script', data['script'], data['content_version']),
  };
}

/**
 * Returns the scripts of an account whose texts only the service has: those never fetched first, then the oldest
 * fetches.
 */
export async function findTextsToFetch(database: Database, account: string, max: number): Promise<readonly number[]> {
  const result = await database.attempt(async (tables) => {
    const [scripts, drafts, cachedTexts] = await Promise.all([
      tables.entities.where('of').equals(`${account}/script`).toArray(),
      tables.entries.where('key').startsWith(`draft/${account}/`).primaryKeys(),
      tables.lists.where('key').startsWith(`${account}/scripts.content?`).toArray(),
    ]);
    const draftedIds = new Set(drafts.map((key) => readDraftKey(key)?.scriptId));
    const cachedAt = new Map(cachedTexts.map(({ key, at }) => [key, at]));
    const staleBefore = new Date(Date.now() - MAX_AGE_MS).toISOString();
    return scripts
      .flatMap(({ value }) => {
        const { id, has_outline, has_script } = isRecord(value) ? value : {};
        if (typeof id !== 'number' || draftedIds.has(id) || (has_outline !== true && has_script !== true)) return [];
        return [{ id, at: cachedAt.get(toCachedTextKey(account, id)) ?? '' }];
      })
      .filter(({ at }) => at < staleBefore)
      .sort((a, b) => (a.at === b.at ? b.id - a.id : a.at < b.at ? -1 : 1))
      .slice(0, max)
      .map(({ id }) => id);
  });
  return result.ok ? result.value : [];
}
