import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { getRounds } from '#test/support/rounds.ts';

import { toBeats } from './beats.ts';
import { listSpokenPieces } from './spoken-pieces.ts';
import { toSpokenSeconds } from './spoken.ts';
import { toAvScript } from './to-av-script.ts';
import { formatClock, getShots, writeShotsCsv, shotsToParts } from './to-shot-list.ts';

const LABELS = { section: 'Section', timeIn: 'Time in', duration: 'Duration', cue: 'Cue', words: 'Words' };
const PACING = { general: 150, sections: [] };
const AV_LABELS = { number: '#', time: 'Time', video: 'Video', audio: 'Audio' };
const TEN_WORDS = 'one two three four five six seven eight nine ten';

const SCRIPT = `Cold open words.

# Opening

[Cue: map, the line draws itself]

HOST: ${TEN_WORDS}. **${TEN_WORDS}** [pause].

SFX: whistle
B-ROLL: a "blue" train
Said over it.

- [x] Done[^1]
- ![a ticket](https://a.example/t.png) Listed

| a | b |
| - | - |
| c | d |

## Empty

# End

[Cue: end card]

[^1]: A note.
`;

describe('a shot list', () => {
  const { shots, omitted } = getShots(SCRIPT, PACING);

  it('has a shot per cue with its section, time and spoken words', () => {
    expect(shots.map(({ section, cue, words }) => [section, cue, words])).toEqual([
      ['', '', 'Cold open words.'],
      ['Opening', 'map, the line draws itself\nSFX: whistle', `${TEN_WORDS}. ${TEN_WORDS}.`],
      ['Opening', 'B-ROLL: a "blue" train', 'Said over it.\nDone'],
      ['Opening', 'a ticket', 'Listed'],
      ['Empty', '', ''],
      ['End', 'end card', ''],
    ]);
    expect(shots.map(({ timeIn, duration }) => [timeIn, duration])).toEqual([
      [0, 1],
      [1, 8],
      [9, 2],
      [11, 0],
      [11, 0],
      [11, 0],
    ]);
    expect(omitted).toEqual({ tables: 1, code: 0, formulas: 0, html: 0, footnotes: 1 });
  });

  it('names sections without the numbers of footnotes', () => {
    const { shots } = getShots('# One<br>two[^1]\n\nWords.\n\n[^1]: Note.\n', PACING);
    expect(shots.map(({ section }) => section)).toEqual(['One two']);
  });

  it('has a shot for an inline cue', () => {
    const inlineCues = getShots(
      'Before it. [Cue: *train* leaves] After it. [cue: map](https://a.example) [pause]',
      PACING,
    );
    expect(inlineCues.shots.map(({ cue, words }) => [cue, words])).toEqual([
      ['', 'Before it.'],
      ['train leaves', 'After it. cue: map'],
    ]);
  });

  it('exports as CSV that spreadsheets open', () => {
    const rows = writeShotsCsv(shots, LABELS).split('\r\n');
    expect(rows[0]).toBe('\ufeffSection,Time in,Duration,Cue,Words');
    expect(rows[1]).toBe(',00:00:00,00:00:01,,Cold open words.');
    expect(rows[3]).toBe('Opening,00:00:09,00:00:02,"B-ROLL: a ""blue"" train","Said over it.\nDone"');
    expect(formatClock(3661)).toBe('01:01:01');
  });

  it('exports as a table of a document', () => {
    const [heading, table] = shotsToParts(shots, LABELS, 'Night trains');
    expect(heading).toMatchObject({ kind: 'heading', pieces: [{ text: 'Night trains' }] });
    expect(table).toMatchObject({ kind: 'table' });
    expect(table?.kind === 'table' && table.rows[2]?.[3]).toEqual([
      { text: 'map, the line draws itself' },
      { text: '\n', break: true },
      { text: 'SFX: whistle' },
    ]);
  });
});

describe('a two-column script', () => {
  it('shows video on the left and audio on the right, in numbered rows', () => {
    const { parts } = toAvScript(SCRIPT, PACING, AV_LABELS, 'Night trains');
    const table = parts[1];
    const text =
      table?.kind === 'table' ? table.rows.map((row) => row.map((cell) => cell.map((item) => item.text).join(''))) : [];
    expect(text).toEqual([
      ['#', 'Time', 'Video', 'Audio'],
      ['1', '0:00', '', 'Cold open words.'],
      ['Opening'],
      ['2', '0:01', 'map, the line draws itself', `HOST: ${TEN_WORDS}. ${TEN_WORDS} [pause].\nSFX: whistle`],
      ['3', '0:09', 'B-ROLL: a "blue" train', 'Said over it.'],
      ['4', '0:10', '', 'Done1'],
      ['5', '0:11', 'a ticket', ' Listed'],
      ['Empty'],
      ['End'],
      ['6', '0:11', 'end card', ''],
    ]);
    expect(table?.kind === 'table' && table.rows[3]?.[3]?.slice(0, 2)).toEqual([
      { text: 'HOST:', bold: true },
      { text: ` ${TEN_WORDS}. ` },
    ]);
  });
});

const words = fc.array(
  fc.constantFrom(...'night trains =1+1 -2 @x "said" a,b 夜行列車 รถไฟ قطار **bold** [beat] &amp;'.split(' ')),
  {
    minLength: 1,
    maxLength: 12,
  },
);
const line = fc
  .tuple(fc.constantFrom('', '', '', 'HOST: ', 'VISUAL: ', 'SFX: ', '**B-ROLL:** '), words)
  .map(([label, lineWords]) => label + lineWords.join(' '));
const block = fc.oneof(
  fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n')),
  line.map((item) => `- ${item}`),
  line.map((item) => `> ${item}`),
  fc.constantFrom('# =Heading', '[Cue: @map]', '[Cue: -2]', '---', '```\ncode\n```', '| a |\n|---|\n| b |'),
);

/** Reads CSV by the grammar of RFC 4180. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    rows.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

it('shot lists of random scripts contain every spoken word and cue, and last as long', () => {
  const withoutSpaces = (text: string): string => text.replace(/\s+/g, '');
  const result = fc.check(
    fc.property(fc.array(block, { minLength: 1, maxLength: 8 }), (blocks) => {
      const markdown = blocks.join('\n\n');
      const pieces = listSpokenPieces(markdown);
      const spokenText = withoutSpaces(pieces.map(({ text }) => text).join(''));
      const { shots } = getShots(markdown, PACING);
      const seconds = toSpokenSeconds(
        pieces.reduce((sum, { units }) => sum + units, 0),
        150,
      );
      expect(withoutSpaces(shots.map((shot) => shot.words).join(''))).toBe(spokenText);
      expect(toBeats(markdown, PACING).seconds).toBeCloseTo(seconds, 6);
      expect(shots.reduce((sum, { duration }) => sum + duration, 0)).toBe(
        Math.round(toBeats(markdown, PACING).seconds),
      );
      const cells = parseCsv(writeShotsCsv(shots, LABELS).slice(1)).slice(1);
      const escapeFormula = (text: string): string => (/^[=+\-@]/.test(text) ? `'${text}` : text);
      expect(cells).toEqual(
        shots.map(({ section, timeIn, duration, cue, words }) =>
          [section, formatClock(timeIn), formatClock(duration), cue, words].map(escapeFormula),
        ),
      );
      const cues = markdown.split('\n').filter((item) => item.startsWith('[Cue:')).length;
      expect(shots.filter(({ cue }) => /^(?:@map|-2)/.test(cue)).length).toBeGreaterThanOrEqual(cues > 0 ? 1 : 0);
      expect(markdown.split('@map]').length - 1).toBe(shots.filter(({ cue }) => cue.startsWith('@map')).length);
    }),
    { numRuns: getRounds(200, 10_000) },
  );
  expect(result.failed, `seed ${result.seed}: ${result.errorInstance}`).toBe(false);
});
