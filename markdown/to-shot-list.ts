/** Exports a script as a shot list: each picture with its duration and the words spoken over it. */
import { type Beats, toBeats } from './beats.ts';
import { formatTwoDigits } from './clock.ts';
import { toCsv } from './csv.ts';
import type { Pacing } from './section-paces.ts';
import { toTitleText, type Part, type Piece } from './tree.ts';
import { collapseSpaces } from './collapse-spaces.ts';

/** A cue with the words spoken over it. Times are whole seconds. */
export interface Shot {
  readonly section: string;
  readonly timeIn: number;
  readonly duration: number;
  readonly cue: string;
  readonly words: string;
}

export interface ShotList {
  readonly shots: readonly Shot[];
  readonly omitted: Beats['omitted'];
}

/** The column headings in the person's language. */
export interface ShotLabels {
  readonly section: string;
  readonly timeIn: string;
  readonly duration: string;
  readonly cue: string;
  readonly words: string;
}

const joinText = (pieces: readonly Piece[]): string => collapseSpaces(pieces.map(({ text }) => text).join(''));

interface OpenShot {
  readonly section: string;
  readonly start: number;
  readonly cue: string[];
  readonly words: string[];
}

function openShots(rows: Beats['rows']): OpenShot[] {
  const shots: OpenShot[] = [];
  let section = '';
  let seconds = 0;
  /** The section has no shot yet. */
  let isEmpty = false;
  const startShot = (): OpenShot => {
    const shot = { section, start: seconds, cue: [], words: [] };
    shots.push(shot);
    isEmpty = false;
    return shot;
  };
  for (const row of rows) {
    if (row.kind === 'section') {
      if (isEmpty) startShot();
      section = toTitleText(row.pieces);
      isEmpty = true;
      continue;
    }
    seconds = row.start;
    const last = row.isCue || isEmpty ? undefined : shots.at(-1);
    const shot = last ?? startShot();
    shot.cue.push(...row.video.map(joinText), ...row.sounds);
    if (row.spoken !== '') shot.words.push(row.spoken);
    seconds = row.start + row.seconds;
  }
  if (isEmpty) startShot();
  return shots;
}

/**
 * Returns the shots of a script: one for each cue, and one for the words before the first cue of a section. A
 * section with neither is a shot without words.
 */
export function getShots(markdown: string, pacing: Pacing): ShotList {
  const { rows, seconds, omitted } = toBeats(markdown, pacing);
  const shots = openShots(rows);
  const startSecond = (index: number): number => Math.round(shots[index]?.start ?? seconds);
  return {
    omitted,
    shots: shots.map(({ section, cue, words }, index) => ({
      section,
      timeIn: startSecond(index),
      duration: startSecond(index + 1) - startSecond(index),
      cue: cue.join('\n'),
      words: words.join('\n'),
    })),
  };
}

/** Formats whole seconds as `hh:mm:ss`, which spreadsheets read as a time. */
export function formatClock(seconds: number): string {
  return `${formatTwoDigits(seconds / 3600)}:${formatTwoDigits((seconds / 60) % 60)}:${formatTwoDigits(seconds % 60)}`;
}

const getColumns = ({ section, timeIn, duration, cue, words }: Shot): string[] => [
  section,
  formatClock(timeIn),
  formatClock(duration),
  cue,
  words,
];
const getHeadings = ({ section, timeIn, duration, cue, words }: ShotLabels): string[] => [
  section,
  timeIn,
  duration,
  cue,
  words,
];

/** Returns shots as a table for spreadsheets. */
export const writeShotsCsv = (shots: readonly Shot[], labels: ShotLabels): string =>
  toCsv([getHeadings(labels), ...shots.map(getColumns)]);

/** Splits a text into pieces with breaks between its lines. */
const toLinePieces = (text: string): Piece[] =>
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
    rows: [getHeadings(labels), ...shots.map(getColumns)].map((row) => row.map(toLinePieces)),
  },
];
