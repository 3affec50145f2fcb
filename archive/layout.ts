/**
 * An archive is a zip file, version 1, with these files:
 *
 * - `manifest.json`: format, version, date, app version, counts, and size and SHA-256 of each file
 * - `README.txt`: this list in plain words
 * - `service.jsonl`: the local workspace's data, one row per line (service/store/dump.ts)
 * - `journal.jsonl`: drafts, versions, comments and open forms, one journal entry per line
 * - `settings.json`: preferences
 * - `accounts.json`: connected accounts without their tokens
 * - `images/…`: pictures and other files of the workspace
 * - `videos/…`: all versions of the videos, the team’s own media files, and files attached to projects
 * - `scripts/…`: the texts as Markdown, for people and other programs; an import ignores them
 * - `scripts/pictures/…`: pictures in the texts, named by their content, so that the texts show them where they are
 *
 * A later version may add files; a reader refuses versions above its own.
 */
import { z } from 'zod';

import { ArchiveSummary } from '#contract/archive-summary.ts';

export const FORMAT = 'cutaway-archive';
export const VERSION = 1;

export const FILES = {
  manifest: 'manifest.json',
  readme: 'README.txt',
  service: 'service.jsonl',
  journal: 'journal.jsonl',
  settings: 'settings.json',
  accounts: 'accounts.json',
} as const;
export const IMAGES = 'images/';
export const VIDEOS = 'videos/';
export const SCRIPTS = 'scripts/';
export const PICTURES = `${SCRIPTS}pictures/`;

export const SERVICE_FILES_FOLDER = 'files';
export const SERVICE_VIDEOS = 'videos';

export const Manifest = z.object({
  format: z.literal(FORMAT),
  version: z.int().min(1),
  made_at: z.string(),
  app_version: z.string(),
  counts: ArchiveSummary.shape.counts,
  files: z.array(z.object({ path: z.string(), bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
});
export type Manifest = z.infer<typeof Manifest>;

/** The message is shown to the person. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

export const README = `This is an archive of a Cutaway workspace.

To import it into another installation: Settings, Archive, Import. To fill a team server: --import-archive.

scripts/        every text as markdown, for reading, with its pictures; changes made here are not imported
service.jsonl   channels, ideas, scripts and everything else in the workspace, one JSON object per line
journal.jsonl   drafts, versions and comments as they were written, one JSON object per line
settings.json   preferences
accounts.json   connected accounts; tokens are not in it, so sign in again after an import
images/         pictures
videos/         videos, media files and files attached to projects
manifest.json   contents of the archive and their checksums

This archive contains no tokens, keys, passwords or webhooks.
`;

/**
 * Excludes pending writes to a remote service: sent from two installations, they would arrive twice. Includes those of
 * the local workspace, which belong to it. Excludes the list of installations that this app knows.
 */
export const isIncluded = (key: string): boolean => !/^outbox\/(?!local\/)|^form\/[^/]+\/studio$/.test(key);
