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
  /** A second outline around the first. */
  readonly outer: { readonly color: string; readonly width: number } | null;
  /** The last colour of a gradient; null without one. */
  readonly fill_to: string | null;
  /** The direction of the gradient in degrees; absent for 180, which is down. */
  readonly fill_angle?: number | undefined;
  /** The space of the background around the text, in board units. */
  readonly padding: number;
  /** The radius of the background's corners, in board units. */
  readonly corner?: number | undefined;
  /** The line height, in percent of the size. */
  readonly leading: number;
  /** Parts of the content with their own colours. */
  readonly colors: readonly ColoredPart[];
  /** The width at which lines break, in board units; null (like `unwrapped`) if they don't. */
  readonly wrap_width: number | null;
  /** The content as typed, without line breaks by width. */
  readonly unwrapped: string | null;
  /** A font on this computer that replaces `font`; null to use `font`. */
  readonly family: string | null;
}

export interface ShapeLook {
  readonly form: ShapeForm;
  readonly fill: string | null;
  readonly stroke: string;
  readonly stroke_width: number;
  /** A rectangle's corner radius, in board units; the service's API lacks the fields from here on. */
  readonly radius?: number | undefined;
  readonly dashed?: boolean | undefined;
  /** The last colour of a gradient, and its direction in degrees. */
  readonly fill_to?: string | null | undefined;
  readonly fill_angle?: number | undefined;
  /** Position and form of an arrow's heads. */
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
  /** The look of a picture; null for other kinds. */
  readonly look: PictureLook | null;
  /** From 0 to 1. */
  readonly opacity: number;
  readonly blend: Blend;
}

/** This app's changes to an item; for an item created here, all fields. */
export type Entry = Partial<
  Pick<
    Item,
    | ('x' | 'y' | 'width' | 'height' | 'angle' | 'z' | 'name' | 'hidden' | 'locked' | 'group')
    | ('text' | 'shape' | 'look' | 'opacity' | 'blend')
  >
> & {
  /** Storage name of a picture the service does not have. */
  readonly picture?: string;
  /** True if removed here. The API cannot remove items, so the service still has it. */
  readonly removed?: boolean;
  /** Set only for items created here. */
  readonly kind?: ItemKind;
  /** The service's item this is a copy of. */
  readonly copyOf?: number;
};
export type Entries = Readonly<Record<string, Entry>>;

export const getItemKey = (id: number): string => `i${id}`;
export const createKey = (): string => `n${crypto.randomUUID()}`;

/** True for a picture the service does not have: it can be arranged, exported and given texts only here. */
export const isOwnPicture = ({ kind, id, picture }: Item): boolean =>
  kind === 'image' && id === null && picture !== null;

/** Returns the storage key of a picture: its address without the signature, which changes daily. */
export function getPictureKey(address: string | null): string | null {
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

/** Returns the service's text; fields its API lacks come from `localLook`. */
export function readText(item: BoardItem, localLook: TextLook = DEFAULT_TEXT): TextLook | null {
  if (item.type !== 'text') return null;
  const { font, size, fill, stroke, stroke_width, background, align } = item.style ?? DEFAULT_TEXT;
  const content = item.content ?? '';
  const serviceFields = { content, font, size, fill, stroke, stroke_width, background, align };
  // A text changed at the service has other lines and words.
  const resets = content === localLook.content ? {} : { colors: [], wrap_width: null, unwrapped: null };
  return { ...localLook, ...serviceFields, ...resets };
}

function toKind(type: string): ItemKind {
  return type === 'text' || type === 'shape' || type === 'frame' ? type : 'image';
}

/** Returns the scripts that use the picture as their thumbnail; a service may report only the latest. */
function readScripts(item: BoardItem): Item['scripts'] {
  const { assigned_scripts, assigned_script_id: id, assigned_script_title: title } = item;
  if (assigned_scripts !== undefined) return assigned_scripts;
  return id === null ? [] : [{ id, title: title ?? `script ${id}` }];
}

const isForm = (form: string): form is ShapeForm => (BOARD_SHAPES as readonly string[]).includes(form);

function readShape({ shape }: BoardItem): ShapeLook | null {
  if (!shape || !isForm(shape.form)) return null;
  const { heads, head_form, ...fields } = shape;
  return {
    ...fields,
    form: shape.form,
    heads: heads === 'both' ? 'both' : undefined,
    head_form: head_form === 'solid' ? 'solid' : undefined,
  };
}

function fromServiceItem(item: BoardItem): Item {
  const { id, status, x, y, width, height, label, note = null, prompt, source } = item;
  const kind = toKind(item.type);
  return {
    key: getItemKey(id),
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
    picture: getPictureKey(item.url),
    note,
    prompt,
    source,
    text: readText(item),
    shape: readShape(item),
    look: kind === 'image' ? PLAIN_LOOK : null,
    opacity: 1,
    blend: 'normal',
    name: label ?? (kind === 'image' ? (prompt ?? NAMES.image) : kind === 'text' ? (item.content ?? '') : NAMES[kind]),
    scripts: readScripts(item),
  };
}

function fromEntry(key: string, entry: Entry, original: Item | undefined): Item | null {
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
    ...completeLooks(entry),
  };
}

/** Completes looks stored by an earlier version, which lack newer fields. */
const completeLooks = ({ text, look }: Entry): Pick<Entry, 'text' | 'look'> => ({
  ...(text && { text: { ...DEFAULT_TEXT, ...text } }),
  ...(look && { look: { ...PLAIN_LOOK, ...look } }),
});

/**
 * Returns everything on the board, from the lowest to the highest. `bound` maps texts created here to the service's
 * ids.
 */
export function mergeItems(
  serviceItems: readonly BoardItem[],
  entries: Entries,
  bound: Readonly<Record<string, number>>,
): Item[] {
  const boundIds = new Set(Object.values(bound));
  const itemsById = new Map(serviceItems.map((item) => [item.id, fromServiceItem(item)]));
  const items: Item[] = [];
  for (const item of itemsById.values()) {
    if (item.id !== null && boundIds.has(item.id)) continue;
    const entry = entries[item.key];
    if (entry?.removed) continue;
    items.push(withTextName(entry ? { ...item, ...entry, ...completeLooks(entry) } : item, entry?.name));
  }
  for (const [key, entry] of Object.entries(entries)) {
    if (entry.kind === undefined || entry.removed) continue;
    const item = fromEntry(key, entry, entry.copyOf === undefined ? undefined : itemsById.get(entry.copyOf));
    if (item)
      items.push(withTextName({ ...item, id: item.kind === 'text' ? (bound[key] ?? null) : item.id }, entry.name));
  }
  return items.sort((a, b) => a.z - b.z || (a.id ?? 0) - (b.id ?? 0));
}

/** Sets a text's name to its content until the user renames it. */
function withTextName(item: Item, customName: string | undefined): Item {
  if (item.text === null || (customName !== undefined && customName !== '')) return item;
  return { ...item, name: item.text.content.replaceAll('\n', ' ') };
}
