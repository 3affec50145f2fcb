/** Exports the claims of a script with their sources, for fact checkers, lawyers and the video's description. */
import { toCsv } from './csv.ts';
import type { Part, Piece } from './tree.ts';
import { writeTree } from './write-tree.ts';

export interface LedgerSource {
  readonly title: string;
  readonly url: string | null;
  /** The passage that supports the claim. */
  readonly quote: string;
}

export interface LedgerClaim {
  /** The heading that the sentence stands below. */
  readonly section: string;
  readonly sentence: string;
  readonly state: string;
  readonly sources: readonly LedgerSource[];
  /** The source's name on screen. */
  readonly onScreen: string;
}

/** The column headings in the person's language. */
export interface LedgerLabels {
  readonly section: string;
  readonly sentence: string;
  readonly state: string;
  readonly source: string;
  readonly quote: string;
  readonly onScreen: string;
  readonly link: string;
}

const getHeadings = (labels: LedgerLabels): string[] => [
  labels.section,
  labels.sentence,
  labels.state,
  labels.source,
  labels.quote,
  labels.onScreen,
  labels.link,
];

/** Makes one row for each source of a claim, and one for a claim without any. */
function toRows({ section, sentence, state, sources, onScreen }: LedgerClaim): string[][] {
  const rows = sources.length > 0 ? sources : [{ title: '', url: null, quote: '' }];
  return rows.map(({ title, url, quote }) => [section, sentence, state, title, quote, onScreen, url ?? '']);
}

/** Returns the ledger as a table for spreadsheets. */
export const writeLedgerCsv = (claims: readonly LedgerClaim[], labels: LedgerLabels): string =>
  toCsv([getHeadings(labels), ...claims.flatMap(toRows)]);

const toLinePieces = (texts: readonly string[]): Piece[] =>
  texts
    .filter((text) => text !== '')
    .flatMap((text, index): Piece[] => [...(index > 0 ? [{ text: '\n', break: true }] : []), { text }]);

/** Returns the ledger as Markdown, to become a document: one row a claim, all its sources in it. */
export function writeLedgerMarkdown(claims: readonly LedgerClaim[], labels: LedgerLabels, title: string): string {
  const headings = [labels.sentence, labels.state, labels.source, labels.onScreen, labels.link];
  const body = claims.map(({ sentence, state, sources, onScreen }): Piece[][] => [
    [{ text: sentence }],
    [{ text: state }],
    toLinePieces(
      sources.flatMap(({ title: name, quote }) => [name, quote === '' ? '' : `“${quote.replace(/\s+/g, ' ')}”`]),
    ),
    toLinePieces([onScreen]),
    toLinePieces(sources.map(({ url }) => url ?? '')),
  ]);
  const parts: Part[] = [
    { kind: 'heading', level: 1, pieces: [{ text: title }] },
    {
      kind: 'table',
      alignments: [null, null, null, null, null],
      rows: [headings.map((text): Piece[] => [{ text }]), ...body],
    },
  ];
  return writeTree({ parts, footnotes: new Map(), details: new Map() });
}

/** Returns each source with a link once, one a line, for the description of the video. */
export function listDescriptionLinks(claims: readonly LedgerClaim[]): string {
  const links = new Map<string, string>();
  for (const { title, url } of claims.flatMap(({ sources }) => sources))
    if (url !== null && !links.has(url)) links.set(url, title === '' || title === url ? url : `${title}: ${url}`);
  return [...links.values()].join('\n');
}
