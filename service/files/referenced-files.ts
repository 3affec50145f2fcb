/** The files that a database refers to, for copies and for a check that none is missing. */
import { access } from 'node:fs/promises';

import type { Store } from '../store/store.ts';
import { ATTACHMENTS_FOLDER } from './attachment-store.ts';
import { getShippedFile } from './shipped.ts';

export interface ReferencedFile {
  /** The name in the storage. */
  readonly name: string;
  /** Null if the database doesn't know it. */
  readonly bytes: number | null;
}

const SELECT_TABLES = `select table_name as name from information_schema.tables
  where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`;
/** Pictures are named after their content wherever they are used, in columns and inside plans. */
const selectPictures = (table: string): string =>
  `select distinct (regexp_matches(t::text, '[0-9a-f]{64}\\.png', 'g'))[1] as name from "${table}" t`;
const SELECT_VERSIONS = `select project_id, revision, content_type, bytes from video_artifacts`;
const SELECT_ASSETS = `select id, bytes from media_assets where state = 'ready'`;
const SELECT_ATTACHMENTS = `select file_id, size_bytes from project_attachments where state = 'ready'`;
const CAPTIONS = ['srt', 'vtt'] as const;

const isShipped = (name: string): Promise<boolean> =>
  access(getShippedFile(name)).then(
    () => true,
    () => false,
  );

/** Excludes files that every installation contains, and files that can be recreated. */
export async function listReferencedFiles(store: Store): Promise<ReferencedFile[]> {
  const files = new Map<string, ReferencedFile>();
  const add = async (folder: string, file: string, bytes: number | null): Promise<void> => {
    const name = `${folder}/${file}`;
    if (!(await isShipped(file))) files.set(name, { name, bytes });
  };
  for (const { name: table } of (await store.query(SELECT_TABLES, [])).rows) {
    for (const { name } of (await store.query(selectPictures(String(table)), [])).rows) {
      await add(`files/${String(name).slice(0, 2)}`, String(name), null);
    }
  }
  for (const { project_id, revision, content_type, bytes } of (await store.query(SELECT_VERSIONS, [])).rows) {
    const folder = `videos/${String(project_id)}`;
    await add(folder, `${String(revision)}.${content_type === 'video/webm' ? 'webm' : 'mp4'}`, Number(bytes));
    for (const ending of CAPTIONS) await add(folder, `${String(revision)}.${ending}`, null);
  }
  for (const { id, bytes } of (await store.query(SELECT_ASSETS, [])).rows) {
    await add('videos/assets', String(id), Number(bytes));
  }
  for (const { file_id, size_bytes } of (await store.query(SELECT_ATTACHMENTS, [])).rows) {
    await add(ATTACHMENTS_FOLDER, String(file_id), Number(size_bytes));
  }
  return [...files.values()];
}
