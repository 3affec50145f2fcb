/**
 * Defines the calls and events between renderer and main process, with their schemas. Both shells implement it, over
 * Electron IPC or a WebSocket. No call takes a URL to fetch, and no answer carries a token.
 */
import { z } from 'zod';

import { ACCOUNT_CALLS, Account, AccountId, AccountList, KeychainState } from './account-calls.ts';
import { ARCHIVE_CALLS } from './archive-calls.ts';
import { DESKTOP_CALLS, DESKTOP_EVENTS, GlobalKeys, SpellingLanguage } from './desktop-features.ts';
import { LIMITS } from './limits.ts';
import { LogEntry, StoredLogEntry } from './log-entry.ts';
import { OPERATIONS, type OperationId } from './operations/index.ts';
import { RESEARCH_MODES, VISUAL_CUES } from './schema/agent-run.ts';
import { ProjectId } from './schema/project.ts';
import { PictureRequest } from './schema/picture-request.ts';
import { ExportChoice } from './export-choice.ts';
import { SAVED_SEARCHES, SavedSearch } from './saved-search.ts';
import { SAVED_VIEWS, SavedView } from './saved-view.ts';
import { SETUP_STEPS } from './setup-steps.ts';
import { SAVED_TYPES, SaveOutcome } from './saved-type.ts';
import { CLEARABLE_PARTS, StoredPart } from './stored-part.ts';
import { UPDATE_CALLS, UpdateSettings, UpdateState } from './update-state.ts';
import { RUN_KINDS, RUN_STATUSES } from './schema/script.ts';

export { Account, AccountId, AccountList, KeychainState };

const noInput = z.strictObject({});
const okAnswer = z.object({ ok: z.literal(true) });

const FileName = z.string().min(1).max(200);
const VideoVersion = z.strictObject({
  account: AccountId,
  project: z.uuid(),
  revision: z.string().regex(/^[0-9a-f]{64}$/),
});

/** Reports the state of the local service. `message` is plain words for a person. */
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

/** Keys are paths of plain segments, e.g. `draft/local/14/script`. */
export const JournalKey = z
  .string()
  .max(300)
  .regex(/^[a-z]+(\/[A-Za-z0-9_-]+)+$/);

/** `rev` counts the changes that a person made; the higher one is newer. */
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
  /** The service's id of the run; null until it has answered. */
  run_id: z.string().nullable(),
  script_id: z.int(),
  channel_id: z.int(),
  script_title: z.string(),
  kind: z.enum(WATCHED_KINDS),
  /**
   * `starting` means not answered yet, `unclear` sent without an answer; an unclear run is never sent again before a
   * look-up.
   */
  status: z.enum([...RUN_STATUSES, 'starting', 'unclear']),
  step_label: z.string().nullable(),
  /** Ranges from 0 to 100; null while unknown. */
  progress: z.number().nullable(),
  credits: z.number().nullable(),
  engine: z.string().nullable(),
  is_language_model: z.boolean().nullable(),
  error: z.string().nullable(),
  /** Names the kind of an engine's failure, such as `refused-key`, if the local service told it. */
  error_code: z.string().nullable().default(null),
  /** The shortcomings of a completed run, in plain words. */
  issues: z.string().nullable().default(null),
  /** Counts tokens as the provider reported them: in all, read and written. */
  tokens: z.number().nullable().default(null),
  prompt_tokens: z.number().nullable().default(null),
  completion_tokens: z.number().nullable().default(null),
  /** In US dollars at the price of the model when the run ended; null without a price. */
  cost: z.number().nullable().default(null),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  /** The journal key of the generated text, once completed. */
  result_key: JournalKey.nullable(),
  /** Whether a person has seen that the run ended. */
  seen: z.boolean(),
});
export type WatchedRun = z.infer<typeof WatchedRun>;

/** A text in the journal, stored under a run's result_key. */
export const GeneratedText = z.object({
  account: AccountId,
  script_id: z.int(),
  run_id: z.string(),
  kind: z.enum(WATCHED_KINDS),
  content_type: z.enum(['outline', 'script']),
  text: z.string(),
  /** True if the run ended before the text was finished. */
  partial: z.boolean().default(false),
  /** The version of that text on the service, if it could be read. */
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

const ModelPrice = z.object({ input: z.number().min(0).max(100_000), output: z.number().min(0).max(100_000) });

/** Describes how the editor draws a script. */
export const WritingLook = z.object({
  face: z.enum(['serif', 'sans', 'mono']),
  /** In pixels. */
  size: z.int().min(13).max(30),
  width: z.enum(['narrow', 'normal', 'wide', 'full']),
  line: z.enum(['tight', 'normal', 'loose']),
});
export type WritingLook = z.infer<typeof WritingLook>;

const SetupProgress = z.object({
  step: z.enum(SETUP_STEPS),
  done: z.array(z.enum(SETUP_STEPS)).max(SETUP_STEPS.length),
  /** Whether Home shows no more of it. */
  dismissed: z.boolean(),
});

export const Settings = z.object({
  /** `system` picks the first of the machine's languages that the window supports. */
  language: z.enum(['system', ...LANGUAGES]),
  theme: z.enum(['system', 'light', 'dark']),
  /** Counts words per minute. */
  pace: z.int().min(100).max(200),
  welcome_dismissed: z.boolean(),
  sidebar: z.boolean(),
  inspector: z.boolean(),
  editor_view: z.enum(['write', 'split', 'preview']),
  /** Keeps the line being written in the middle. */
  typewriter: z.boolean(),
  writing: WritingLook,
  /** Whether `pace` was chosen or measured in the latest teleprompter take. */
  pace_from: z.enum(['chosen', 'take']),
  last_take: TeleprompterTake.nullable(),
  prompter: z.object({
    /** In pixels. */
    size: z.int().min(24).max(140),
    /** In percent of the window's width. */
    width: z.int().min(30).max(100),
    mirror: z.boolean(),
    /** Counts seconds. */
    countdown: z.int().min(0).max(10),
  }),
  /** `voice` is the address of a system voice, null for the system's default; `rate` 1 is its normal speed. */
  read_aloud: z.object({ voice: z.string().max(300).nullable(), rate: z.number().min(0.5).max(2) }),
  export_choice: ExportChoice,
  /** Marks parts of a script that do not match its voice. */
  voice_check: z.boolean(),
  channels: z.record(AccountId, z.int()),
  /** Whether Home and projects of an account show only the chosen channel; by default they show all. */
  one_channel: z.record(AccountId, z.boolean()),
  /** The progress of each account's setup; one without an entry was not begun. */
  setup: z.record(AccountId, SetupProgress),
  /** Lists searches of Intel that a person saved, newest first, by account. */
  saved_searches: z.record(AccountId, z.array(SavedSearch).max(SAVED_SEARCHES)),
  /** Lists views of the projects that a person saved, oldest first, by account. */
  saved_views: z.record(AccountId, z.array(SavedView).max(SAVED_VIEWS)),
  /** Lists the notification kinds that are shown but not announced. */
  muted: z.array(z.string().max(60)).max(60),
  /** Open the form of a new idea from any program; null until a person chooses some. */
  capture_keys: GlobalKeys.nullable(),
  /** Limits the languages whose dictionaries the desktop shell may download; empty turns its spell checker off. */
  spelling: z.array(SpellingLanguage).max(20),
  updates: UpdateSettings,
  /** US dollars per million tokens, by the name of the engine. */
  model_prices: z.record(z.string().max(400), ModelPrice),
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
  writing: { face: 'serif', size: 17, width: 'normal', line: 'normal' },
  pace_from: 'chosen',
  last_take: null,
  prompter: { size: 56, width: 70, mirror: false, countdown: 3 },
  read_aloud: { voice: null, rate: 1 },
  export_choice: { format: 'markdown', headings: true, cues: true, comments: true },
  voice_check: true,
  channels: {},
  one_channel: {},
  setup: {},
  saved_searches: {},
  saved_views: {},
  muted: [],
  capture_keys: null,
  spelling: [],
  updates: { automatic: true, channel: 'stable' },
  model_prices: {},
};

export const AppInfo = z.object({
  shell: z.enum(['desktop', 'web']),
  version: z.string(),
  platform: z.enum(['darwin', 'win32', 'linux', 'other']),
  /** Whether this data folder has never been opened before. */
  first_start: z.boolean(),
  service: ServiceState,
  settings: Settings,
  accounts: AccountList,
  /** The time the local workspace was last reset; anything written under it earlier belongs to the one moved away. */
  local_since: z.string().nullable(),
  /** Lists data that was found damaged at start and moved away, in plain words. */
  problems: z.array(z.string()),
});
export type AppInfo = z.infer<typeof AppInfo>;

const OperationName = z.custom<OperationId>((value) => typeof value === 'string' && Object.hasOwn(OPERATIONS, value), {
  error: 'No such operation.',
});

const call = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ input, output });

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
      /** Nobody waits for this request, so requests made by a person are sent first. */
      background: z.boolean().optional(),
      /** Names this request for `api.cancel`. */
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
      /** Applies to agent runs only. */
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
  /** Counts the bytes of a video version downloaded so far. */
  'video.keeping': z.object({ revision: z.string(), done: z.number(), total: z.number().nullable() }),
  /** Counts `done` and `total` in the step's own unit; both are null while unknown. */
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
