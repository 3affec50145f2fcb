/** Exports a script in two columns: what is seen, and what is heard. */
import { type Beat, beatsOf, type Beats } from './beats.ts';
import type { Pacing } from './section-paces.ts';
import { formatTime } from './spoken.ts';
import type { Part, Piece } from './tree.ts';

/** Names the columns in the person's language. */
export interface AvLabels {
  readonly number: string;
  readonly time: string;
  readonly video: string;
  readonly audio: string;
}

const SHARES = [6, 9, 37, 48] as const;

const broken = (lines: readonly (readonly Piece[])[]): Piece[] =>
  lines.flatMap((line, index): Piece[] => (index > 0 ? [{ text: '\n', break: true }, ...line] : [...line]));

const columns = ({ start, video, audio }: Beat, number: number): Piece[][] => [
  [{ text: String(number) }],
  [{ text: formatTime(start) }],
  broken(video),
  broken(audio),
];

/** Returns a script as one table: rows numbered throughout, with the time when they begin; a section is one wide row. */
export function avScript(
  markdown: string,
  pacing: Pacing,
  labels: AvLabels,
  title: string,
): { readonly parts: Part[]; readonly left: Beats['left'] } {
  const { rows, left } = beatsOf(markdown, pacing);
  let number = 0;
  const heads = [labels.number, labels.time, labels.video, labels.audio].map((text): Piece[] => [{ text }]);
  const body = rows.map((row): Piece[][] => {
    if (row.kind === 'section') return [row.pieces.map((piece) => ({ ...piece, bold: true }))];
    number += 1;
    return columns(row, number);
  });
  const table: Part = {
    kind: 'table',
    alignments: ['right', 'right', null, null],
    shares: SHARES,
    rows: [heads, ...body],
  };
  return { parts: [{ kind: 'heading', level: 1, pieces: [{ text: title }] }, table], left };
}
