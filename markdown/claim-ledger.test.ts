import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';

import { listDescriptionLinks, writeLedgerCsv, writeLedgerMarkdown, type LedgerClaim } from './claim-ledger.ts';
import { toDocx } from './to-docx.ts';

const LABELS = {
  section: 'Section',
  sentence: 'Claim',
  state: 'State',
  source: 'Source',
  quote: 'Quote',
  onScreen: 'On-screen text',
  link: 'Link',
};

const CLAIMS: readonly LedgerClaim[] = [
  {
    section: 'Numbers',
    sentence: 'The line sold 41 | 42 berths, "at least".',
    state: 'Has a source',
    sources: [
      { title: 'Annual report', url: 'https://a.example/report?x=1', quote: 'We sold 41\nberths.' },
      { title: '', url: null, quote: 'Said on the phone.' },
    ],
    onScreen: 'Source: annual report',
  },
  { section: '', sentence: '=SUM(A1) is no formula here.', state: 'To check', sources: [], onScreen: '' },
  {
    section: 'Numbers',
    sentence: 'It opened in 1994.',
    state: 'Has a source',
    sources: [{ title: 'Annual report', url: 'https://a.example/report?x=1', quote: '' }],
    onScreen: '',
  },
];

it('a spreadsheet has one row per source, and runs no formulas', () => {
  const rows = writeLedgerCsv(CLAIMS, LABELS).split('\r\n');
  expect(rows[0]).toBe('\ufeffSection,Claim,State,Source,Quote,On-screen text,Link');
  expect(rows[1]).toBe(
    'Numbers,"The line sold 41 | 42 berths, ""at least"".",Has a source,Annual report,"We sold 41\nberths.",Source: annual report,https://a.example/report?x=1',
  );
  expect(rows[2]).toContain('Has a source,,Said on the phone.,Source: annual report,');
  expect(rows[3]).toContain("'=SUM(A1)");
  expect(rows).toHaveLength(6);
});

it('a document has one row per claim, with all its words', async () => {
  const markdown = writeLedgerMarkdown(CLAIMS, LABELS, 'Night trains: claims');
  const { bytes } = await toDocx(markdown, 'Night trains', new Map());
  const document = strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array());
  expect(document.match(/<w:tr[ >]/g)).toHaveLength(4);
  for (const words of ['41 | 42 berths', 'We sold 41 berths.', 'Said on the phone.', 'https://a.example/report?x=1'])
    expect(document).toContain(words);
});

it('the description lists each link once, by its title', () => {
  expect(listDescriptionLinks(CLAIMS)).toBe('Annual report: https://a.example/report?x=1');
});
