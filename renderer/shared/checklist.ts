import type { ChecklistItem, ProjectTask } from '#contract/schema/project.ts';
import type { ApiClient, ApiFailure } from '../bridge/api-client.ts';

/** A checklist entry as it is sent to the service. */
export interface Entry {
  /** Missing for a new entry. */
  readonly id?: number;
  readonly title: string;
  readonly required: boolean;
  readonly done: boolean;
  readonly assignee_id: number | null;
  readonly due_at: string | null;
}

/** Drops fields that a newer service returns but does not accept. */
export const toEntry = ({ id, title, required, done, assignee_id, due_at }: ChecklistItem): Entry => ({
  id,
  title,
  required,
  done,
  assignee_id,
  due_at,
});

/** Returns the list with an entry moved by `step` places, or as far as the list goes. */
export function moveEntry<T extends { readonly id?: number }>(
  list: readonly T[],
  id: number,
  step: number,
): readonly T[] {
  const from = list.findIndex((entry) => entry.id === id);
  const entry = list[from];
  if (!entry) return list;
  const to = Math.min(list.length - 1, Math.max(0, from + step));
  return list.toSpliced(from, 1).toSpliced(to, 0, entry);
}

export const isConflict = (failure: ApiFailure): boolean =>
  failure.kind === 'refused' && failure.error.code === 'revision_conflict';

const MAX_ATTEMPTS = 3;

/**
 * Marks a task as done, or as open again, in its project's checklist. Reads the checklist first, and again after
 * somebody else changed the project meanwhile. Returns why it failed, or null.
 */
export async function setTaskDone(
  api: Pick<ApiClient, 'call'>,
  account: string,
  { id, project_id }: Pick<ProjectTask, 'id' | 'project_id'>,
  done: boolean,
): Promise<ApiFailure | null> {
  const params = { project: project_id };
  for (let attempt = 1; ; attempt++) {
    const read = await api.call(account, 'projects.production.get', { params });
    if (!read.ok) return read.failure;
    const { data, meta } = read.body;
    if (!data.checklist.some((entry) => entry.id === id && entry.done !== done)) return null;
    const result = await api.call(account, 'projects.production.update', {
      params,
      body: { checklist: data.checklist.map((entry) => toEntry(entry.id === id ? { ...entry, done } : entry)) },
      idempotencyKey: crypto.randomUUID(),
      ifMatch: `"${meta.revision}"`,
    });
    if (result.ok) return null;
    if (attempt >= MAX_ATTEMPTS || !isConflict(result.failure)) return result.failure;
  }
}
