import type { JournalEntry } from '#contract/journal.ts';
import { isRecord } from '#contract/record.ts';

export type DetailKind = 'script' | 'idea';
export type DetailValue = string | number | null | readonly string[];
export type DetailFields = Readonly<Record<string, DetailValue>>;

/** The details a person set for a script or an idea that its service does not have. */
export interface Details {
  readonly account: string;
  readonly kind: DetailKind;
  readonly id: number;
  readonly fields: DetailFields;
  /** The fields that are still to be sent; the others exist on this computer only. */
  readonly waiting: readonly string[];
  /** Why the service did not accept a field, in plain words. */
  readonly reason: string | null;
  readonly rev: number;
  readonly at: string;
}

export const DETAILS = 'details/';
export const getDetailsKey = (account: string, kind: DetailKind, id: number): string =>
  `${DETAILS}${account}/${id}/${kind}`;

const isValue = (value: unknown): value is DetailValue =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'number' ||
  (Array.isArray(value) && value.every((part) => typeof part === 'string'));

/** Compares lists by their elements. */
export function isSameValue(a: DetailValue | undefined, b: DetailValue | undefined): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((part, at) => part === b[at]);
}

export function readDetails(entry: JournalEntry | null | undefined): Details | null {
  const [, account, id, kind] = /^details\/([a-z0-9-]+)\/(-?[0-9]+)\/(script|idea)$/.exec(entry?.key ?? '') ?? [];
  if (!entry || !account || !id || !kind || 'moved_to' in entry.value) return null;
  const { fields, waiting, reason } = entry.value;
  const validFields = isRecord(fields) ? Object.entries(fields).filter(([, value]) => isValue(value)) : [];
  return {
    account,
    kind: kind as DetailKind,
    id: Number(id),
    fields: Object.fromEntries(validFields) as DetailFields,
    waiting: Array.isArray(waiting) ? waiting.filter((name) => typeof name === 'string') : [],
    reason: typeof reason === 'string' ? reason : null,
    rev: entry.rev,
    at: entry.updated_at,
  };
}

/** Returns an entry without any field, above a revision that is already stored. */
export const createEmptyDetails = (target: Pick<Details, 'account' | 'kind' | 'id'>, rev: number): Details => ({
  ...target,
  fields: {},
  waiting: [],
  reason: null,
  rev,
  at: '',
});

export function toEntry({ account, kind, id, rev, at, fields, waiting, reason }: Details): JournalEntry {
  return { key: getDetailsKey(account, kind, id), rev, updated_at: at, value: { fields, waiting, reason } };
}

/** Returns the fields without those that are now known to be the service's. */
export function omitFields(details: Details, names: readonly string[]): Pick<Details, 'fields' | 'waiting'> {
  return {
    fields: Object.fromEntries(Object.entries(details.fields).filter(([name]) => !names.includes(name))),
    waiting: details.waiting.filter((name) => !names.includes(name)),
  };
}
