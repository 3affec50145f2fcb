/** The items of a board as the app shows them: the service's items with this app's own changes applied. */
import type { ColoredPart } from '#contract/draw-text.ts';
import type { BoardItem, TextStyle } from '#contract/schema/thumbnail.ts';
import { type ARROW_HEADS, BOARD_SHAPES, type HEAD_FORMS, PLAIN_LOOK } from '#contract/values.ts';

import type { Box } from '#contract/box.ts';
import type { Blend, PictureLook, Shadow } from '#contract/schema/composition.ts';

export type ItemKind = 'image' | 'text' | 'shape' | 'frame';
export type ShapeForm = (typeof BOARD_SHAPES)[number];

/** The look of a text: fields the service keeps, followed by those its API does not have. */
export interface TextLook extends Pick<TextStyle, 'fill' | 'stroke' | 'stroke_width' | 'background' | 'size'> {
  readonly content: string;
  readonly font: string;
  readonly align: string;
  /** Letter spacing, in thousandths of the size. */
  readonly spacing: number;
  readonly shadow: Shadow | null;
  /** Runs around the first outline. */
  readonly outer: { readonly color: string; readonly width: number } | null;
  /** Is the colour at the bottom if the fill runs from one to another; null if it does not. */
  readonly fill_to: string | null;
  /** Is the space of the background around the text, in board units. */
  readonly padding: number;
  /** Is the distance of the lines, in percent of the size. */
  readonly leading: number;
  /** Are parts of the content in colours of their own. */
  readonly colors: readonly ColoredPart[];
  /** Is the width that lines are broken at, in board units; null if they are not. Then `unwrapped` is null as well. */
  readonly wrap_width: number | null;
  /** Is the content as it was typed, which has no breaks by width. */
  readonly unwrapped: string | null;
  /** Is a font of this computer that the text is drawn with in place of `font`; null if it isn't. */
  readonly family: string | null;
}

export interface ShapeLook {
  readonly form: ShapeForm;
  readonly fill: string | null;
  readonly stroke: string;
  readonly stroke_width: number;
  /** Rounds a rectangle's corners, in board units; fields that the service's API does not have begin here. */
  readonly radius?: number | undefined;
  readonly dashed?: boolean | undefined;
  /** Is the colour at the bottom if the fill runs from one to another. */
  readonly fill_to?: string | null | undefined;
  /** Says where an arrow has a head, and how it looks. */
  readonly heads?: (typeof ARROW_HEADS)[number] | undefined;
  readonly head_form?: (typeof HEAD_FORMS)[number] | undefined;
}

export interface Item extends Box {
  /** `i12` for item 12 of the service; any other key was created here. */
  readonly key: string;
  /** The service's id; for a copy created here, its original's. Null until the service knows the item. */
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
  /** The key its picture is stored under. */
  readonly picture: string | null;
  readonly note: string | null;
  readonly prompt: string | null;
  readonly source: string;
  /** Scripts it is the thumbnail of, the latest first. */
  readonly scripts: readonly { readonly id: number; readonly title: string }[];
  readonly text: TextLook | null;
  readonly shape: ShapeLook | null;
  /** Is how a picture is shown; null for anything else. */
  readonly look: PictureLook | null;
  /** Ranges from 0 to 1. */
  readonly opacity: number;
  readonly blend: Blend;
}

/** This app's changes to an item; for an item created here, all of it. */
export type Entry = Partial<
  Pick<
    Item,
    | ('x' | 'y' | 'width' | 'height' | 'angle' | 'z' | 'name' | 'hidden' | 'locked' | 'group')
    | ('text' | 'shape' | 'look' | 'opacity' | 'blend')
  >
> & {
  /** Storage name of a picture the service does not have. */
  readonly picture?: string;
  /** Set if it was removed here. The API cannot remove items, so the service still has it. */
  readonly removed?: boolean;
  /** Set only for items created here. */
  readonly kind?: ItemKind;
  /** The service's item this is a copy of. */
  readonly copyOf?: number;
};
export type Entries = Readonly<Record<string, Entry>>;

export const keyOf = (id: number): string => `i${id}`;
export const newKey = (): string => `n${crypto.randomUUID()}`;

/** Returns whether the service does not have this picture: it can be arranged, lettered and exported here only. */
export const isOwn = ({ kind, id, picture }: Item): boolean => kind === 'image' && id === null && picture !== null;

/** Returns the storage key of a picture: its address without the signature, which changes daily. */
export function pictureKey(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  // A local service uses another port at each start.
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
  outer: null,
  fill_to: null,
  padding: 0,
  leading: 113,
  colors: [],
  wrap_width: null,
  unwrapped: null,
  family: null,
};

/** Returns the service's text; what its API does not have is as `ours` says. */
export function textOf(item: BoardItem, ours: TextLook = DEFAULT_TEXT): TextLook | null {
  if (item.type !== 'text') return null;
  const { font, size, fill, stroke, stroke_width, background, align } = item.style ?? DEFAULT_TEXT;
  const content = item.content ?? '';
  const known = { content, font, size, fill, stroke, stroke_width, background, align };
  // A text that was changed at the service has other lines and words.
  const own = content === ours.content ? {} : { colors: [], wrap_width: null, unwrapped: null };
  return { ...ours, ...known, ...own };
}

function kindOf(type: string): ItemKind {
  return type === 'text' || type === 'shape' || type === 'frame' ? type : 'image';
}

/** Returns the scripts it is the thumbnail of; a service may report only the latest. */
function scriptsOf(item: BoardItem): Item['scripts'] {
  const { assigned_scripts, assigned_script_id: id, assigned_script_title: title } = item;
  if (assigned_scripts !== undefined) return assigned_scripts;
  return id === null ? [] : [{ id, title: title ?? `script ${id}` }];
}

const isForm = (form: string): form is ShapeForm => (BOARD_SHAPES as readonly string[]).includes(form);

function shapeOf({ shape }: BoardItem): ShapeLook | null {
  if (!shape || !isForm(shape.form)) return null;
  const { heads, head_form, ...known } = shape;
  return {
    ...known,
    form: shape.form,
    heads: heads === 'both' ? 'both' : undefined,
    head_form: head_form === 'solid' ? 'solid' : undefined,
  };
}

function known(item: BoardItem): Item {
  const { id, status, x, y, width, height, label, note = null, prompt, source } = item;
  const kind = kindOf(item.type);
  return {
    key: keyOf(id),
    id,
    kind,
    status,
    x,
    y,
    width,
    height,
    angle: 0,
    z: id,
    hidden: false,
    locked: false,
    group: null,
    picture: pictureKey(item.url),
    note,
    prompt,
    source,
    text: textOf(item),
    shape: shapeOf(item),
    look: kind === 'image' ? PLAIN_LOOK : null,
    opacity: 1,
    blend: 'normal',
    name: label ?? (kind === 'image' ? (prompt ?? NAMES.image) : kind === 'text' ? (item.content ?? '') : NAMES[kind]),
    scripts: scriptsOf(item),
  };
}

function made(key: string, entry: Entry, original: Item | undefined): Item | null {
  if (entry.kind === undefined || (entry.kind === 'image' && !original && entry.picture === undefined)) return null;
  return {
    key,
    id: original?.id ?? null,
    kind: entry.kind,
    status: original?.status ?? 'ready',
    x: 0,
    y: 0,
    width: 1,
    height: 1,
    angle: 0,
    z: 0,
    name: NAMES[entry.kind],
    hidden: false,
    locked: false,
    group: null,
    picture: original?.picture ?? null,
    note: null,
    prompt: null,
    source: 'studio',
    scripts: [],
    text: null,
    shape: null,
    look: entry.kind === 'image' ? PLAIN_LOOK : null,
    opacity: 1,
    blend: 'normal',
    ...entry,
    ...wholeLooks(entry),
  };
}

/** Completes looks that an earlier version stored, which lack what came later. */
const wholeLooks = ({ text, look }: Entry): Pick<Entry, 'text' | 'look'> => ({
  ...(text && { text: { ...DEFAULT_TEXT, ...text } }),
  ...(look && { look: { ...PLAIN_LOOK, ...look } }),
});

/**
 * Returns everything on the board, from the lowest to the highest. `bound` maps texts created here to the service's
 * ids.
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
    items.push(named(entry ? { ...item, ...entry, ...wholeLooks(entry) } : item, entry?.name));
  }
  for (const [key, entry] of Object.entries(entries)) {
    if (entry.kind === undefined || entry.removed) continue;
    const item = made(key, entry, entry.copyOf === undefined ? undefined : byId.get(entry.copyOf));
    if (item) items.push(named({ ...item, id: item.kind === 'text' ? (bound[key] ?? null) : item.id }, entry.name));
  }
  return items.sort((a, b) => a.z - b.z || (a.id ?? 0) - (b.id ?? 0));
}

/** Names a text by its words until the user renames it. */
function named(item: Item, called: string | undefined): Item {
  if (item.text === null || (called !== undefined && called !== '')) return item;
  return { ...item, name: item.text.content.replaceAll('\n', ' ') };
}
