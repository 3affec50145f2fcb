/** Finds and changes the scripts, ideas and other entities in the service's answers. */
import type { OperationId } from '#contract/operations/index.ts';
import { isRecord } from '#contract/record.ts';

export type EntityKind = 'idea' | 'script' | 'channel' | 'bookmark';

/** Maps operations to the entities in their `data`: one of them or a list. */
export const ENTITY_OPERATIONS: Partial<Record<OperationId, EntityKind>> = {
  'ideas.list': 'idea',
  'ideas.get': 'idea',
  'ideas.create': 'idea',
  'local.ideas.list': 'idea',
  'local.ideas.get': 'idea',
  'scripts.list': 'script',
  'scripts.get': 'script',
  'channels.list': 'channel',
  'channels.get': 'channel',
  'local.channels.create': 'channel',
  'local.channels.update': 'channel',
  'bookmarks.list': 'bookmark',
  'bookmarks.create': 'bookmark',
  'local.bookmarks.update': 'bookmark',
};

type Fields = Readonly<Record<string, unknown>>;

/** Returns the script or idea that an item of an answer is, or that a project or a task belongs to. */
export function getEntity(
  operation: string,
  value: Fields,
): { readonly kind: 'script' | 'idea'; readonly id: number } | null {
  const projectFields = PROJECT_FIELDS[operation as OperationId];
  if (projectFields !== undefined) {
    const [, kind, number] = /^project:v1:(idea|script):([0-9]+)$/.exec(String(value[projectFields.id])) ?? [];
    return kind && number ? { kind: kind as 'script' | 'idea', id: Number(number) } : null;
  }
  const { id } = value;
  const kind = ENTITY_OPERATIONS[operation as OperationId];
  return (kind === 'script' || kind === 'idea') && typeof id === 'number' ? { kind, id } : null;
}

/** Overrides fields of an item of an answer. Projects and tasks have only some of the fields. */
export function setFields(operation: string, value: Fields, fields: Fields): Fields {
  const projectFields = PROJECT_FIELDS[operation as OperationId];
  if (projectFields === undefined) return { ...value, ...fields };
  const { title, ...others } = fields;
  return {
    ...value,
    ...pickExisting(value, title === undefined ? others : { ...others, [projectFields.title]: title }),
  };
}

export const pickExisting = (value: Fields, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name in value));

/** The fields with the project's id and title in answers about projects. */
const PROJECT_FIELDS: Partial<Record<OperationId, { readonly id: string; readonly title: string }>> = {
  'projects.list': { id: 'id', title: 'title' },
  'projects.get': { id: 'id', title: 'title' },
  'tasks.list': { id: 'project_id', title: 'project_title' },
};

/** Maps the items in an answer's `data`; returns the same body if none changed. */
export function mapEntities<T>(operation: string, body: T, map: (value: Fields) => Fields): T {
  const hasEntities = operation in ENTITY_OPERATIONS || operation in PROJECT_FIELDS;
  const data = isRecord(body) ? body['data'] : undefined;
  if (!hasEntities || data === undefined) return body;
  const mapItem = (value: unknown): unknown => (isRecord(value) ? map(value) : value);
  const mappedData = Array.isArray(data) ? data.map(mapItem) : mapItem(data);
  const isUnchanged = Array.isArray(mappedData)
    ? mappedData.every((value, at) => value === (data as unknown[])[at])
    : mappedData === data;
  return isUnchanged ? body : { ...body, data: mappedData };
}
