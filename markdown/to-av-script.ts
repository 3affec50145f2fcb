/** Exports a script in two columns: picture and sound. */
import { type Beat, toBeats, type Beats } from './beats.ts';
import type { Pacing } from './section-paces.ts';
import { formatTime } from './clock.ts';
import type { Part, Piece } from './tree.ts';

/** The column headings in the person's language. */
export interface AvLabels {
  readonly number: string;
  readonly time: string;
  readonly video: string;
  readonly audio: string;
}

const COLUMN_SHARES = [6, 9, 37, 48] as const;

const joinLines = (lines: readonly (readonly Piece[])[]): Piece[] =>
  lines.flatMap((line, index): Piece[] => (index > 0 ? [{ text: '\n', break: true }, ...line] : [...line]));

const toColumns = ({ start, video, audio }: Beat, number: number): Piece[][] => [
  [{ text: String(number) }],
  [{ text: formatTime(start) }],
  joinLines(video),
  joinLines(audio),
];

/** Returns a script as one table: rows numbered throughout, with the time when they begin; a section is one wide row. */
export function toAvScript(
  markdown: string,
  pacing: Pacing,
  labels: AvLabels,
  title: string,
): { readonly parts: Part[]; readonly omitted: Beats['omitted'] } {
  const { rows, omitted } = toBeats(markdown, pacing);
  let number = 0;
  const headings = [labels.number, labels.time, labels.video, labels.audio].map((text): Piece[] => [{ text }]);
  const body = rows.map((row): Piece[][] => {
    if (row.kind === 'section') return [row.pieces.map((piece) => ({ ...piece, bold: true }))];
    number += 1;
    return toColumns(row, number);
  });
  const table: Part = {
    kind: 'table',
    alignments: ['right', 'right', null, null],
    shares: COLUMN_SHARES,
    rows: [headings, ...body],
  };
  return { parts: [{ kind: 'heading', level: 1, pieces: [{ text: title }] }, table], omitted };
}
