/**
 * What the renderer may ask the main process, and what it is told: calls and events with their schemas. Both shells
 * carry it, over Electron IPC or a WebSocket. No call takes a URL to fetch, and no answer carries a token.
 */
import { z } from 'zod';

import { LIMITS } from './limits.ts';
import { OPERATIONS, type OperationId } from './operations/index.ts';
import { RESEARCH_MODES, VISUAL_CUES } from './schema/agent-run.ts';
import { PictureAsked } from './schema/picture-asked.ts';
import { RUN_KINDS, RUN_STATUSES } from './schema/script.ts';

const none = z.strictObject({});
const done = z.object({ ok: z.literal(true) });

/** The local studio's account id; remote ones are made up by the host. */
export const LOCAL_ACCOUNT = 'local';
export const AccountId = z.string().regex(/^[a-z0-9-]{1,64}$/);

export const KeychainState = z.enum(['available', 'locked', 'none']);
export type KeychainState = z.infer<typeof KeychainState>;

/** How the local service is doing. `message` is plain words for a person. */
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
  /** Plain words about a state that is not ready. */
  message: z.string().nullable(),
  storage: z.enum(['keychain', 'session', 'none']),
  team: z.string().nullable(),
  role: z.string().nullable(),
  plan: z.string().nullable(),
  plan_status: z.string().nullable(),
  credits_remaining: z.number().nullable(),
  plan_credits: z.number().nullable(),
  checked_at: z.string().nullable(),
  /** Operation ids the service's own OpenAPI document offers; null when it publishes none that can be read. */
  operations: z.array(z.string()).nullable(),
  /** What is left of the general rate limit, as last answered. */
  requests_left: z.number().nullable(),
});
export type Account = z.infer<typeof Account>;

export const AccountList = z.object({
  active: AccountId,
  accounts: z.array(Account),
  keychain: KeychainState,
});
export type AccountList = z.infer<typeof AccountList>;

/** An answer of the service, or why there is none. */
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

/** One thing a person wrote. `rev` counts its changes; the higher one is the newer one. */
export const JournalEntry = z.object({
  key: JournalKey,
  rev: z.int().min(0),
  updated_at: z.string(),
  value: z.record(z.string(), z.unknown()),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

/** Runs that the host follows: those of the canvas, and autonomous ones. */
export const WATCHED_KINDS = [...RUN_KINDS, 'agent'] as const;
export type WatchedKind = (typeof WATCHED_KINDS)[number];

/** A run as the host follows it, over restarts. */
export const WatchedRun = z.object({
  id: z.string(),
  account: AccountId,
  /** The service's id; null until it has answered. */
  run_id: z.string().nullable(),
  script_id: z.int(),
  channel_id: z.int(),
  script_title: z.string(),
  kind: z.enum(WATCHED_KINDS),
  /** `starting`: not answered yet. `unclear`: sent, no answer came, nothing is repeated until looked up. */
  status: z.enum([...RUN_STATUSES, 'starting', 'unclear']),
  step_label: z.string().nullable(),
  /** 0 to 100, null while unknown. */
  progress: z.number().nullable(),
  credits: z.number().nullable(),
  engine: z.string().nullable(),
  is_language_model: z.boolean().nullable(),
  error: z.string().nullable(),
  /** What a completed run could not do, in plain words. */
  issues: z.string().nullable().default(null),
  /** Tokens the provider reported. */
  tokens: z.number().nullable().default(null),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  /** Journal key of the text it made, once completed. */
  result_key: JournalKey.nullable(),
  /** Whether a person has seen the end. */
  seen: z.boolean(),
});
export type WatchedRun = z.infer<typeof WatchedRun>;

/** The value under a run's result_key. */
export const GeneratedText = z.object({
  account: AccountId,
  script_id: z.int(),
  run_id: z.string(),
  kind: z.enum(WATCHED_KINDS),
  /** Which text of the script it is. */
  content_type: z.enum(['outline', 'script']),
  text: z.string(),
  /** The version of that text on the service, where it could be read. */
  version: z.int().nullable(),
  engine: z.string().nullable(),
  is_language_model: z.boolean().nullable(),
  at: z.string(),
});
export type GeneratedText = z.infer<typeof GeneratedText>;

/** What was said in front of the teleprompter, from the first word that moved to the last. */
export const TeleprompterTake = z.object({
  account: AccountId,
  script_id: z.int(),
  /** Spoken words that went by. */
  words: z.int().min(1),
  /** While the text moved; pauses are not counted. */
  seconds: z.number().positive(),
  at: z.string(),
});
export type TeleprompterTake = z.infer<typeof TeleprompterTake>;

/** What the window is written in. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

export const Settings = z.object({
  /** `system`: the first of the machine's languages that the window knows. */
  language: z.enum(['system', ...LANGUAGES]),
  theme: z.enum(['system', 'light', 'dark']),
  /** Words a minute, 100 to 200. */
  pace: z.int().min(100).max(200),
  welcome_dismissed: z.boolean(),
  sidebar: z.boolean(),
  inspector: z.boolean(),
  editor_view: z.enum(['write', 'split', 'preview']),
  /** The line that is written stays in the middle. */
  typewriter: z.boolean(),
  /** Where `pace` comes from: chosen, or measured in the latest teleprompter take. */
  pace_from: z.enum(['chosen', 'take']),
  last_take: TeleprompterTake.nullable(),
  prompter: z.object({
    /** Of the letters, in pixels. */
    size: z.int().min(24).max(140),
    /** Of the lines, in percent of the window. */
    width: z.int().min(30).max(100),
    mirror: z.boolean(),
    /** Seconds before the text begins to move. */
    countdown: z.int().min(0).max(10),
  }),
  /** A voice of this system by its address, null for the system's own choice; 1 is its usual speed. */
  read_aloud: z.object({ voice: z.string().max(300).nullable(), rate: z.number().min(0.5).max(2) }),
  /** Marks in a script what its voice would say otherwise. */
  voice_check: z.boolean(),
  /** Last channel by account. */
  channels: z.record(AccountId, z.int()),
  /** Kinds of notifications that are listed but not told. */
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

/** What the data folder holds: the local service, drafts and versions, videos and pictures that were seen, studios put aside. */
export const STORED_PARTS = ['service', 'journal', 'seen', 'aside'] as const;
const CLEARABLE_PARTS = ['seen', 'aside'] as const;
export type ClearablePart = (typeof CLEARABLE_PARTS)[number];
export const StoredPart = z.object({ part: z.enum(STORED_PARTS), bytes: z.int().min(0), files: z.int().min(0) });
export type StoredPart = z.infer<typeof StoredPart>;

export const AppInfo = z.object({
  shell: z.enum(['desktop', 'web']),
  version: z.string(),
  platform: z.enum(['darwin', 'win32', 'linux', 'other']),
  /** Nothing was ever opened with this data folder before. */
  first_start: z.boolean(),
  service: ServiceState,
  settings: Settings,
  accounts: AccountList,
  /** When the local studio last started over: what was written under it before belongs to the one put aside. */
  local_since: z.string().nullable(),
  /** What was found damaged at start and put aside, in plain words. */
  troubles: z.array(z.string()),
});
export type AppInfo = z.infer<typeof AppInfo>;

/** Media types of files the studio makes. */
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

/** What is in an archive. */
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
  /** Sends one operation of the table; its input is checked against the table first. */
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
      /** Nobody waits for it: what a person asks for goes before. */
      background: z.boolean().optional(),
    }),
    ApiAnswer,
  ),
  'accounts.list': call(none, AccountList),
  /** Checks base URL and token with GET /team, then keeps the token where `storage` says. */
  'accounts.connect': call(
    z.strictObject({
      base_url: z.string().max(500),
      token: z.string().min(1).max(500),
      storage: z.enum(['keychain', 'session']),
      /** Signing in again to an account that is there already. */
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
  /** Removes the secret; drafts stay, and so does the entry, as signed out. */
  'accounts.signOut': call(z.strictObject({ id: AccountId }), AccountList),
  /** Takes a signed-out entry off the list; its drafts stay in the journal. */
  'accounts.remove': call(z.strictObject({ id: AccountId }), AccountList),

  /** The pages that are asked for from now on, while this account is in use, bring these entries along. */
  'page.bring': call(z.strictObject({ account: AccountId, keys: z.array(JournalKey).max(4) }), done),

  /** What is in the journal, without the texts. */
  'journal.list': call(none, z.object({ entries: z.array(JournalEntry.omit({ value: true })) })),
  'journal.read': call(
    z.strictObject({ keys: z.array(JournalKey).max(500) }),
    z.object({ entries: z.array(JournalEntry) }),
  ),
  /** Answers only after the entries are fsynced; an older rev than the stored one is kept out and reported. */
  'journal.write': call(
    z.strictObject({ entries: z.array(JournalEntry).min(1).max(100) }),
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), stale: z.array(JournalKey) }),
      z.object({ ok: z.literal(false), message: z.string() }),
    ]),
  ),
  /** Takes entries out for good, each at exactly its rev: what was written since stays. Answers after it is on disk. */
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
  /** Starts a generation and follows it over restarts. The intent is on disk before anything is sent. */
  'runs.start': call(
    z.strictObject({
      account: AccountId,
      script_id: z.int().min(1),
      channel_id: z.int().min(1),
      script_title: z.string().max(300),
      kind: z.enum(WATCHED_KINDS),
      /** What an agent run is told; none for the others. */
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
  /** Looks an unclear run up; never sends it again. */
  'runs.lookUp': call(z.strictObject({ id: z.string() }), z.object({ run: WatchedRun.nullable() })),
  'runs.cancel': call(z.strictObject({ id: z.string() }), z.object({ answer: ApiAnswer, run: WatchedRun.nullable() })),
  'runs.seen': call(z.strictObject({ ids: z.array(z.string()).max(500) }), done),
  'runs.dismiss': call(z.strictObject({ id: z.string() }), done),

  /** A picture of the service's, fetched once and kept by the host; the page names what it is of, never an address. */
  'pictures.read': call(
    PictureAsked,
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), mime: z.enum(['image/png', 'image/jpeg', 'image/webp']), base64: z.string() }),
      z.object({ ok: z.literal(false), message: z.string() }),
    ]),
  ),

  /**
   * Brings a version of a video here whole, so that it plays and is saved without the service; tells how far with
   * `video.keeping`. What is watched is brought here anyway.
   */
  'video.keep': call(
    z.strictObject({ account: AccountId, project: z.uuid(), revision: z.string().regex(/^[0-9a-f]{64}$/) }),
    z.discriminatedUnion('ok', [done, z.object({ ok: z.literal(false), message: z.string() })]),
  ),
  /** Asks where, and puts it there. The browser shell answers unsupported; the window downloads it from `/media/`. */
  'video.save': call(
    z.strictObject({
      account: AccountId,
      project: z.uuid(),
      revision: z.string().regex(/^[0-9a-f]{64}$/),
      name: z.string().min(1).max(200),
    }),
    SaveOutcome,
  ),

  /** Asks the person where, and writes there. The browser shell answers unsupported; the window downloads instead. */
  'files.save': call(
    z.strictObject({
      suggested_name: z.string().min(1).max(200),
      mime: z.enum(SAVED_TYPES),
      content: z.string(),
      /** How `content` carries the bytes. */
      encoding: z.enum(['utf8', 'base64']).default('utf8'),
    }),
    SaveOutcome,
  ),
  /** Tells the person through the system, where the shell can and the studio is not what they look at. */
  'notify.show': call(
    z.strictObject({
      title: z.string().min(1).max(200),
      body: z.string().max(500),
      /** Opened when it is clicked. */
      route: z.string().regex(/^\/[\w/:-]{1,200}$/),
    }),
    done,
  ),
  /**
   * Asks once for a folder and writes all files there; one that is there already stays, and the new one is numbered. The
   * browser shell answers unsupported; the window downloads each instead.
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
  /** What was seen comes again when it is looked at; studios that were put aside are gone for good. */
  'storage.clear': call(z.strictObject({ part: z.enum(CLEARABLE_PARTS) }), z.array(StoredPart)),
  /** Opens an https address in the person's browser, after the shell has checked it. */
  'links.open': call(
    z.strictObject({ href: z.string().max(2000) }),
    z.object({ outcome: z.enum(['opened', 'refused', 'unsupported']) }),
  ),

  /**
   * An archive of the whole workspace. Under an id of the caller's the host keeps a file on its way out or in; it is gone
   * with `archive.drop`, and at the next start.
   */
  'archive.make': call(
    z.strictObject({ id: z.uuid() }),
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), name: z.string(), summary: ArchiveSummary }),
      z.object({ ok: z.literal(false), message: z.string() }),
    ]),
  ),
  /** Asks where, and puts it there. The browser shell answers unsupported; the window reads and downloads it instead. */
  'archive.save': call(z.strictObject({ id: z.uuid() }), SaveOutcome),
  'archive.read': call(
    z.strictObject({ id: z.uuid(), offset: z.int().min(0) }),
    z.object({ base64: z.string(), end: z.boolean() }),
  ),
  /** A piece of a file on its way in; `offset` is where the last one ended. */
  'archive.put': call(
    z.strictObject({ id: z.uuid(), offset: z.int().min(0), base64: z.string().max(8_000_000) }),
    z.discriminatedUnion('ok', [done, z.object({ ok: z.literal(false), message: z.string() })]),
  ),
  /** Reads all of it and changes nothing; answers what is in it, or why it cannot be taken in. */
  'archive.inspect': call(
    z.strictObject({ id: z.uuid() }),
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), summary: ArchiveSummary }),
      z.object({ ok: z.literal(false), message: z.string() }),
    ]),
  ),
  /** Puts the local studio aside, as starting over does, and the archive's in its place: all of it or nothing. */
  'archive.import': call(
    z.strictObject({ id: z.uuid() }),
    z.discriminatedUnion('ok', [done, z.object({ ok: z.literal(false), message: z.string() })]),
  ),
  /** Stops what is being done with it and removes the host's file. */
  'archive.drop': call(z.strictObject({ id: z.uuid() }), done),

  'settings.set': call(Settings.partial().strict(), Settings),
  'service.restart': call(none, ServiceState),
  /** Puts the local studio's data aside (kept in the data folder) and starts an empty or a sample one. */
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
  /** How much of a version of a video is here, in bytes. */
  'video.keeping': z.object({ revision: z.string(), done: z.number(), total: z.number().nullable() }),
  /** How far an archive is; `done` of `total` in the step's own unit, null while unknown. */
  'archive.progress': z.object({
    id: z.string(),
    step: z.enum(['collecting', 'packing', 'checking', 'importing']),
    done: z.number(),
    total: z.number().nullable(),
  }),
  /** A native menu item or a global shortcut. */
  'menu.command': z.object({ command: z.string() }),
  /** A deep link or a clicked notification: a route of the studio, e.g. `/scripts/14`. */
  'route.open': z.object({ route: z.string() }),
} as const;

export type BridgeEventName = keyof typeof BRIDGE_EVENTS;
export type BridgeEvent<N extends BridgeEventName> = z.output<(typeof BRIDGE_EVENTS)[N]>;

/** How a call fails in the transport itself, never a failure of the service. */
export const BridgeFault = z.object({
  fault: z.enum(['unknown_call', 'bad_input', 'bad_output', 'internal', 'unsupported']),
  message: z.string(),
});
export type BridgeFault = z.infer<typeof BridgeFault>;
