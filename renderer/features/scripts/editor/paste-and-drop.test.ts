import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { afterEach, expect, it, vi } from 'vitest';

import { DOT } from '#test/support/assets.ts';
import { pasteAndDrop } from './paste-and-drop.ts';

afterEach(() => document.body.replaceChildren());

function setUp(doc = '') {
  const ports = {
    fault: vi.fn(),
    note: vi.fn(),
    keepPicture: vi.fn((): Promise<string | null> => Promise.resolve(null)),
  };
  const state = EditorState.create({ doc, selection: { anchor: doc.length }, extensions: pasteAndDrop(ports) });
  const view = new EditorView({ state, parent: document.body });
  const paste = (data: Readonly<Record<string, string>>): boolean => {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    Object.defineProperty(event, 'clipboardData', {
      value: { files: [], items: [], types: Object.keys(data), getData: (type: string) => data[type] ?? '' },
    });
    return !view.contentDOM.dispatchEvent(event);
  };
  const getText = (): string => view.state.doc.toString();
  return { ports, view, paste, getText };
}

const GOOGLE = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr"><span style="font-weight:400;">Night trains</span></h1>
<p dir="ltr"><span style="font-weight:700;white-space:pre-wrap;">Bold</span><span style="font-weight:400;white-space:pre-wrap;"> and 10</span><span style="vertical-align:super;font-size:0.6em;">6</span></p>
<ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>one</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span>nested</span></p></li></ul></ul></b><br class="Apple-interchange-newline">`;
const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml></xml><![endif]--><style><!-- p.MsoNormal {margin:0cm} --></style></head>
<body lang=EN-GB><!--StartFragment--><p class=MsoNormal>See<o:p></o:p></p><p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>First<o:p></o:p></p><p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>2.<span>&nbsp;&nbsp; </span></span><![endif]>Second<o:p></o:p></p><!--EndFragment--></body></html>`;
const NOTION = `<meta charset='utf-8'><!-- notionvc: 1 --><h2>Plan</h2><ul><li>[x] no task<ul><li>deep</li></ul></li></ul><ol start="3"><li>three</li></ol>`;

it.each([
  ['Google Docs', GOOGLE, '# Night trains\n\n**Bold** and 10⁶\n\n- one\n  - nested'],
  ['Word', WORD, 'See\n\n1. First\n2. Second'],
  ['Notion', NOTION, '## Plan\n\n- \\[x] no task\n  - deep\n\n3. three'],
  ['a styled line', '<span style="font-weight: 700">Bold</span> words', '**Bold** words'],
])('pastes from %s as markdown', async (_name, html, markdown) => {
  const { paste, getText, ports } = setUp();
  expect(paste({ 'text/html': html, 'text/plain': 'plain' })).toBe(true);
  await expect.poll(getText).toBe(markdown);
  expect(ports.note).not.toHaveBeenCalled();
});

it('pastes editor code and text without HTML as plain text', () => {
  const code =
    '<div style="font-family: Menlo, monospace; white-space: pre;"><div><span style="font-style: italic">// a</span></div></div>';
  const { paste, getText } = setUp();
  paste({ 'text/html': code, 'text/plain': '// a' });
  // Ctrl+Shift+V puts no HTML on the clipboard.
  paste({ 'text/plain': '*as it is*' });
  expect(getText()).toBe('// a*as it is*');
});

it('reports everything left out in one message', async () => {
  const { paste, ports } = setUp();
  paste({ 'text/html': '<p>a <ruby>東<rt>とう</rt></ruby></p><img src="file:///c:/x.png"><button>Share</button>' });
  await expect.poll(() => ports.note.mock.calls.length).toBe(1);
  expect(ports.note.mock.lastCall?.[0]).toBe(
    'A picture was left out. A reading above a word was left out: とう. A button was left out: Share.',
  );
});

it('renumbers pasted footnotes to avoid existing ones', async () => {
  const { paste, getText } = setUp('Mine[^1].\n\n[^1]: Own note\n\n');
  const html = '<p>Text<a id="r" href="#n">1</a></p><p id="n"><a href="#r">1</a> Other note</p>';
  paste({ 'text/html': html, 'text/plain': 'plain' });
  await expect.poll(getText).toBe('Mine[^1].\n\n[^1]: Own note\n\nText[^2]\n\n[^2]: Other note');
});

it('stores pasted pictures, or reports why they cannot be stored', async () => {
  const html = `<p>See <img alt="Dot" src="data:image/png;base64,${DOT}"></p>`;
  const storedPaste = setUp();
  storedPaste.paste({ 'text/html': html });
  await expect.poll(storedPaste.getText).toMatch(/^See !\[Dot\]\(pictures\/[0-9a-f]{64}\.png\)$/);
  const refused = setUp();
  refused.ports.keepPicture.mockResolvedValue('The disk is full.');
  refused.paste({ 'text/html': html });
  await expect.poll(refused.getText).toBe('See [Picture: Dot]');
  expect(refused.ports.fault).toHaveBeenCalledWith('The disk is full.');
});

it('pastes only the words and reports it when the HTML cannot be read', async () => {
  const { paste, getText, ports } = setUp();
  paste({ 'text/html': `<p>${'<div>'.repeat(5000)}x`, 'text/plain': 'The words' });
  await expect.poll(getText).toBe('The words');
  expect(ports.note.mock.lastCall?.[0]).toMatch(/only the text was pasted/);
});

it('pastes a range of a spreadsheet as a table, one undo step, between blank lines', () => {
  const { paste, getText } = setUp('Before.');
  expect(paste({ 'text/plain': 'Item\tPrice\nBread\t4\n' })).toBe(true);
  expect(getText()).toBe('Before.\n\n| Item  | Price |\n| ----- | ----- |\n| Bread | 4     |');
});

it('pastes text with tabs unchanged if it is not a range of cells', () => {
  const { paste, getText } = setUp();
  paste({ 'text/plain': '\tindented\n\tcode' });
  expect(getText()).toBe('\tindented\n\tcode');
});
