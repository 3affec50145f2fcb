/**
 * Finds the address of the media the page may show: the page names it, and the host asks the account's service where it
 * is. Paths below `/media/`: `<account>/video/<project>/<revision>`, `<account>/captions/<project>/<revision>`,
 * `<account>/poster/<project>`, `<account>/block/<project>/<key>`, `<account>/staged/<project>/<item>`,
 * `<account>/template/<project>/<id>`, `<account>/design/<name>`, `<account>/asset/<asset>`,
 * `<account>/thumbnail/<asset>`, `<account>/handoff/<operation>` and `<account>/attachment/<project>/<number>`. A query only distinguishes two states of the same file.
 */
import type { z } from 'zod';

import { AccountId } from '#contract/bridge.ts';
import { OPERATIONS, type OperationId, type OperationOf } from '#contract/operations/index.ts';

type Responses<Id extends OperationId> = OperationOf<Id>['responses'];
type BodyOf<Id extends OperationId> = {
  [S in keyof Responses<Id>]: Responses<Id>[S] extends z.ZodType ? z.output<Responses<Id>[S]> : never;
}[keyof Responses<Id>];

export interface Wanted {
  readonly account: string;
  readonly kind: Kind;
  readonly of: string;
  /** Names the revision, block, item or template; null if `of` identifies the file alone. */
  readonly part: string | null;
}

/** Calls one operation of an account; resolves to null unless it succeeds. */
export type Ask = <Id extends OperationId>(
  id: Id,
  input: { params?: Record<string, string>; query?: Record<string, string | number> },
) => Promise<BodyOf<Id> | null>;

type Find = (wanted: Wanted, ask: Ask) => Promise<string | null | undefined>;

const FINDS = {
  video: async ({ of, part }, ask) =>
    (await ask('video.download', { params: { project: of }, query: revisionOf(part) }))?.data.download_url,
  captions: async ({ of, part }, ask) =>
    (await ask('video.download', { params: { project: of }, query: revisionOf(part) }))?.data.vtt_url,
  poster: async ({ of }, ask) => (await ask('video.get', { params: { project: of } }))?.data.picture_url,
  block: async ({ of, part }, ask) => {
    const content = await ask('video.editableContent', { params: { project: of } });
    return content?.data.visual_blocks.find(({ key }) => key === part)?.picture_url;
  },
  staged: async ({ of, part }, ask) => {
    const manifest = await ask('videoRevision.manifest', { params: { project: of }, query: { per_page: 100 } });
    return manifest?.data.items.find(({ id }) => id === part)?.preview_url;
  },
  template: async ({ of, part }, ask) => {
    const templates = await ask('video.overlayTemplates', { params: { project: of } });
    return templates?.data.find(({ id }) => id === part)?.preview_url;
  },
  design: async ({ of }, ask) => {
    const capabilities = await ask('video.capabilities', {});
    return capabilities?.data.design_previews?.find(({ design }) => design === of)?.preview_url;
  },
  asset: async ({ of }, ask) => (await ask('mediaAssets.get', { params: { media_asset: of } }))?.data.url,
  thumbnail: async ({ of }, ask) => (await ask('mediaAssets.get', { params: { media_asset: of } }))?.data.thumbnail_url,
  handoff: async ({ of }, ask) => (await ask('operations.get', { params: { operation: of } }))?.data.result?.url,
  attachment: async ({ of, part }, ask) => {
    const params = { project: of, attachment: part ?? '' };
    return (await ask('local.projects.attachments.get', { params }))?.data.url;
  },
} as const satisfies Record<string, Find>;

type Kind = keyof typeof FINDS;
const WHOLE: readonly Kind[] = ['poster', 'design', 'asset', 'thumbnail', 'handoff'];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const REVISION = /^[0-9a-f]{64}$/;
/** Is what a path names first where that is no UUID. */
const WHOSE: Partial<Record<Kind, RegExp>> = {
  design: /^[a-z]{1,40}$/,
  attachment: /^project:v1:(?:idea|script):[1-9][0-9]{0,9}$/,
};
const PART = /^[\w.:-]{1,100}$/;

const revisionOf = (part: string | null): { revision: string } => ({ revision: part ?? '' });

/** Parses a path below `/media/`; returns null for any other path. */
export function readMediaPath(pathname: string): Wanted | null {
  const found = /^\/media\/([^/]+)\/([^/]+)\/([^/]+)(?:\/([^/]+))?$/.exec(pathname);
  const [account = '', kind = '', of = '', part = null] = found?.slice(1) ?? [];
  if (!AccountId.safeParse(account).success || !isKind(kind)) return null;
  if (!(WHOSE[kind] ?? UUID).test(of)) return null;
  if (WHOLE.includes(kind) !== (part === null)) return null;
  const form = kind === 'video' || kind === 'captions' ? REVISION : PART;
  if (part !== null && !form.test(part)) return null;
  return { account, kind, of, part };
}

const isKind = (kind: string): kind is Kind => Object.hasOwn(FINDS, kind);

/** Returns the current address at the service, or null if there is none or the service cannot be asked. */
export async function addressOf(wanted: Wanted, ask: Ask): Promise<string | null> {
  return (await FINDS[wanted.kind](wanted, ask)) ?? null;
}

/** Parses an operation's answer with the table's schema; returns null if it does not match. */
export function readBody<Id extends OperationId>(id: Id, status: number, body: unknown): BodyOf<Id> | null {
  const responses = OPERATIONS[id].responses as Record<number, { safeParse: (value: unknown) => { data?: unknown } }>;
  return (responses[status]?.safeParse(body).data ?? null) as BodyOf<Id> | null;
}
