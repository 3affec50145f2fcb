/** Defines the desktop shell's own features: a global shortcut, a spell checker, and files that the system opens. */
import { z } from 'zod';

import { noInput } from './bridge-call.ts';

/**
 * Shortcuts for while any program is in front, written as in the window: `mod+alt+i`. Shift alone is refused,
 * because it would take capital letters from every program.
 */
export const GlobalKeys = z
  .string()
  .regex(
    /^(?=.*\b(?:mod|ctrl|alt)\+)(?:(?:mod|ctrl|alt|shift)\+){1,4}(?:[a-z0-9]|f(?:[1-9]|1\d|2[0-4])|space|up|down|left|right|home|end|pageup|pagedown)$/,
    'These keys can’t be used in every program.',
  );
export type GlobalKeys = z.infer<typeof GlobalKeys>;

/** `taken` means that another program has the keys; `unsupported`, that the shell has no global shortcuts. */
export const CaptureState = z.enum(['off', 'on', 'taken', 'unsupported']);
export type CaptureState = z.infer<typeof CaptureState>;

/** A BCP 47 tag, such as `de` or `en-GB`. */
export const SpellingLanguage = z.string().regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/);

/** `system` means that the system or the browser checks spelling by its own settings. */
export const SpellingState = z.discriminatedUnion('by', [
  z.object({ by: z.literal('system') }),
  z.object({
    by: z.literal('app'),
    /** Only languages that have a dictionary. */
    available: z.array(z.string()),
    /** The state of each chosen language's dictionary; a language that is missing is not known yet. */
    dictionaries: z.record(z.string(), z.enum(['downloading', 'ready', 'failed'])),
  }),
]);
export type SpellingState = z.infer<typeof SpellingState>;

/** The most characters in a text that the system opens; a script holds fewer. */
export const OPENED_TEXT_BYTES = 2 * 1024 * 1024;

/** The host reads an opened archive under `id`, as the calls of archives know it; `modified` is in ms since 1970. */
export const OpenedFile = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), name: z.string(), base64: z.string(), modified: z.int() }),
  z.object({ kind: z.literal('archive'), name: z.string(), id: z.uuid() }),
  /** A link that invites to a team. */
  z.object({ kind: z.literal('invitation'), link: z.string().max(2000) }),
  z.object({ kind: z.literal('refused'), name: z.string(), reason: z.enum(['unreadable', 'too_large']) }),
]);
export type OpenedFile = z.infer<typeof OpenedFile>;

export const DESKTOP_CALLS = {
  /** Tells whether Cutaway holds the keys of `capture_keys`; tries again if another program held them. */
  'capture.state': { input: noInput, output: z.object({ state: CaptureState }) },
  'spelling.state': { input: noInput, output: SpellingState },
  /** Returns the next file that the system opened, once; null when there are no more. */
  'files.takeOpened': { input: noInput, output: z.object({ file: OpenedFile.nullable() }) },
  /** Shows the folder that was last saved to. The browser shell, which only downloads, opens none. */
  'files.openFolder': { input: noInput, output: z.object({ opened: z.boolean() }) },
} as const;

export const DESKTOP_EVENTS = {
  'spelling.changed': SpellingState,
  /** Sent when the system has opened a file; `files.takeOpened` fetches it. */
  'files.opened': z.object({}),
} as const;
