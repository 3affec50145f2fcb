/**
 * Covers compositions (not in the spec): pictures, texts and shapes in a frame that are flattened to one thumbnail.
 * Lengths are in board units, angles in degrees clockwise around the middle of a box.
 */
import { z } from 'zod';

import { HexColor, Id, rawText, text, Timestamp, Uuid, wholeNumber } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { ARROW_HEADS, BLENDS, BOARD_SHAPES, HEAD_FORMS, PLAIN_LOOK } from '../values.ts';
import { BOARD_ALIGNS, BOARD_FONTS, BoardItem } from './thumbnail.ts';

const { thumbnails: T } = LIMITS;
const { look: L, composition: C } = T;

const createBoundedNumber = (min: number, max: number) =>
  z.number().min(min, `At least ${min}.`).max(max, `At most ${max}.`);
const wholeNumberIn = ({ min, max }: { readonly min: number; readonly max: number }) => wholeNumber(min, max);

const sideLength = createBoundedNumber(0, T.coordinate).refine((length) => length > 0, 'More than 0.');
const position = {
  x: createBoundedNumber(-T.coordinate, T.coordinate),
  y: createBoundedNumber(-T.coordinate, T.coordinate),
};
const box = { ...position, width: sideLength, height: sideLength };
const angle = createBoundedNumber(-360, 360).default(0);
const fraction = createBoundedNumber(0, 1);

export type Blend = (typeof BLENDS)[number];

export const Shadow = z.strictObject({
  color: HexColor,
  blur: createBoundedNumber(0, L.shadow.blur),
  x: createBoundedNumber(-L.shadow.offset, L.shadow.offset),
  y: createBoundedNumber(-L.shadow.offset, L.shadow.offset),
});
export type Shadow = Readonly<z.infer<typeof Shadow>>;

const Outline = z.strictObject({ color: HexColor, width: wholeNumberIn(L.outline) });

/** How a picture is shown; the picture itself stays as it is. */
export const PictureLook = z.strictObject({
  /** The part that is shown, in fractions of the picture. */
  crop: z.strictObject({
    x: fraction,
    y: fraction,
    width: createBoundedNumber(0.001, 1),
    height: createBoundedNumber(0.001, 1),
  }),
  flip_x: z.boolean(),
  flip_y: z.boolean(),
  /** Rounds the corners by this percentage of the shorter side; 50 makes a circle of a square. */
  corners: wholeNumberIn(L.corners),
  /** A percentage, as are the next two fields; 100 changes nothing. */
  brightness: wholeNumberIn(L.brightness),
  contrast: wholeNumberIn(L.contrast),
  saturation: wholeNumberIn(L.saturation),
  blur: wholeNumberIn(L.blur),
  sharpen: wholeNumberIn(L.sharpen).default(0),
  /** A closed line in fractions of the whole picture; everything outside is transparent. */
  mask: z
    .array(z.strictObject({ x: fraction, y: fraction }))
    .min(3, 'At least 3 entries.')
    .max(L.mask, `At most ${L.mask} entries.`)
    .nullable()
    .default(null),
  /** Runs around the opaque parts, such as a cut-out person. */
  outline: Outline.nullable(),
  shadow: Shadow.nullable(),
});
export type PictureLook = Readonly<z.infer<typeof PictureLook>>;

/** A part of a text in a colour of its own, from one UTF-16 code unit to before another. */
const ColoredPart = z
  .strictObject({ from: wholeNumber(0, T.content), to: wholeNumber(1, T.content), color: HexColor })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'After from.' });

const LayerText = z.strictObject({
  content: rawText(T.content),
  font: z.enum(BOARD_FONTS),
  size: wholeNumberIn(T.fontSize),
  fill: HexColor,
  /** The last colour if the fill runs from one to another, and its direction in degrees: 180 is down. */
  fill_to: HexColor.nullable().default(null),
  fill_angle: wholeNumber(0, 359).optional(),
  stroke: HexColor,
  stroke_width: wholeNumber(0, T.strokeWidth),
  /** Runs around the first outline. */
  outer: Outline.nullable().default(null),
  background: HexColor.nullable(),
  /** The space of the background around the text. */
  padding: wholeNumberIn(L.padding).default(0),
  /** The radius of the background's corners. */
  corner: wholeNumberIn(L.corner).optional(),
  align: z.enum(BOARD_ALIGNS),
  /** The space between letters, in thousandths of the size. */
  spacing: wholeNumberIn(L.spacing).default(0),
  /** The distance of the lines, in percent of the size. */
  leading: wholeNumberIn(L.leading).default(L.leading.usual),
  shadow: Shadow.nullable().default(null),
  /** The last of several parts that overlap counts. */
  colors: z.array(ColoredPart).max(L.colors, `At most ${L.colors} entries.`).default([]),
});

const LayerShape = z.strictObject({
  form: z.enum(BOARD_SHAPES),
  fill: HexColor.nullable(),
  stroke: HexColor,
  stroke_width: createBoundedNumber(0, 1000),
  radius: createBoundedNumber(0, T.coordinate).optional(),
  dashed: z.boolean().optional(),
  /** The last colour if the fill runs from one to another, and its direction in degrees: 180 is down. */
  fill_to: HexColor.nullable().optional(),
  fill_angle: wholeNumber(0, 359).optional(),
  heads: z.enum(ARROW_HEADS).optional(),
  head_form: z.enum(HEAD_FORMS).optional(),
});

/** `normal` covers the layers below. */
const layer = { ...box, angle, opacity: fraction.default(1), blend: z.enum(BLENDS).default('normal') };
const CompositionLayer = z.discriminatedUnion('kind', [
  /** `item_id` names a ready picture of the same board. */
  z.strictObject({ kind: z.literal('image'), ...layer, item_id: Id, look: PictureLook.default(PLAIN_LOOK) }),
  z.strictObject({ kind: z.literal('text'), ...layer, text: LayerText }),
  z.strictObject({ kind: z.literal('shape'), ...layer, shape: LayerShape }),
]);
export type CompositionLayer = z.infer<typeof CompositionLayer>;

/** The layers from the lowest to the highest; everything outside the frame is cut off. */
export const CompositionPut = z.strictObject({
  name: text({ min: 1, max: T.label }),
  frame: z.strictObject({ ...box, angle }),
  layers: z.array(CompositionLayer).max(C.layers, `At most ${C.layers} entries.`),
});

export const Composition = z.looseObject({
  composition_id: Uuid,
  name: z.string(),
  frame: z.looseObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number(), angle: z.number() }),
  layers: z.array(CompositionLayer),
  updated_at: Timestamp,
});
export type Composition = z.infer<typeof Composition>;

/** Flattens to 1280 x 720 or 1920 x 1080 pixels. */
export const CompositionFlatten = z.strictObject({
  width: z
    .union(
      C.widths.map((width) => z.literal(width)),
      `Must be ${C.widths.join(' or ')}.`,
    )
    .default(T.exported.width),
});

export const CompositionFlattened = z.looseObject({
  board_id: z.int(),
  url: z.string(),
  /** The picture, which was added to the board. */
  item: BoardItem,
});
