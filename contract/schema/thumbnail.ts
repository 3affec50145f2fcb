/** Thumbnail quota, generation runs and the board (spec 2 §2, §4). */
import { z } from 'zod';

import { HexColor, HttpsAddress, Id, openEnum, text, Timestamp, Uuid, wholeNumber } from '../fields.ts';
import { ARROW_HEADS, BOARD_SHAPES, HEAD_FORMS } from '../values.ts';
import { LIMITS } from '../limits.ts';
import { CallbackDelivery } from './webhook.ts';

const { thumbnails: T } = LIMITS;

// Quota (spec 2 §2 "Thumbnail quota")

export const ThumbnailPool = z.looseObject({
  limit: z.int(),
  /** The number of pictures completed in this period. */
  used: z.int(),
  /** The number of pictures in progress. */
  reserved: z.int(),
  /** The limit less used and reserved; never below zero, even if the limit was lowered. */
  remaining: z.int(),
  /** `Y-m-d` in UTC; null for the pack, which does not expire. */
  next_reset: z.string().nullable(),
});
export type ThumbnailPool = z.infer<typeof ThumbnailPool>;

export const ThumbnailQuota = z.looseObject({
  eligible: z.boolean(),
  free_pool: ThumbnailPool,
  /** Null if not subscribed. */
  addon_pool: ThumbnailPool.nullable(),
  /** Null if none was bought. */
  pack_pool: ThumbnailPool.nullable(),
  total_remaining: z.int(),
});
export type ThumbnailQuota = z.infer<typeof ThumbnailQuota>;

/** The limits of the local workspace's pools (not in the spec): null removes a pool, absent keeps it. */
export const ThumbnailPlan = z.strictObject({
  free_limit: wholeNumber(0, T.poolLimit).optional(),
  addon_limit: wholeNumber(0, T.poolLimit).nullish(),
  pack_limit: wholeNumber(0, T.poolLimit).nullish(),
});

// Generation runs

export const THUMBNAIL_RUN_STATUSES = ['queued', 'completed', 'failed'] as const;
export const THUMBNAIL_SOURCE_TYPES = ['api_generate', 'idea_improve', 'thumbnail_clone'] as const;
export const CLONE_STRATEGIES = ['direct_reference', 'style_analysis'] as const;

/** The given fields decide the mode: see spec 2 §4 "Modes". */
export const ThumbnailGenerationCreate = z
  .strictObject({
    idea_id: Id.optional(),
    /** Required without idea_id. */
    prompt: text({ max: T.prompt.max }).optional(),
    topic: text({ max: T.topic }).optional(),
    /** Defaults to 1 with idea_id, 4 without. */
    num_variations: wholeNumber(1, T.variations).optional(),
    /** The host is resolved at once: an unknown or non-public one is a 422 (the spec leaves it open). */
    callback_url: HttpsAddress(2048).optional(),
    callback_secret: text({ max: 255 }).optional(),
    improvement_mode: z.boolean().optional(),
    feedback: text({ max: T.feedback }).optional(),
    reference_variation_url: text({ min: 1, max: 2048 }).optional(),
    clone_strategy: z.enum(CLONE_STRATEGIES).optional(),
    reference_image_url: text({ min: 1, max: 2048 }).optional(),
  })
  .superRefine((body, context) => {
    const addRequired = (path: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (body.improvement_mode === true) {
      if (body.idea_id === undefined) addRequired('idea_id', 'An improvement needs an idea.');
      if (!body.feedback) addRequired('feedback', 'An improvement needs feedback.');
      if (!body.reference_variation_url)
        addRequired('reference_variation_url', 'An improvement needs the picture to improve.');
      if (body.clone_strategy !== undefined) addRequired('clone_strategy', 'Choose either an improvement or a clone.');
    } else if (body.idea_id === undefined && !body.prompt) addRequired('prompt', 'Required without idea_id.');
    if (body.clone_strategy !== undefined && !body.reference_image_url) {
      addRequired('reference_image_url', 'A clone needs a reference picture.');
    }
  });

/** Returns queued runs or, for a clone by style, an idea whose style is being analyzed. */
export const ThumbnailGenerationStarted = z.looseObject({
  run_id: Uuid.optional(),
  run_ids: z.array(Uuid).optional(),
  status: openEnum(['queued', 'style_analysis_pending']),
  /** The idea created for a clone. */
  idea_id: z.int().optional(),
  message: z.string().optional(),
});
export type ThumbnailGenerationStarted = z.infer<typeof ThumbnailGenerationStarted>;

const runFields = {
  run_id: Uuid,
  status: openEnum(THUMBNAIL_RUN_STATUSES),
  idea_id: z.int().nullable(),
  /** Empty until completed. */
  output_urls: z.array(z.string()),
  created_at: Timestamp,
  /** The reason why it failed, or what was done instead, in plain words (not in the spec). */
  note: z.string().nullable().optional(),
};
export const ThumbnailRun = z.looseObject({
  ...runFields,
  updated_at: Timestamp,
  /** The last 20 calls to `callback_url`, newest first; empty if there is none (not in the spec). */
  callback_deliveries: z.array(CallbackDelivery).optional(),
});
export type ThumbnailRun = z.infer<typeof ThumbnailRun>;
export const ThumbnailRunListed = z.looseObject({ ...runFields, source_type: openEnum(THUMBNAIL_SOURCE_TYPES) });
export type ThumbnailRunListed = z.infer<typeof ThumbnailRunListed>;

// Board

export const BOARD_ITEM_TYPES = ['image', 'text', 'shape', 'frame'] as const;
export const BOARD_ITEM_STATUSES = ['ready', 'generating', 'failed'] as const;
export const BOARD_USAGES = ['creator_face', 'style', 'product', 'background', 'screenshot'] as const;
/** The spec leaves the set open; this service uses these. */
export const BOARD_ITEM_SOURCES = [
  'my_recent',
  'my_top_viewed',
  'my_top_outlier',
  'url',
  'generation',
  'edit',
  'export',
  'text',
  /** An image of the sample team (not in the spec). */
  'sample',
] as const;
export const BOARD_FONTS = [
  'impact',
  'anton',
  'bebas',
  'archivo',
  'montserrat',
  'oswald',
  'bangers',
  'luckiest',
  'poppins',
  'system',
] as const;
export type BoardFont = (typeof BOARD_FONTS)[number];
export const BOARD_ALIGNS = ['left', 'center', 'right'] as const;

/** Uses the API's own words (spec 2 §4 board/text). */
export const TextStyle = z.looseObject({
  font: openEnum(BOARD_FONTS),
  /** In pixels of a picture 1280 wide. */
  size: z.int(),
  fill: z.string(),
  stroke: z.string(),
  stroke_width: z.int(),
  background: z.string().nullable(),
  align: openEnum(BOARD_ALIGNS),
});
export type TextStyle = z.infer<typeof TextStyle>;

/** An arrow or a line runs from the upper left to the lower right of its box. */
export const ShapeStyle = z.looseObject({
  form: openEnum(BOARD_SHAPES),
  /** `#RRGGBB`; null for none. */
  fill: z.string().nullable(),
  stroke: z.string(),
  /** In board units. */
  stroke_width: z.number(),
  /** Rounds a rectangle's corners, in board units. */
  radius: z.number().optional(),
  dashed: z.boolean().optional(),
  /** The last colour if the fill runs from one to another, and its direction in degrees: 180 is down. */
  fill_to: z.string().nullable().optional(),
  fill_angle: z.number().optional(),
  /** The ends of an arrow that have a head: only its end if absent. */
  heads: openEnum(ARROW_HEADS).optional(),
  /** `open` if absent. */
  head_form: openEnum(HEAD_FORMS).optional(),
});
export type ShapeStyle = z.infer<typeof ShapeStyle>;

export const BoardItem = z.looseObject({
  id: z.int(),
  type: openEnum(BOARD_ITEM_TYPES),
  status: openEnum(BOARD_ITEM_STATUSES),
  x: z.int(),
  y: z.int(),
  width: z.int(),
  height: z.int(),
  frame_id: z.int().nullable(),
  /** Set for image items, once ready. */
  url: z.string().nullable(),
  label: z.string().nullable(),
  source: openEnum(BOARD_ITEM_SOURCES),
  /** Set for text items only. */
  content: z.string().nullable(),
  usage: openEnum(BOARD_USAGES).nullable(),
  /** Set for generated and edited items. */
  prompt: z.string().nullable(),
  /** The script it was last assigned to as thumbnail. */
  assigned_script_id: z.int().nullable(),
  assigned_script_title: z.string().nullable(),
  /** Not in the spec: lists every script that uses it as thumbnail, the latest first. */
  assigned_scripts: z.array(z.looseObject({ id: z.int(), title: z.string() })).optional(),
  /** Set for shape items only (the spec leaves it open). */
  shape: ShapeStyle.nullable().optional(),
  /** Set for text items only (the spec leaves it open). */
  style: TextStyle.nullable().optional(),
  /** The reason why it failed, or a note that no image model was used (not in the spec). */
  note: z.string().nullable().optional(),
});
export type BoardItem = z.infer<typeof BoardItem>;

export const Board = z.looseObject({
  channel_id: z.int(),
  /** Null until the first write creates the board. */
  board_id: z.int().nullable(),
  studio_url: z.string(),
  credits_remaining: z.int(),
  items: z.array(BoardItem),
});
export type Board = z.infer<typeof Board>;

const coordinate = wholeNumber(-T.coordinate, T.coordinate);
const instruction = text(T.prompt);

export const BOARD_IMPORT_SOURCES = ['my_recent', 'my_top_viewed', 'my_top_outlier', 'urls'] as const;
export const BoardImport = z
  .strictObject({
    source: z.enum(BOARD_IMPORT_SOURCES),
    urls: z
      .array(text({ min: 1, max: 2048 }))
      .min(1, 'At least 1 entry.')
      .max(T.importUrls, `At most ${T.importUrls} entries.`)
      .optional(),
    usage: z.enum(BOARD_USAGES).optional(),
    label: text({ min: 1, max: T.label }).default('API imports'),
  })
  .refine(({ source, urls }) => source !== 'urls' || urls !== undefined, {
    path: ['urls'],
    error: 'Required when source is urls.',
  });

export const BoardGenerate = z.strictObject({
  prompt: instruction,
  reference_item_ids: z.array(Id).max(T.references, `At most ${T.references} entries.`).optional(),
  variations: wholeNumber(1, T.variations).default(2),
  allow_text: z.boolean().default(false),
});

const fraction = z.number().min(0, 'At least 0.').max(1, 'At most 1.');
export const BoardRegion = z.strictObject({ x: fraction, y: fraction, width: fraction, height: fraction });
export type BoardRegion = z.infer<typeof BoardRegion>;
export const BoardEdit = z.strictObject({
  item_id: Id,
  instruction,
  /** Fractions of the image; ignored if below 2 % in either dimension. */
  region: BoardRegion.optional(),
});

export const BoardText = z
  .strictObject({
    content: text({ min: 1, max: T.content }).optional(),
    item_id: Id.optional(),
    over_item_id: Id.optional(),
    x: coordinate.optional(),
    y: coordinate.optional(),
    font: z.enum(BOARD_FONTS).optional(),
    size: wholeNumber(T.fontSize.min, T.fontSize.max).optional(),
    fill: HexColor.optional(),
    stroke: HexColor.optional(),
    stroke_width: wholeNumber(0, T.strokeWidth).optional(),
    background: HexColor.nullish(),
    align: z.enum(BOARD_ALIGNS).optional(),
  })
  .refine(({ content, item_id }) => content !== undefined || item_id !== undefined, {
    path: ['content'],
    error: 'Required for a new text.',
  });

/**
 * A picture of the person's own, for the board or of themselves (not in the spec): the API only takes pictures by
 * address.
 */
export const LocalPicture = z.strictObject({
  base64: z
    .string()
    .min(1, 'A picture is required.')
    .max(T.uploadLetters, `At most ${T.uploadLetters} Base64 characters.`)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Must be Base64.'),
});
/** The address is valid for a day or two, like all picture addresses; `board.import` accepts it. */
export const LocalPictureKept = z.looseObject({ url: z.string(), width: z.int(), height: z.int() });

export const BoardExport = z.strictObject({ item_id: Id });
export const BoardAssign = z.strictObject({ item_id: Id, script_id: Id });

/**
 * Removes items from the board, or restores removed ones (not in the spec). Removed ones are neither shown nor counted.
 */
export const BoardRemoval = z.strictObject({
  item_ids: z.array(Id).min(1, 'At least 1 entry.').max(T.images, `At most ${T.images} entries.`),
  removed: z.boolean(),
});
/** The number of items that are on the board, or were. */
export const BoardRemoved = z.looseObject({ items: z.int() });

export const BoardItems = z.looseObject({ board_id: z.int(), items: z.array(BoardItem) });
export const BoardRequests = z.looseObject({
  board_id: z.int(),
  credits_spent: z.int(),
  credits_remaining: z.int(),
  /** Placeholders, and a text overlay if one was made. */
  items: z.array(BoardItem),
  note: z.string(),
});
export const BoardTextPlaced = z.looseObject({ board_id: z.int(), item: BoardItem });
export const BoardExported = z.looseObject({
  board_id: z.int(),
  url: z.string(),
  item: BoardItem,
  overlays_flattened: z.int(),
});
export const BoardAssigned = z.looseObject({ script_id: z.int(), attachment_id: z.int(), thumbnail_url: z.string() });
