/** Defines the settings of a person on this machine. */
import { z } from 'zod';

import { AccountId } from './account-calls.ts';
import { GlobalKeys, SpellingLanguage } from './desktop-features.ts';
import { ExportChoice } from './export-choice.ts';
import { SAVED_SEARCHES, SavedSearch } from './saved-search.ts';
import { SAVED_VIEWS, SavedView } from './saved-view.ts';
import { SETUP_STEPS } from './setup-steps.ts';
import { UpdateSettings } from './update-state.ts';

/** Measures a teleprompter reading, from the first word that moved to the last. */
export const TeleprompterTake = z.object({
  account: AccountId,
  script_id: z.int(),
  /** The number of spoken words that scrolled past. */
  words: z.int().min(1),
  /** The time during which the text moved, without pauses. */
  seconds: z.number().positive(),
  at: z.string(),
});
export type TeleprompterTake = z.infer<typeof TeleprompterTake>;

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

const ModelPrice = z.object({ input: z.number().min(0).max(100_000), output: z.number().min(0).max(100_000) });

/** How the editor draws a script. */
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
  /** True if Home no longer shows the setup. */
  dismissed: z.boolean(),
});

export const Settings = z.object({
  /** `system` picks the first of the machine's languages that the window supports. */
  language: z.enum(['system', ...LANGUAGES]),
  theme: z.enum(['system', 'light', 'dark']),
  /** Words per minute. */
  pace: z.int().min(100).max(200),
  welcome_dismissed: z.boolean(),
  sidebar: z.boolean(),
  inspector: z.boolean(),
  editor_view: z.enum(['write', 'split', 'preview']),
  /** Keeps the line being written in the middle. */
  typewriter: z.boolean(),
  writing: WritingLook,
  /** True if `pace` was chosen or measured in the latest teleprompter take. */
  pace_from: z.enum(['chosen', 'take']),
  last_take: TeleprompterTake.nullable(),
  prompter: z.object({
    /** In pixels. */
    size: z.int().min(24).max(140),
    /** In percent of the window's width. */
    width: z.int().min(30).max(100),
    mirror: z.boolean(),
    /** In seconds. */
    countdown: z.int().min(0).max(10),
  }),
  /** `voice` is the address of a system voice, null for the system's default; `rate` 1 is its normal speed. */
  read_aloud: z.object({ voice: z.string().max(300).nullable(), rate: z.number().min(0.5).max(2) }),
  export_choice: ExportChoice,
  /** Marks parts of a script that do not match its voice. */
  voice_check: z.boolean(),
  channels: z.record(AccountId, z.int()),
  /** True if Home and projects of an account show only the chosen channel; by default they show all. */
  one_channel: z.record(AccountId, z.boolean()),
  /** The progress of each account's setup; one without an entry was not begun. */
  setup: z.record(AccountId, SetupProgress),
  /** Searches of Intel that a person saved, newest first, by account. */
  saved_searches: z.record(AccountId, z.array(SavedSearch).max(SAVED_SEARCHES)),
  /** Views of the projects that a person saved, oldest first, by account. */
  saved_views: z.record(AccountId, z.array(SavedView).max(SAVED_VIEWS)),
  /** The notification kinds that are shown but not announced. */
  muted: z.array(z.string().max(60)).max(60),
  /** Keys that open the form of a new idea from any program; null until the person chooses some. */
  capture_keys: GlobalKeys.nullable(),
  /** The languages whose dictionaries the desktop shell may download; none turns its spell checker off. */
  spelling: z.array(SpellingLanguage).max(20),
  updates: UpdateSettings,
  /** US dollars per million tokens, by the name of the engine. */
  model_prices: z.record(z.string().max(400), ModelPrice),
});
export type Settings = z.infer<typeof Settings>;
