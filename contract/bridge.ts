/**
 * Defines the calls and events between renderer and main process, with their schemas. Both shells implement it, over
 * Electron IPC or a WebSocket. No call takes a URL to fetch, and no answer carries a token.
 */
import { z } from 'zod';

import { LIMITS } from './limits.ts';
import { LogEntry, StoredLogEntry } from './log-entry.ts';
import { OPERATIONS, type OperationId } from './operations/index.ts';
import { RESEARCH_MODES, VISUAL_CUES } from './schema/agent-run.ts';
import { PictureRequest } from './schema/picture-request.ts';
import { CLEARABLE_PARTS, StoredPart } from './stored-part.ts';
import { RUN_KINDS, RUN_STATUSES } from './schema/script.ts';

const none = z.strictObject({});
const done = z.object({ ok: z.literal(true) });

export const AccountId = z.string().regex(/^[a-z0-9-]{1,64}$/);

export const KeychainState = z.enum(['available', 'locked', 'none']);
export type KeychainState = z.infer<typeof KeychainState>;

/** Reports the state of the local service. `message` is plain words for a person. */
export const ServiceState = z.object({
  status: z.enum(['starting', 'ready', 'restarting', 'failed', 'stopped']),
  message: z.string().nullable(),
  sample: z.boolean(),
});
export type ServiceState = z.infer<typeof ServiceState>;

export const Account = z.object({
  id: AccountId,
  kind: z.enum(['local', 'remote']),
  label: z.string(),
  base_url: z.string().nullable(),
  state: z.enum(['ready', 'token_refused', 'unreachable', 'signed_out']),
  /** Explains a state other than `ready`, in plain words. */
  message: z.string().nullable(),
  storage: z.enum(['keychain', 'session', 'none']),
  team: z.string().nullable(),
  role: z.string().nullable(),
  plan: z.string().nullable(),
  plan_status: z.string().nullable(),
  credits_remaining: z.number().nullable(),
  plan_credits: z.number().nullable(),
  checked_at: z.string().nullable(),
  /** Operation ids in the service's own OpenAPI document; null if it publishes none that can be read. */
  operations: z.array(z.string()).nullable(),
  requests_left: z.number().nullable(),
});
export type Account = z.infer<typeof Account>;

export const AccountList = z.object({
  active: AccountId,
  accounts: z.array(Account),
  keychain: KeychainState,
});
export type AccountList = z.infer<typeof AccountList>;

export const ApiAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer'), status: z.int(), body: z.unknown(), etag: z.string().nullable() }),
  z.object({
    kind: z.literal('unreachable'),
    message: z.string(),
    /** `no`: certainly not received. `unclear`: sent, but no answer came back. */
    sent: z.enum(['no', 'unclear']),
  }),
  z.object({ kind: z.literal('signed_out'), message: z.string() }),
]);
export type ApiAnswer = z.infer<typeof ApiAnswer>;

/** Keys are paths of plain segments, e.g. `draft/local/14/script`. */
export const JournalKey = z
  .string()
  .max(300)
  .regex(/^[a-z]+(\/[A-Za-z0-9_-]+)+$/);

/** A text that a person wrote. `rev` counts its changes; the higher one is newer. */
export const JournalEntry = z.object({
  key: JournalKey,
  rev: z.int().min(0),
  updated_at: z.string(),
  value: z.record(z.string(), z.unknown()),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

export const WATCHED_KINDS = [...RUN_KINDS, 'agent'] as const;
export type WatchedKind = (typeof WATCHED_KINDS)[number];

export const WatchedRun = z.object({
  id: z.string(),
  account: AccountId,
  /** Id given by the service; null until it has answered. */
  run_id: z.string().nullable(),
  script_id: z.int(),
  channel_id: z.int(),
  script_title: z.string(),
  kind: z.enum(WATCHED_KINDS),
  /** `starting`: not answered yet. `unclear`: sent without an answer, and never repeated before a look-up. */
  status: z.enum([...RUN_STATUSES, 'starting', 'unclear']),
  step_label: z.string().nullable(),
  /** Ranges from 0 to 100; null while unknown. */
  progress: z.number().nullable(),
  credits: z.number().nullable(),
  engine: z.string().nullable(),
  is_language_model: z.boolean().nullable(),
  error: z.string().nullable(),
  /** Kind of an engine's failure, such as `refused-key`, if the local service told it. */
  error_code: z.string().nullable().default(null),
  /** Says what a completed run could not do, in plain words. */
  issues: z.string().nullable().default(null),
  /** Tokens the provider reported. */
  tokens: z.number().nullable().default(null),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  /** Journal key of the generated text, once completed. */
  result_key: JournalKey.nullable(),
  /** Tells whether a person has seen that the run ended. */
  seen: z.boolean(),
});
export type WatchedRun = z.infer<typeof WatchedRun>;

/** Stored in the journal under a run's result_key. */
export const GeneratedText = z.object({
  account: AccountId,
  script_id: z.int(),
  run_id: z.string(),
  kind: z.enum(WATCHED_KINDS),
  content_type: z.enum(['outline', 'script']),
  text: z.string(),
  /** Version of that text on the service, if it could be read. */
  version: z.int().nullable(),
  engine: z.string().nullable(),
  is_language_model: z.boolean().nullable(),
  at: z.string(),
});
export type GeneratedText = z.infer<typeof GeneratedText>;

/** Measures a teleprompter reading, from the first word that moved to the last. */
export const TeleprompterTake = z.object({
  account: AccountId,
  script_id: z.int(),
  /** Counts the spoken words that scrolled past. */
  words: z.int().min(1),
  /** Counts only while the text moved, without pauses. */
  seconds: z.number().positive(),
  at: z.string(),
});
export type TeleprompterTake = z.infer<typeof TeleprompterTake>;

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

export const Settings = z.object({
  /** `system` picks the first of the machine's languages that the window supports. */
  language: z.enum(['system', ...LANGUAGES]),
  theme: z.enum(['system', 'light', 'dark']),
  /** Words per minute, 100 to 200. */
  pace: z.int().min(100).max(200),
  welcome_dismissed: z.boolean(),
  sidebar: z.boolean(),
  inspector: z.boolean(),
  editor_view: z.enum(['write', 'split', 'preview']),
  /** Keeps the line being written in the middle. */
  typewriter: z.boolean(),
  /** Tells whether `pace` was chosen or measured in the latest teleprompter take. */
  pace_from: z.enum(['chosen', 'take']),
  last_take: TeleprompterTake.nullable(),
  prompter: z.object({
    /** Letter size in pixels. */
    size: z.int().min(24).max(140),
    /** Line width in percent of the window. */
    width: z.int().min(30).max(100),
    mirror: z.boolean(),
    /** In seconds. */
    countdown: z.int().min(0).max(10),
  }),
  /** `voice` is the address of a system voice, null for the system's default; `rate` 1 is its normal speed. */
  read_aloud: z.object({ voice: z.string().max(300).nullable(), rate: z.number().min(0.5).max(2) }),
  /** Marks parts of a script that do not match its voice. */
  voice_check: z.boolean(),
  channels: z.record(AccountId, z.int()),
  /** Notification kinds that are listed but not announced. */
  muted: z.array(z.string().max(60)).max(60),
});
export type Settings = z.infer<typeof Settings>;
export const DEFAULT_SETTINGS: Settings = {
  language: 'system',
  theme: 'system',
  pace: 150,
  welcome_dismissed: false,
  sidebar: true,
  inspector: true,
  editor_view: 'split',
  typewriter: false,
  pace_from: 'chosen',
  last_take: null,
  prompter: { size: 56, width: 70, mirror: false, countdown: 3 },
  read_aloud: { voice: null, rate: 1 },
  voice_check: true,
  channels: {},
  muted: [],
};

export const AppInfo = z.object({
  shell: z.enum(['desktop', 'web']),
  version: z.string(),
  platform: z.enum(['darwin', 'win32', 'linux', 'other']),
  /** Tells whether this data folder has never been opened before. */
  first_start: z.boolean(),
  service: ServiceState,
  settings: Settings,
  accounts: AccountList,
  /** Time of the last reset of the local workspace; anything written under it earlier belongs to the one moved away. */
  local_since: z.string().nullable(),
  /** Lists data that was found damaged at start and moved away, in plain words. */
  troubles: z.array(z.string()),
});
export type AppInfo = z.infer<typeof AppInfo>;

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
  'application/xml',
] as const;
export type SavedType = (typeof SAVED_TYPES)[number];

const SaveOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('saved'), name: z.string() }),
  z.object({ outcome: z.literal('cancelled') }),
  z.object({ outcome: z.literal('unsupported') }),
  z.object({ outcome: z.literal('failed'), message: z.string() }),
]);

export const ArchiveSummary = z.object({
  made_at: z.string(),
  app_version: z.string(),
  bytes: z.int(),
  counts: z.object({ channels: z.int(), ideas: z.int(), scripts: z.int(), drafts: z.int(), versions: z.int() }),
});
export type ArchiveSummary = z.infer<typeof ArchiveSummary>;

const OperationName = z.custom<OperationId>((value) => typeof value === 'string' && Object.hasOwn(OPERATIONS, value), {
  error: 'No such operation.',
});

const call = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ input, output });

export const CALLS = {
  'app.info': call(none, AppInfo),
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
      /** Nobody waits for this request, so requests made by a person are sent first. */
      background: z.boolean().optional(),
    }),
    ApiAnswer,
  ),
  'accounts.list': call(none, AccountList),
  /** Checks base URL and token with GET /team, then stores the token as `storage` says. */
  'accounts.connect': call(
    z.strictObject({
      base_url: z.string().max(500),
      token: z.string().min(1).max(500),
      storage: z.enum(['keychain', 'session']),
      /** Set when signing in again to an existing account. */
      account: AccountId.optional(),
    }),
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), account: Account }),
      z.object({
        ok: z.literal(false),
        field: z.enum(['base_url', 'token', 'storage']).nullable(),
        message: z.string(),
      }),
    ]),
  ),
  'accounts.use': call(z.strictObject({ id: AccountId }), AccountList),
  'accounts.check': call(z.strictObject({ id: AccountId }), Account),
  /** Removes the secret; drafts stay, and the entry stays as signed out. */
  'accounts.signOut': call(z.strictObject({ id: AccountId }), AccountList),
  /** Removes a signed-out entry from the list; its drafts stay in the journal. */
  'accounts.remove': call(z.strictObject({ id: AccountId }), AccountList),

  /** Embeds these entries in pages requested from now on, while this account is active. */
  'page.preload': call(z.strictObject({ account: AccountId, keys: z.array(JournalKey).max(4) }), done),

  'journal.list': call(none, z.object({ entries: z.array(JournalEntry.omit({ value: true })) })),
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
    none,
  ),

  'runs.list': call(none, z.object({ runs: z.array(WatchedRun) })),
  /** Starts a generation and follows it across restarts. The intent is on disk before anything is sent. */
  'runs.start': call(
    z.strictObject({
      account: AccountId,
      script_id: z.int().min(1),
      channel_id: z.int().min(1),
      script_title: z.string().max(300),
      kind: z.enum(WATCHED_KINDS),
      /** Options of an agent run; other kinds have none. */
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
  'runs.cancel': call(z.strictObject({ id: z.string() }), z.object({ answer: ApiAnswer, run: WatchedRun.nullable() })),
  'runs.seen': call(z.strictObject({ ids: z.array(z.string()).max(500) }), done),
  'runs.dismiss': call(z.strictObject({ id: z.string() }), done),

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
   * Downloads a version of a video completely, so it plays and saves without the service; reports progress with
   * `video.keeping`. Watched videos are downloaded anyway.
   */
  'video.keep': call(
    z.strictObject({ account: AccountId, project: z.uuid(), revision: z.string().regex(/^[0-9a-f]{64}$/) }),
    z.discriminatedUnion('ok', [done, z.object({ ok: z.literal(false), message: z.string() })]),
  ),
  /**
   * Asks the person where to save, then writes the file. The browser shell answers unsupported; the window then
   * downloads it from `/media/`.
   */
  'video.save': call(
    z.strictObject({
      account: AccountId,
      project: z.uuid(),
      revision: z.string().regex(/^[0-9a-f]{64}$/),
      name: z.string().min(1).max(200),
    }),
    SaveOutcome,
  ),

  /**
   * Asks the person where to save, then writes the file. The browser shell answers unsupported; the window then
   * downloads it.
   */
  'files.save': call(
    z.strictObject({
      suggested_name: z.string().min(1).max(200),
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
    done,
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
  'storage.used': call(none, z.array(StoredPart)),
  /** Viewed files are downloaded again when needed; workspaces that were moved away are deleted for good. */
  'storage.clear': call(z.strictObject({ part: z.enum(CLEARABLE_PARTS) }), z.array(StoredPart)),
  'log.write': call(z.strictObject({ entries: z.array(LogEntry).min(1).max(100) }), done),
  /** Returns the last entries of host, service and windows, oldest first. */
  'log.read': call(none, z.array(StoredLogEntry)),
  'log.openFolder': call(none, z.object({ opened: z.boolean() })),
  /** Opens an https address in the person's browser, after the shell has checked it. */
  'links.open': call(
    z.strictObject({ href: z.string().max(2000) }),
    z.object({ outcome: z.enum(['opened', 'refused', 'unsupported']) }),
  ),

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
    z.discriminatedUnion('ok', [done, z.object({ ok: z.literal(false), message: z.string() })]),
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
    z.discriminatedUnion('ok', [done, z.object({ ok: z.literal(false), message: z.string() })]),
  ),
  /** Stops any work on the archive and removes the host's file. */
  'archive.drop': call(z.strictObject({ id: z.uuid() }), done),

  'settings.set': call(Settings.partial().strict(), Settings),
  'service.restart': call(none, ServiceState),
  /** Moves the local workspace's data away (kept in the data folder) and starts an empty or a sample one. */
  'service.startOver': call(z.strictObject({ sample: z.boolean() }), ServiceState),
} as const;

export type CallName = keyof typeof CALLS;
export type CallInput<N extends CallName> = z.input<(typeof CALLS)[N]['input']>;
export type CallParsed<N extends CallName> = z.output<(typeof CALLS)[N]['input']>;
export type CallOutput<N extends CallName> = z.output<(typeof CALLS)[N]['output']>;

export const BRIDGE_EVENTS = {
  'accounts.changed': AccountList,
  'runs.changed': WatchedRun,
  'runs.removed': z.object({ id: z.string() }),
  'service.changed': ServiceState,
  'settings.changed': Settings,
  /** Bytes of a video version downloaded so far. */
  'video.keeping': z.object({ revision: z.string(), done: z.number(), total: z.number().nullable() }),
  /** Progress of an archive; `done` and `total` use the step's own unit, null while unknown. */
  'archive.progress': z.object({
    id: z.string(),
    step: z.enum(['collecting', 'packing', 'checking', 'importing']),
    done: z.number(),
    total: z.number().nullable(),
  }),
  /** Sent for a native menu item or a global shortcut. */
  'menu.command': z.object({ command: z.string() }),
  /** Sent for a deep link or a clicked notification: a route of the app, e.g. `/scripts/14`. */
  'route.open': z.object({ route: z.string() }),
} as const;

export type BridgeEventName = keyof typeof BRIDGE_EVENTS;
export type BridgeEvent<N extends BridgeEventName> = z.output<(typeof BRIDGE_EVENTS)[N]>;

/** Reports that a call failed in the transport itself, never a failure of the service. */
export const BridgeFault = z.object({
  fault: z.enum(['unknown_call', 'bad_input', 'bad_output', 'internal', 'unsupported']),
  message: z.string(),
});
export type BridgeFault = z.infer<typeof BridgeFault>;
