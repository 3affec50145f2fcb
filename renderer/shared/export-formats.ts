import type { SavedType } from '#contract/saved-type.ts';

export type FormatGroup = 'script' | 'captions' | 'production';

interface Format {
  readonly label: string;
  readonly group: FormatGroup;
  readonly extension: string;
  readonly mime: SavedType;
  /** A sentence or two on what the format keeps of a script. */
  readonly description: string;
  /** The parts that a person can leave out. */
  readonly optionalParts: readonly ('headings' | 'cues' | 'comments')[];
  /** Follows the title in the file's name, where one title makes several files of a type. */
  readonly suffix?: string;
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

export const FORMATS = {
  markdown: {
    label: 'Markdown',
    group: 'script',
    extension: 'md',
    mime: 'text/markdown',
    description: 'The full script in Markdown, with its pictures in a zip file.',
    optionalParts: ['headings', 'cues'],
  },
  docx: {
    label: 'Word',
    group: 'script',
    extension: 'docx',
    mime: WORD,
    description:
      'Headings, lists, quotes, tables, footnotes, cues, emphasis, comments and, as tracked changes, suggestions. No raw HTML.',
    optionalParts: ['headings', 'cues', 'comments'],
  },
  pdf: {
    label: 'PDF',
    group: 'script',
    extension: 'pdf',
    mime: 'application/pdf',
    description: 'For reading and printing. Can’t be imported again.',
    optionalParts: ['headings', 'cues'],
  },
  html: {
    label: 'HTML',
    group: 'script',
    extension: 'html',
    mime: 'text/html',
    description: 'A web page, with its pictures inside. Raw HTML in the script is shown as text.',
    optionalParts: ['headings', 'cues'],
  },
  text: {
    label: 'Plain text',
    group: 'script',
    extension: 'txt',
    mime: 'text/plain',
    description: 'Words and list numbers. Raw HTML stays as typed. No emphasis, link addresses or pictures.',
    optionalParts: ['cues'],
  },
  fountain: {
    label: 'Fountain',
    group: 'script',
    extension: 'fountain',
    mime: 'text/plain',
    description:
      'A screenplay: speech as dialogue, cues as action. Links, code, pictures and tables keep only their words.',
    optionalParts: ['headings', 'cues'],
  },
  srt: {
    label: 'SRT',
    group: 'captions',
    extension: 'srt',
    mime: 'application/x-subrip',
    description:
      'The spoken words in captions of two short lines, timed at your pace. For players, editors and uploads.',
    optionalParts: [],
  },
  vtt: {
    label: 'WebVTT',
    group: 'captions',
    extension: 'vtt',
    mime: 'text/vtt',
    description: 'The spoken words in captions of two short lines, timed at your pace. For web players.',
    optionalParts: [],
  },
  prompter: {
    label: 'Teleprompter',
    group: 'captions',
    extension: 'txt',
    mime: 'text/plain',
    description: 'The spoken words as plain text, one sentence a line. For any teleprompter.',
    optionalParts: [],
    suffix: 'teleprompter',
  },
  'shots-csv': {
    label: 'Shot list (CSV)',
    group: 'production',
    extension: 'csv',
    mime: 'text/csv',
    description:
      'A table for spreadsheets: one row per cue with its section, time, duration and the words spoken over it.',
    optionalParts: [],
    suffix: 'shot list',
  },
  'shots-pdf': {
    label: 'Shot list (PDF)',
    group: 'production',
    extension: 'pdf',
    mime: 'application/pdf',
    description: 'A table to print: one row per cue with its section, time, duration and the words spoken over it.',
    optionalParts: [],
    suffix: 'shot list',
  },
  'av-docx': {
    label: 'A/V script (Word)',
    group: 'production',
    extension: 'docx',
    mime: WORD,
    description: 'Two columns: what’s seen on the left, what’s heard on the right, in numbered rows with running time.',
    optionalParts: [],
    suffix: 'AV script',
  },
  'av-pdf': {
    label: 'A/V script (PDF)',
    group: 'production',
    extension: 'pdf',
    mime: 'application/pdf',
    description: 'Two columns: what’s seen on the left, what’s heard on the right, in numbered rows with running time.',
    optionalParts: [],
    suffix: 'AV script',
  },
} as const satisfies Record<string, Format>;
export type FileFormat = keyof typeof FORMATS;

export const GROUPS: readonly { readonly value: FormatGroup; readonly label: string }[] = [
  { value: 'script', label: 'Script' },
  { value: 'captions', label: 'Spoken words' },
  { value: 'production', label: 'Production' },
];

export const isFormat = (value: string): value is FileFormat => Object.hasOwn(FORMATS, value);

export const listFormats = (group: FormatGroup): FileFormat[] =>
  Object.keys(FORMATS).filter((value): value is FileFormat => isFormat(value) && FORMATS[value].group === group);

export const canOmit = (format: FileFormat, textPart: 'headings' | 'cues' | 'comments'): boolean =>
  FORMATS[format].optionalParts.some((part) => part === textPart);

export type TimedFormat = Exclude<
  { [F in FileFormat]: (typeof FORMATS)[F]['group'] extends 'script' ? never : F }[FileFormat],
  'prompter'
>;

/** True when a format is timed by the speaking pace. */
export const isTimed = (format: FileFormat): format is TimedFormat =>
  format !== 'prompter' && FORMATS[format].group !== 'script';
