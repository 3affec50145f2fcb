/** Exports a script as a shot list: what is to be seen, for how long, and the words spoken over it. */
import { type Beats, beatsOf } from './beats.ts';
import { toCsv } from './csv.ts';
import type { Pacing } from './section-paces.ts';
import { titleText, type Part, type Piece } from './tree.ts';

/** Is one cue with what is spoken over it. Times are whole seconds. */
export interface Shot {
  readonly section: string;
  readonly timeIn: number;
  readonly duration: number;
  readonly cue: string;
  readonly words: string;
}

export interface ShotList {
  readonly shots: readonly Shot[];
  readonly left: Beats['left'];
}

/** Names the columns in the person's language. */
export interface ShotLabels {
  readonly section: string;
  readonly timeIn: string;
  readonly duration: string;
  readonly cue: string;
  readonly words: string;
}

const plain = (pieces: readonly Piece[]): string =>
  pieces
    .map(({ text }) => text)
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

interface Open {
  readonly section: string;
  readonly start: number;
  readonly cue: string[];
  readonly words: string[];
}

function openShots(rows: Beats['rows']): Open[] {
  const shots: Open[] = [];
  let section = '';
  let at = 0;
  /** The section has no shot yet. */
  let isEmpty = false;
  const begin = (): Open => {
    const shot = { section, start: at, cue: [], words: [] };
    shots.push(shot);
    isEmpty = false;
    return shot;
  };
  for (const row of rows) {
    if (row.kind === 'section') {
      if (isEmpty) begin();
      section = titleText(row.pieces);
      isEmpty = true;
      continue;
    }
    at = row.start;
    const last = row.isCue || isEmpty ? undefined : shots.at(-1);
    const shot = last ?? begin();
    shot.cue.push(...row.video.map(plain), ...row.sounds);
    if (row.spoken !== '') shot.words.push(row.spoken);
    at = row.start + row.seconds;
  }
  if (isEmpty) begin();
  return shots;
}

/**
 * Returns the shots of a script: one for each cue, and one for what is spoken before the first cue of a section. A
 * section with neither is a shot without words.
 */
export function shotsOf(markdown: string, pacing: Pacing): ShotList {
  const { rows, seconds, left } = beatsOf(markdown, pacing);
  const shots = openShots(rows);
  const inTime = (index: number): number => Math.round(shots[index]?.start ?? seconds);
  return {
    left,
    shots: shots.map(({ section, cue, words }, index) => ({
      section,
      timeIn: inTime(index),
      duration: inTime(index + 1) - inTime(index),
      cue: cue.join('\n'),
      words: words.join('\n'),
    })),
  };
}

/** Formats whole seconds as `hh:mm:ss`, which spreadsheets read as a time. */
export function clock(seconds: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
}

const columns = ({ section, timeIn, duration, cue, words }: Shot): string[] => [
  section,
  clock(timeIn),
  clock(duration),
  cue,
  words,
];
const heads = ({ section, timeIn, duration, cue, words }: ShotLabels): string[] => [
  section,
  timeIn,
  duration,
  cue,
  words,
];

/** Returns shots as a table for spreadsheets. */
export const shotsToCsv = (shots: readonly Shot[], labels: ShotLabels): string =>
  toCsv([heads(labels), ...shots.map(columns)]);

/** Splits a text into pieces with breaks between its lines. */
const lines = (text: string): Piece[] =>
  text
    .split('\n')
    .flatMap((line, index): Piece[] => [
      ...(index > 0 ? [{ text: '\n', break: true }] : []),
      ...(line === '' ? [] : [{ text: line }]),
    ]);

/** Returns shots as a table for a document, under the script's title. */
export const shotsToParts = (shots: readonly Shot[], labels: ShotLabels, title: string): Part[] => [
  { kind: 'heading', level: 1, pieces: [{ text: title }] },
  {
    kind: 'table',
    alignments: [null, 'right', 'right', null, null],
    shares: [16, 9, 9, 26, 40],
    rows: [heads(labels), ...shots.map(columns)].map((row) => row.map(lines)),
  },
];
