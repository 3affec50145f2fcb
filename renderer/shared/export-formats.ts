import type { SavedType } from '#contract/saved-type.ts';

export type FormatGroup = 'script' | 'captions' | 'production';

interface Format {
  readonly label: string;
  readonly group: FormatGroup;
  readonly extension: string;
  readonly mime: SavedType;
  /** A sentence or two on what the format keeps of a script. */
  readonly holds: string;
  /** The parts that a person can leave out. */
  readonly omits: readonly ('headings' | 'cues' | 'comments')[];
  /** Follows the title in the file's name, where one title makes several files of a type. */
  readonly suffix?: string;
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

export const FILES = {
  markdown: {
    label: 'Markdown',
    group: 'script',
    extension: 'md',
    mime: 'text/markdown',
    holds: 'The full script in Markdown, with its pictures in a zip file.',
    omits: ['headings', 'cues'],
  },
  docx: {
    label: 'Word',
    group: 'script',
    extension: 'docx',
    mime: WORD,
    holds:
      'Headings, lists, quotes, tables, footnotes, cues, emphasis, comments and, as tracked changes, suggestions. No raw HTML.',
    omits: ['headings', 'cues', 'comments'],
  },
  pdf: {
    label: 'PDF',
    group: 'script',
    extension: 'pdf',
    mime: 'application/pdf',
    holds: 'For reading and printing. Can’t be imported again.',
    omits: ['headings', 'cues'],
  },
  html: {
    label: 'HTML',
    group: 'script',
    extension: 'html',
    mime: 'text/html',
    holds: 'A web page, with its pictures inside. Raw HTML in the script is shown as text.',
    omits: ['headings', 'cues'],
  },
  text: {
    label: 'Plain text',
    group: 'script',
    extension: 'txt',
    mime: 'text/plain',
    holds: 'Words and list numbers. Raw HTML stays as typed. No emphasis, link addresses or pictures.',
    omits: ['cues'],
  },
  fountain: {
    label: 'Fountain',
    group: 'script',
    extension: 'fountain',
    mime: 'text/plain',
    holds: 'A screenplay: speech as dialogue, cues as action. Links, code, pictures and tables keep only their words.',
    omits: ['headings', 'cues'],
  },
  srt: {
    label: 'SRT',
    group: 'captions',
    extension: 'srt',
    mime: 'application/x-subrip',
    holds: 'The spoken words in captions of two short lines, timed at your pace. For players, editors and uploads.',
    omits: [],
  },
  vtt: {
    label: 'WebVTT',
    group: 'captions',
    extension: 'vtt',
    mime: 'text/vtt',
    holds: 'The spoken words in captions of two short lines, timed at your pace. For web players.',
    omits: [],
  },
  prompter: {
    label: 'Teleprompter',
    group: 'captions',
    extension: 'txt',
    mime: 'text/plain',
    holds: 'The spoken words as plain text, one sentence a line. For any teleprompter.',
    omits: [],
    suffix: 'teleprompter',
  },
  'shots-csv': {
    label: 'Shot list (CSV)',
    group: 'production',
    extension: 'csv',
    mime: 'text/csv',
    holds: 'A table for spreadsheets: one row per cue with its section, time, duration and the words spoken over it.',
    omits: [],
    suffix: 'shot list',
  },
  'shots-pdf': {
    label: 'Shot list (PDF)',
    group: 'production',
    extension: 'pdf',
    mime: 'application/pdf',
    holds: 'A table to print: one row per cue with its section, time, duration and the words spoken over it.',
    omits: [],
    suffix: 'shot list',
  },
  'av-docx': {
    label: 'A/V script (Word)',
    group: 'production',
    extension: 'docx',
    mime: WORD,
    holds: 'Two columns: what’s seen on the left, what’s heard on the right, in numbered rows with running time.',
    omits: [],
    suffix: 'AV script',
  },
  'av-pdf': {
    label: 'A/V script (PDF)',
    group: 'production',
    extension: 'pdf',
    mime: 'application/pdf',
    holds: 'Two columns: what’s seen on the left, what’s heard on the right, in numbered rows with running time.',
    omits: [],
    suffix: 'AV script',
  },
} as const satisfies Record<string, Format>;
export type FileFormat = keyof typeof FILES;

export const GROUPS: readonly { readonly value: FormatGroup; readonly label: string }[] = [
  { value: 'script', label: 'Script' },
  { value: 'captions', label: 'Spoken words' },
  { value: 'production', label: 'Production' },
];

export const isFormat = (value: string): value is FileFormat => Object.hasOwn(FILES, value);

export const listFormats = (group: FormatGroup): FileFormat[] =>
  Object.keys(FILES).filter((value): value is FileFormat => isFormat(value) && FILES[value].group === group);

export const omits = (format: FileFormat, textPart: 'headings' | 'cues' | 'comments'): boolean =>
  FILES[format].omits.some((part) => part === textPart);

export type TimedFormat = Exclude<
  { [F in FileFormat]: (typeof FILES)[F]['group'] extends 'script' ? never : F }[FileFormat],
  'prompter'
>;

/** True when a format is timed by the speaking pace. */
export const isTimed = (format: FileFormat): format is TimedFormat =>
  format !== 'prompter' && FILES[format].group !== 'script';
