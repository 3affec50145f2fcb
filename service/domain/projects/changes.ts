/** Describes changes of a project for its activity. */
import type { CHECKLIST_CHANGES } from '#contract/schema/project.ts';

/** A value is null where there was none. Stays a type, not an interface, because it is stored as JSON. */
export type Change = { readonly field: string; readonly from: string | null; readonly to: string | null };

const LONGEST_VALUE = 200;
/** Keeps a bulk change of a checklist readable. */
const MOST_CHANGES = 20;

function textOf(value: unknown): string | null {
  if (value instanceof Date) return value.toISOString();
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  if (text === '') return null;
  const characters = [...text];
  return characters.length > LONGEST_VALUE ? `${characters.slice(0, LONGEST_VALUE).join('')}…` : text;
}

/** Returns the changes of these fields; values that differ only in what was cut off count as changed. */
export function changesOf<T extends object>(before: T, after: T, fields: readonly (keyof T & string)[]): Change[] {
  const isSame = (field: keyof T): boolean => JSON.stringify(before[field]) === JSON.stringify(after[field]);
  return fields
    .filter((field) => !isSame(field))
    .map((field) => ({ field, from: textOf(before[field]), to: textOf(after[field]) }));
}

interface Entry {
  readonly title: string;
  readonly done: boolean;
}

/** Returns what happened to the entries of a checklist, most of all what was done. */
export function checklistChanges(
  before: readonly (Entry & { readonly id: number })[],
  after: readonly (Entry & { readonly id?: number | undefined })[],
): Change[] {
  const change = (field: (typeof CHECKLIST_CHANGES)[number], from: string | null, to: string | null): Change => ({
    field,
    from: textOf(from),
    to: textOf(to),
  });
  const known = new Map(before.map((entry) => [entry.id, entry]));
  const kept = after.flatMap((entry) => {
    const was = known.get(entry.id ?? 0);
    if (!was) return [change('checklist_added', null, entry.title)];
    return [
      ...(was.done === entry.done
        ? []
        : [change(entry.done ? 'checklist_done' : 'checklist_reopened', entry.title, entry.title)]),
      ...(was.title === entry.title ? [] : [change('checklist_renamed', was.title, entry.title)]),
    ];
  });
  const ids = new Set(after.map(({ id }) => id));
  const removed = before.filter(({ id }) => !ids.has(id)).map(({ title }) => change('checklist_removed', title, null));
  return [...kept, ...removed].slice(0, MOST_CHANGES);
}
