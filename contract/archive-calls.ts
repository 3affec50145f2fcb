/** Defines the bridge's calls for archives of the workspace. */
import { z } from 'zod';

import { ArchiveSummary } from './archive-summary.ts';
import { call, okAnswer } from './bridge-call.ts';
import { SaveOutcome } from './saved-type.ts';

export const ARCHIVE_CALLS = {
  /**
   * Makes an archive of the whole workspace. The caller picks the id under which the host keeps the file, for export or
   * import, until `archive.drop` or the next start.
   */
  'archive.make': call(
    z.strictObject({ id: z.uuid() }),
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), name: z.string(), summary: ArchiveSummary }),
      z.object({ ok: z.literal(false), message: z.string() }),
    ]),
  ),
  /**
   * Asks the person where to save, then writes the file. The browser shell answers unsupported; the window then reads
   * and downloads it.
   */
  'archive.save': call(z.strictObject({ id: z.uuid() }), SaveOutcome),
  'archive.read': call(
    z.strictObject({ id: z.uuid(), offset: z.int().min(0) }),
    z.object({ base64: z.string(), end: z.boolean() }),
  ),
  /** Uploads a chunk of an archive; `offset` is where the last chunk ended. */
  'archive.put': call(
    z.strictObject({ id: z.uuid(), offset: z.int().min(0), base64: z.string().max(8_000_000) }),
    z.discriminatedUnion('ok', [okAnswer, z.object({ ok: z.literal(false), message: z.string() })]),
  ),
  /** Reads the whole archive without changing anything; answers its summary, or why it cannot be imported. */
  'archive.inspect': call(
    z.strictObject({ id: z.uuid() }),
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), summary: ArchiveSummary }),
      z.object({ ok: z.literal(false), message: z.string() }),
    ]),
  ),
  /** Moves the local workspace away, as a reset does, and puts the archive's in its place: all of it or nothing. */
  'archive.import': call(
    z.strictObject({ id: z.uuid() }),
    z.discriminatedUnion('ok', [okAnswer, z.object({ ok: z.literal(false), message: z.string() })]),
  ),
  /** Stops any work on the archive and removes the host's file. */
  'archive.drop': call(z.strictObject({ id: z.uuid() }), okAnswer),
} as const;
