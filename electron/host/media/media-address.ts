/**
 * Finds the addresses of media: the page names a file, and the host asks the account's service for its address. Paths
 * below `/media/`: `<account>/video/<project>/<revision>`, `<account>/captions/<project>/<revision>`,
 * `<account>/poster/<project>`, `<account>/block/<project>/<key>`, `<account>/staged/<project>/<item>`,
 * `<account>/template/<project>/<id>`, `<account>/design/<name>`, `<account>/asset/<asset>`,
 * `<account>/thumbnail/<asset>`, `<account>/handoff/<operation>` and `<account>/attachment/<project>/<number>`. A query
 * only distinguishes two states of the same file.
 */
import type { z } from 'zod';

import { AccountId } from '#contract/account-calls.ts';
import { OPERATIONS, type OperationId, type OperationOf } from '#contract/operations/index.ts';
import { UUID } from '#contract/values.ts';

type Responses<Id extends OperationId> = OperationOf<Id>['responses'];
type BodyOf<Id extends OperationId> = {
  [S in keyof Responses<Id>]: Responses<Id>[S] extends z.ZodType ? z.output<Responses<Id>[S]> : never;
}[keyof Responses<Id>];

export interface MediaTarget {
  readonly account: string;
  readonly kind: Kind;
  readonly resource: string;
  /** The revision, block, item or template; null if `resource` alone identifies the file. */
  readonly part: string | null;
}

/** Calls one operation of an account; resolves to null unless it succeeds. */
export type CallOperation = <Id extends OperationId>(
  id: Id,
  input: { params?: Record<string, string>; query?: Record<string, string | number> },
) => Promise<BodyOf<Id> | null>;

type Find = (target: MediaTarget, call: CallOperation) => Promise<string | null | undefined>;

const FIND_ADDRESS = {
  video: async ({ resource, part }, call) =>
    (await call('video.download', { params: { project: resource }, query: getRevision(part) }))?.data.download_url,
  captions: async ({ resource, part }, call) =>
    (await call('video.download', { params: { project: resource }, query: getRevision(part) }))?.data.vtt_url,
  poster: async ({ resource }, call) => (await call('video.get', { params: { project: resource } }))?.data.picture_url,
  block: async ({ resource, part }, call) => {
    const content = await call('video.editableContent', { params: { project: resource } });
    return content?.data.visual_blocks.find(({ key }) => key === part)?.picture_url;
  },
  staged: async ({ resource, part }, call) => {
    const manifest = await call('videoRevision.manifest', { params: { project: resource }, query: { per_page: 100 } });
    return manifest?.data.items.find(({ id }) => id === part)?.preview_url;
  },
  template: async ({ resource, part }, call) => {
    const templates = await call('video.overlayTemplates', { params: { project: resource } });
    return templates?.data.find(({ id }) => id === part)?.preview_url;
  },
  design: async ({ resource }, call) => {
    const capabilities = await call('video.capabilities', {});
    return capabilities?.data.design_previews?.find(({ design }) => design === resource)?.preview_url;
  },
  asset: async ({ resource }, call) => (await call('mediaAssets.get', { params: { media_asset: resource } }))?.data.url,
  thumbnail: async ({ resource }, call) =>
    (await call('mediaAssets.get', { params: { media_asset: resource } }))?.data.thumbnail_url,
  handoff: async ({ resource }, call) =>
    (await call('operations.get', { params: { operation: resource } }))?.data.result?.url,
  attachment: async ({ resource, part }, call) => {
    const params = { project: resource, attachment: part ?? '' };
    return (await call('local.projects.attachments.get', { params }))?.data.url;
  },
} as const satisfies Record<string, Find>;

type Kind = keyof typeof FIND_ADDRESS;
const KINDS_WITHOUT_PART: readonly Kind[] = ['poster', 'design', 'asset', 'thumbnail', 'handoff'];

const REVISION = /^[0-9a-f]{64}$/;
/** Patterns of the resources that are not UUIDs. */
const RESOURCE_PATTERNS: Partial<Record<Kind, RegExp>> = {
  design: /^[a-z]{1,40}$/,
  attachment: /^project:v1:(?:idea|script):[1-9][0-9]{0,9}$/,
};
const PART = /^[\w.:-]{1,100}$/;

const getRevision = (part: string | null): { revision: string } => ({ revision: part ?? '' });

/** Parses a path below `/media/`; returns null for any other path. */
export function readMediaPath(pathname: string): MediaTarget | null {
  const match = /^\/media\/([^/]+)\/([^/]+)\/([^/]+)(?:\/([^/]+))?$/.exec(pathname);
  const [account = '', kind = '', resource = '', part = null] = match?.slice(1) ?? [];
  if (!AccountId.safeParse(account).success || !isKind(kind)) return null;
  if (!(RESOURCE_PATTERNS[kind] ?? UUID).test(resource)) return null;
  if (KINDS_WITHOUT_PART.includes(kind) !== (part === null)) return null;
  const pattern = kind === 'video' || kind === 'captions' ? REVISION : PART;
  if (part !== null && !pattern.test(part)) return null;
  return { account, kind, resource, part };
}

const isKind = (kind: string): kind is Kind => Object.hasOwn(FIND_ADDRESS, kind);

/** Returns the current address at the service, or null if there is none or the service cannot be asked. */
export async function getAddress(target: MediaTarget, call: CallOperation): Promise<string | null> {
  return (await FIND_ADDRESS[target.kind](target, call)) ?? null;
}

/** Parses an operation's answer with the table's schema; returns null if it does not match. */
export function readBody<Id extends OperationId>(id: Id, status: number, body: unknown): BodyOf<Id> | null {
  const responses = OPERATIONS[id].responses as Record<number, { safeParse: (value: unknown) => { data?: unknown } }>;
  return (responses[status]?.safeParse(body).data ?? null) as BodyOf<Id> | null;
}
