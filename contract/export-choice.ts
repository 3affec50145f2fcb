import { z } from 'zod';

/** The choices of the last export of a script. */
export const ExportChoice = z.object({
  /** A format that the window can export. */
  format: z.string().max(40),
  headings: z.boolean(),
  cues: z.boolean(),
  comments: z.boolean(),
});
