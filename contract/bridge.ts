/**
 * Defines the calls and events between renderer and main process, with their schemas. Both shells implement it, over
 * Electron IPC or a WebSocket. No call takes a URL to fetch, and no answer carries a token.
 */
import { z } from 'zod';

import { ACCOUNT_CALLS, AccountId, AccountList } from './account-calls.ts';
import { ARCHIVE_CALLS } from './archive-calls.ts';
import { call, noInput, okAnswer } from './bridge-call.ts';
import { DESKTOP_CALLS, DESKTOP_EVENTS } from './desktop-features.ts';
import { JournalEntry, JournalKey } from './journal.ts';
import { LIMITS } from './limits.ts';
import { LogEntry, StoredLogEntry } from './log-entry.ts';
import { OPERATIONS, type OperationId } from './operations/index.ts';
import { SAVED_TYPES, SaveOutcome } from './saved-type.ts';
import { RESEARCH_MODES, VISUAL_CUES } from './schema/agent-run.ts';
import { PictureRequest } from './schema/picture-request.ts';
import { ProjectId } from './schema/project.ts';
import { Settings } from './settings.ts';
import { CLEARABLE_PARTS, StoredPart } from './stored-part.ts';
import { UPDATE_CALLS, UpdateState } from './update-state.ts';
import { WATCHED_KINDS, WatchedRun } from './watched-run.ts';

const FileName = z.string().min(1).max(200);
const VideoVersion = z.strictObject({
  account: AccountId,
  project: z.uuid(),
  revision: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The state of the local service. `message` is plain words for a person. */
export const ServiceState = z.object({
  status: z.enum(['starting', 'ready', 'restarting', 'failed', 'stopped']),
  message: z.string().nullable(),
  sample: z.boolean(),
});
export type ServiceState = z.infer<typeof ServiceState>;

export const ApiAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer'), status: z.int(), body: z.unknown(), etag: z.string().nullable() }),
  z.object({
    kind: z.literal('unreachable'),
    message: z.string(),
    /** `no` means certainly not received, `unclear` sent without an answer. */
    sent: z.enum(['no', 'unclear']),
  }),
  z.object({ kind: z.literal('signed_out'), message: z.string() }),
]);
export type ApiAnswer = z.infer<typeof ApiAnswer>;

export const AppInfo = z.object({
  shell: z.enum(['desktop', 'web']),
  version: z.string(),
  platform: z.enum(['darwin', 'win32', 'linux', 'other']),
  /** True if this data folder has never been opened before. */
  first_start: z.boolean(),
  service: ServiceState,
  settings: Settings,
  accounts: AccountList,
  /** The time the local workspace was last reset; anything written under it earlier belongs to the one moved away. */
  local_since: z.string().nullable(),
  /** Data that was found damaged at start and moved away, in plain words. */
  problems: z.array(z.string()),
});
export type AppInfo = z.infer<typeof AppInfo>;

const OperationName = z.custom<OperationId>((value) => typeof value === 'string' && Object.hasOwn(OPERATIONS, value), {
  error: 'No such operation.',
});

export const CALLS = {
  'app.info': call(noInput, AppInfo),
  /** Sends one operation of the table, after checking its input against the table. */
  'api.call': call(
    z.strictObject({
      account: AccountId,
      operation: OperationName,
      params: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
      query: z
        .record(
          z.string(),
          z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()])).max(100)]),
        )
        .default({}),
      body: z.unknown().optional(),
      idempotency_key: z.string().max(200).optional(),
      if_match: z.string().max(200).optional(),
      cursor: z.string().max(LIMITS.cursor).optional(),
      /** Set for a request that nobody waits for; requests made by a person are sent first. */
      background: z.boolean().optional(),
      /** The request's id for `api.cancel`. */
      call_id: z.string().max(100).optional(),
    }),
    ApiAnswer,
  ),
  /** Ends a request that nobody waits for any more; does nothing if it was answered. */
  'api.cancel': call(z.strictObject({ call_id: z.string().max(100) }), noInput),
  ...ACCOUNT_CALLS,

  /** Embeds these entries in pages requested from now on, while this account is active. */
  'page.preload': call(z.strictObject({ account: AccountId, keys: z.array(JournalKey).max(4) }), okAnswer),

  'journal.list': call(noInput, z.object({ entries: z.array(JournalEntry.omit({ value: true })) })),
  'journal.read': call(
    z.strictObject({ keys: z.array(JournalKey).max(500) }),
    z.object({ entries: z.array(JournalEntry) }),
  ),
  /**
   * Answers only after the entries are fsynced; rejects and reports an entry whose rev is older than the stored one.
   */
  'journal.write': call(
    z.strictObject({ entries: z.array(JournalEntry).min(1).max(100) }),
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), stale: z.array(JournalKey) }),
      z.object({ ok: z.literal(false), message: z.string() }),
    ]),
  ),
  /**
   * Removes entries for good, but only at exactly the given rev, so anything written since stays. Answers once it is on
   * disk.
   */
  'journal.remove': call(
    z.strictObject({
      entries: z
        .array(JournalEntry.pick({ key: true, rev: true }))
        .min(1)
        .max(100),
    }),
    noInput,
  ),

  'runs.list': call(noInput, z.object({ runs: z.array(WatchedRun) })),
  /** Starts a generation and follows it across restarts. The intent is on disk before anything is sent. */
  'runs.start': call(
    z.strictObject({
      account: AccountId,
      script_id: z.int().min(1),
      channel_id: z.int().min(1),
      script_title: z.string().max(300),
      kind: z.enum(WATCHED_KINDS),
      /** For agent runs only. */
      agent: z
        .strictObject({
          model: z.string().max(100).optional(),
          research: z.enum(RESEARCH_MODES),
          visual_cues: z.enum(VISUAL_CUES),
        })
        .optional(),
    }),
    z.object({ answer: ApiAnswer, run: WatchedRun.nullable() }),
  ),
  /** Looks up an unclear run; never sends it again. */
  'runs.lookUp': call(z.strictObject({ id: z.string() }), z.object({ run: WatchedRun.nullable() })),
  /** Returns the text that an active run has written so far; `runs.text` continues it. */
  'runs.live': call(z.strictObject({ id: z.string() }), z.object({ text: z.string() })),
  'runs.cancel': call(z.strictObject({ id: z.string() }), z.object({ answer: ApiAnswer, run: WatchedRun.nullable() })),
  'runs.seen': call(z.strictObject({ ids: z.array(z.string()).max(500) }), okAnswer),
  'runs.dismiss': call(z.strictObject({ id: z.string() }), okAnswer),

  /**
   * Returns a picture of the service, fetched once and kept by the host; the page says what it shows and never names an
   * address.
   */
  'pictures.read': call(
    PictureRequest,
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), mime: z.enum(['image/png', 'image/jpeg', 'image/webp']), base64: z.string() }),
      z.object({ ok: z.literal(false), message: z.string() }),
    ]),
  ),

  /**
   * Keeps a picture of a script under the address that its content names; big ones are sent in chunks of at most 6 MB.
   * `kept` says that all of it is on disk, so that no more chunks are needed. The window reads it from that address.
   */
  'scriptPictures.put': call(
    z.strictObject({
      address: z.string().max(100),
      offset: z.int().min(0),
      total: z.int().min(1),
      base64: z.string().max(8_000_000),
    }),
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), kept: z.boolean() }),
      z.object({ ok: z.literal(false), message: z.string() }),
    ]),
  ),

  /**
   * Makes a PDF of a document that the window has prepared, see `PdfDocument` (JSON). `missing` are the characters that
   * no font has. The host has the fonts and the script's pictures.
   */
  'pdf.make': call(
    z.strictObject({ document: z.string().max(15_000_000) }),
    z.discriminatedUnion('ok', [
      z.object({
        ok: z.literal(true),
        base64: z.string(),
        missing: z.array(z.string()),
        pictures_left_out: z.int().min(0),
      }),
      z.object({ ok: z.literal(false), message: z.string() }),
    ]),
  ),

  /**
   * Downloads a version of a video completely, so it plays and saves without the service; reports progress with
   * `video.keeping`. Watched videos are downloaded anyway.
   */
  'video.keep': call(
    VideoVersion,
    z.discriminatedUnion('ok', [okAnswer, z.object({ ok: z.literal(false), message: z.string() })]),
  ),
  /**
   * Asks the person where to save, then writes the file. The browser shell answers unsupported; the window then
   * downloads it from `/media/`.
   */
  'video.save': call(VideoVersion.extend({ name: FileName }), SaveOutcome),
  /**
   * Downloads the package that an operation has made, asks the person where to save it and puts it there. The browser
   * shell answers unsupported; the window then downloads it from `/media/`.
   */
  'handOff.save': call(z.strictObject({ account: AccountId, operation: z.uuid(), name: FileName }), SaveOutcome),
  /** Saves a file that is attached to a project, like `handOff.save`. */
  'attachment.save': call(
    z.strictObject({
      account: AccountId,
      project: ProjectId,
      attachment: z.string().regex(/^[1-9][0-9]{0,9}$/),
      name: FileName,
    }),
    SaveOutcome,
  ),

  /**
   * Asks the person where to save, then writes the file. The browser shell answers unsupported; the window then
   * downloads it.
   */
  'files.save': call(
    z.strictObject({
      suggested_name: FileName,
      mime: z.enum(SAVED_TYPES),
      content: z.string(),
      encoding: z.enum(['utf8', 'base64']).default('utf8'),
    }),
    SaveOutcome,
  ),
  /** Shows a system notification, if the shell can and the person is not looking at the app. */
  'notify.show': call(
    z.strictObject({
      title: z.string().min(1).max(200),
      body: z.string().max(500),
      route: z.string().regex(/^\/[\w/:-]{1,200}$/),
    }),
    okAnswer,
  ),
  /**
   * Asks once for a folder and writes all files there; existing files stay, and new ones of the same name are numbered.
   * The browser shell answers unsupported; the window then downloads each file.
   */
  'files.saveFolder': call(
    z.strictObject({
      files: z
        .array(z.strictObject({ name: z.string().min(1).max(200), base64: z.string() }))
        .min(1)
        .max(10_000),
    }),
    SaveOutcome,
  ),
  'storage.used': call(noInput, z.array(StoredPart)),
  /** Viewed files are downloaded again when needed; workspaces that were moved away are deleted for good. */
  'storage.clear': call(z.strictObject({ part: z.enum(CLEARABLE_PARTS) }), z.array(StoredPart)),
  'log.write': call(z.strictObject({ entries: z.array(LogEntry).min(1).max(100) }), okAnswer),
  /** Returns the last entries of host, service and windows, oldest first. */
  'log.read': call(noInput, z.array(StoredLogEntry)),
  'log.openFolder': call(noInput, z.object({ opened: z.boolean() })),
  /** Opens an https address in the person's browser, after the shell has checked it and asked. */
  'links.open': call(
    z.strictObject({ href: z.string().max(2000) }),
    z.object({ outcome: z.enum(['opened', 'cancelled', 'refused', 'unsupported']) }),
  ),

  ...ARCHIVE_CALLS,
  ...DESKTOP_CALLS,
  ...UPDATE_CALLS,
  'settings.set': call(Settings.partial().strict(), Settings),
  'service.restart': call(noInput, ServiceState),
  /** Moves the local workspace's data away (kept in the data folder) and starts an empty or a sample one. */
  'workspace.reset': call(z.strictObject({ sample: z.boolean() }), ServiceState),
} as const;

export type CallName = keyof typeof CALLS;
export type CallInput<N extends CallName> = z.input<(typeof CALLS)[N]['input']>;
export type CallParsed<N extends CallName> = z.output<(typeof CALLS)[N]['input']>;
export type CallOutput<N extends CallName> = z.output<(typeof CALLS)[N]['output']>;

export const BRIDGE_EVENTS = {
  'accounts.changed': AccountList,
  /**
   * Others changed what belongs to these topics of contract/live.ts; `*` is all of them. It is a guess where the
   * service doesn't tell.
   */
  'live.changed': z.object({ account: AccountId, topics: z.array(z.string()), is_guess: z.boolean() }),
  'runs.changed': WatchedRun,
  'runs.removed': z.object({ id: z.string() }),
  /** Carries the next words of an active run; `from` is their offset, and 0 replaces the whole text. */
  'runs.text': z.object({ id: z.string(), from: z.int(), text: z.string() }),
  'service.changed': ServiceState,
  'settings.changed': Settings,
  /** The number of bytes of a video version downloaded so far. */
  'video.keeping': z.object({ revision: z.string(), done: z.number(), total: z.number().nullable() }),
  /** `done` and `total` in the step's own unit; both are null while unknown. */
  'archive.progress': z.object({
    id: z.string(),
    step: z.enum(['collecting', 'packing', 'checking', 'importing']),
    done: z.number(),
    total: z.number().nullable(),
  }),
  ...DESKTOP_EVENTS,
  'updates.changed': UpdateState,
  /** Sent for a native menu item or a global shortcut. */
  'menu.command': z.object({ command: z.string() }),
  /** The system is about to end the app: the window saves at once what is not saved yet. */
  'session.ending': z.object({}),
  /** Sent for a deep link or a clicked notification, with a route of the app, e.g. `/scripts/14`. */
  'route.open': z.object({ route: z.string() }),
} as const;

export type BridgeEventName = keyof typeof BRIDGE_EVENTS;
export type BridgeEvent<N extends BridgeEventName> = z.output<(typeof BRIDGE_EVENTS)[N]>;
