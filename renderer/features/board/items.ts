/** What lies on a board as the studio shows it: the service's items under what only this studio knows of them. */
import type { BoardItem, TextStyle } from '#contract/schema/thumbnail.ts';

import type { Box } from './geometry.ts';

export type ItemKind = 'image' | 'text' | 'shape' | 'frame';
export const SHAPE_FORMS = ['rect', 'ellipse', 'arrow', 'line'] as const;
export type ShapeForm = (typeof SHAPE_FORMS)[number];

export interface Shadow {
  readonly color: string;
  readonly blur: number;
  readonly x: number;
  readonly y: number;
}

/** How a text looks: what the service keeps, and below it what it has no words for. */
export interface TextLook extends Pick<TextStyle, 'fill' | 'stroke' | 'stroke_width' | 'background' | 'size'> {
  readonly content: string;
  readonly font: string;
  readonly align: string;
  /** Between letters, in thousandths of the size. */
  readonly spacing: number;
  readonly shadow: Shadow | null;
}

export interface ShapeLook {
  readonly form: ShapeForm;
  readonly fill: string | null;
  readonly stroke: string;
  readonly stroke_width: number;
}

export interface Item extends Box {
  /** `i12` for item 12 of the service, else made here. */
  readonly key: string;
  /** The service's; of a copy that was made here, its original's. Null while the service does not know it. */
  readonly id: number | null;
  readonly kind: ItemKind;
  readonly status: string;
  /** Degrees, clockwise around the middle. */
  readonly angle: number;
  readonly z: number;
  readonly name: string;
  readonly hidden: boolean;
  readonly locked: boolean;
  readonly group: string | null;
  /** What its picture is kept under. */
  readonly picture: string | null;
  readonly note: string | null;
  readonly prompt: string | null;
  readonly source: string;
  readonly script: { readonly id: number; readonly title: string | null } | null;
  readonly text: TextLook | null;
  readonly shape: ShapeLook | null;
}

/** What only this studio knows of an item; of one that was made here, all of it. */
export type Entry = Partial<
  Pick<Item, 'x' | 'y' | 'width' | 'height' | 'angle' | 'z' | 'name' | 'hidden' | 'locked' | 'group' | 'text' | 'shape'>
> & {
  /** Of a picture the service does not have: what it is kept under here. */
  readonly picture?: string;
  /** Taken off the board. The API has no word for it, so the service goes on holding it. */
  readonly removed?: boolean;
  /** Made here. */
  readonly kind?: ItemKind;
  /** The item of the service this is a copy of. */
  readonly copyOf?: number;
};
export type Entries = Readonly<Record<string, Entry>>;

export const keyOf = (id: number): string => `i${id}`;
export const newKey = (): string => `n${crypto.randomUUID()}`;

/** A picture of the person's own that the service does not have: it can be arranged, lettered and exported here. */
export const isOwn = ({ kind, id, picture }: Item): boolean => kind === 'image' && id === null && picture !== null;

/** What a picture is kept under: its address without the signature, which changes by the day. */
export function pictureKey(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  // A local service has another port at each start.
  const { hostname, pathname } = new URL(address);
  return `${hostname}${pathname}`;
}

const NAMES: Record<ItemKind, string> = { image: 'Picture', text: 'Text', shape: 'Shape', frame: 'Frame' };

export const DEFAULT_TEXT: TextLook = {
  content: 'Text',
  font: 'impact',
  size: 120,
  fill: '#FFFFFF',
  stroke: '#000000',
  stroke_width: 12,
  background: null,
  align: 'center',
  spacing: 0,
  shadow: null,
};

/** The text of one of the service's items. */
export function textOf(item: BoardItem): TextLook | null {
  if (item.type !== 'text') return null;
  const { font, size, fill, stroke, stroke_width, background, align } = item.style ?? DEFAULT_TEXT;
  return { ...DEFAULT_TEXT, content: item.content ?? '', font, size, fill, stroke, stroke_width, background, align };
}

function kindOf(type: string): ItemKind {
  return type === 'text' || type === 'shape' || type === 'frame' ? type : 'image';
}

function known(item: BoardItem): Item {
  const { id, status, x, y, width, height, label, note = null, prompt, source } = item;
  const kind = kindOf(item.type);
  return {
    ...{ key: keyOf(id), id, kind, status, x, y, width, height, angle: 0, z: id, hidden: false, locked: false },
    ...{ group: null, picture: pictureKey(item.url), note, prompt, source, text: textOf(item), shape: null },
    name: label ?? (kind === 'image' ? (prompt ?? NAMES.image) : kind === 'text' ? (item.content ?? '') : NAMES[kind]),
    script:
      item.assigned_script_id === null ? null : { id: item.assigned_script_id, title: item.assigned_script_title },
  };
}

function made(key: string, entry: Entry, original: Item | undefined): Item | null {
  if (entry.kind === undefined || (entry.kind === 'image' && !original && entry.picture === undefined)) return null;
  return {
    ...{ key, id: original?.id ?? null, kind: entry.kind, status: original?.status ?? 'ready' },
    ...{ x: 0, y: 0, width: 1, height: 1, angle: 0, z: 0, name: NAMES[entry.kind], hidden: false, locked: false },
    ...{ group: null, picture: original?.picture ?? null, note: null, prompt: null, source: 'studio', script: null },
    ...{ text: null, shape: null },
    ...entry,
  };
}

/**
 * All that is on the board, from the lowest to the highest. `bound` says which of the service's texts are ones that were
 * made here.
 */
export function merge(
  service: readonly BoardItem[],
  entries: Entries,
  bound: Readonly<Record<string, number>>,
): Item[] {
  const local = new Set(Object.values(bound));
  const byId = new Map(service.map((item) => [item.id, known(item)]));
  const items: Item[] = [];
  for (const item of byId.values()) {
    if (item.id !== null && local.has(item.id)) continue;
    const entry = entries[item.key];
    if (entry?.removed) continue;
    items.push(named(entry ? { ...item, ...entry } : item, entry?.name));
  }
  for (const [key, entry] of Object.entries(entries)) {
    if (entry.kind === undefined || entry.removed) continue;
    const item = made(key, entry, entry.copyOf === undefined ? undefined : byId.get(entry.copyOf));
    if (item) items.push(named({ ...item, id: item.kind === 'text' ? (bound[key] ?? null) : item.id }, entry.name));
  }
  return items.sort((a, b) => a.z - b.z || (a.id ?? 0) - (b.id ?? 0));
}

/** A text is called by its words until a person calls it something else. */
function named(item: Item, called: string | undefined): Item {
  if (item.text === null || (called !== undefined && called !== '')) return item;
  return { ...item, name: item.text.content.replaceAll('\n', ' ') };
}
