import { z } from 'zod';

export const SAVED_TYPES = [
  'text/markdown',
  'text/html',
  'text/plain',
  'application/x-subrip',
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/zip',
  'application/json',
  'image/png',
  'image/jpeg',
  'image/webp',
  'text/csv',
  'text/vtt',
  'text/calendar',
  'application/xml',
] as const;
export type SavedType = (typeof SAVED_TYPES)[number];

/** Reports whether the person saved a file when asked. */
export const SaveOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('saved'), name: z.string() }),
  z.object({ outcome: z.literal('cancelled') }),
  z.object({ outcome: z.literal('unsupported') }),
  z.object({ outcome: z.literal('failed'), message: z.string() }),
]);
