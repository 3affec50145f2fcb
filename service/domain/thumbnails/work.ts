/** Defines the job parameters of this family, stored as JSON with the run or the item. */
import { z } from 'zod';

const style = z.object({ colors: z.array(z.string()), brightness: z.number(), contrast: z.number() });

/** A thumbnail run: `count` pictures of one size. References are names of pictures in the media folder. */
export const RunWork = z.object({
  prompt: z.string(),
  headline: z.string().nullable(),
  width: z.int(),
  height: z.int(),
  seed: z.int(),
  count: z.int(),
  references: z.array(z.string()),
  style: style.nullable(),
});
export type RunWork = z.infer<typeof RunWork>;

const region = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

export const ItemWork = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('generate'),
    prompt: z.string(),
    headline: z.string().nullable(),
    seed: z.int(),
    references: z.array(z.string()),
  }),
  z.object({ kind: z.literal('edit'), image: z.string(), instruction: z.string(), region: region.nullable() }),
]);
export type ItemWork = z.infer<typeof ItemWork>;

export const ImageStyleRow = style;

/** Final pictures are 2K and sketches 1K (spec 2 §1), both 16:9. */
export const FINAL_SIZE = { width: 2048, height: 1152 } as const;
export const SKETCH_SIZE = { width: 1024, height: 576 } as const;
/** Size of a picture on the board, in board coordinates and in pixels. */
export const TILE = { width: 1280, height: 720 } as const;

/** Returns the first quoted text, which people use for words in the picture. */
export function findQuotedWords(prompt: string): string | null {
  const quotedText = /["“«„]([^"”»“]{1,80})["”»“]/.exec(prompt)?.[1]?.trim();
  return quotedText === undefined || quotedText === '' ? null : quotedText;
}
