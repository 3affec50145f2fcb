/** Describes changes of a project for its activity. */
import type { CHECKLIST_CHANGES } from '#contract/schema/project.ts';

/** Null stands for no value. A type, because an interface does not fit JsonObject. */
export type Change = { readonly field: string; readonly from: string | null; readonly to: string | null };

const MAX_VALUE_LENGTH = 200;
const MAX_CHANGES = 20;

function toText(value: unknown): string | null {
  if (value instanceof Date) return value.toISOString();
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  if (text === '') return null;
  const characters = [...text];
  return characters.length > MAX_VALUE_LENGTH ? `${characters.slice(0, MAX_VALUE_LENGTH).join('')}…` : text;
}

/** Returns the changed fields with values cut to `MAX_VALUE_LENGTH`; a change behind the cut counts. */
export function listChanges<T extends object>(before: T, after: T, fields: readonly (keyof T & string)[]): Change[] {
  const isSame = (field: keyof T): boolean => JSON.stringify(before[field]) === JSON.stringify(after[field]);
  return fields
    .filter((field) => !isSame(field))
    .map((field) => ({ field, from: toText(before[field]), to: toText(after[field]) }));
}

interface Entry {
  readonly title: string;
  readonly done: boolean;
}

/** Lists changes of a checklist's entries, removed entries last. */
export function listChecklistChanges(
  before: readonly (Entry & { readonly id: number })[],
  after: readonly (Entry & { readonly id?: number | undefined })[],
): Change[] {
  const createChange = (field: (typeof CHECKLIST_CHANGES)[number], from: string | null, to: string | null): Change => ({
    field,
    from: toText(from),
    to: toText(to),
  });
  const entriesById = new Map(before.map((entry) => [entry.id, entry]));
  const edits = after.flatMap((entry) => {
    const previous = entriesById.get(entry.id ?? 0);
    if (!previous) return [createChange('checklist_added', null, entry.title)];
    return [
      ...(previous.done === entry.done
        ? []
        : [createChange(entry.done ? 'checklist_done' : 'checklist_reopened', entry.title, entry.title)]),
      ...(previous.title === entry.title ? [] : [createChange('checklist_renamed', previous.title, entry.title)]),
    ];
  });
  const ids = new Set(after.map(({ id }) => id));
  const removals = before
    .filter(({ id }) => !ids.has(id))
    .map(({ title }) => createChange('checklist_removed', title, null));
  return [...edits, ...removals].slice(0, MAX_CHANGES);
}
