import { markdown } from '@codemirror/lang-markdown';
import { EditorSelection, EditorState } from '@codemirror/state';
import { EditorView, runScopeHandlers } from '@codemirror/view';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createParser } from '#markdown/parser.ts';
import { parseLinkAddress, createLinkChange, writeLink, links, findLinkTarget, linkPastedAddress } from './links.ts';
import { lazyLanguage } from './syntax.ts';

/** `^` marks the ends of the selection. */
function createState(markedText: string): EditorState {
  const anchor = markedText.indexOf('^');
  const head = Math.max(anchor, markedText.lastIndexOf('^') - 1);
  const extensions = lazyLanguage(markdown());
  return EditorState.create({
    doc: markedText.replaceAll('^', ''),
    selection: EditorSelection.range(anchor, head),
    extensions,
  });
}

describe('the link at the cursor', () => {
  it.each([
    ['See [the ma^p](https://a.example "Map").', 'the map', 'https://a.example', ' "Map"'],
    ['See [the map](https://a.exa^mple).', 'the map', 'https://a.example', ''],
    ['See [**the** map](<https://a.example/x y>^).', '**the** map', 'https://a.example/x y', ''],
    ['See <^https://a.example>', '', 'https://a.example', ''],
    ['At https://a.exa^mple/page.', '', 'https://a.example/page', ''],
    ['See [the m^ap][m].\n\n[M]: https://a.example', 'the map', 'https://a.example', ''],
  ])('is found in %j', (markedText, text, address, title) => {
    expect(findLinkTarget(createState(markedText))).toMatchObject({ text, address, title, isLink: true });
  });

  it.each(['`co^de`', '```\n^x^\n```', 'One ^para.\n\nTwo^ more.'])('cannot be made in %j', (markedText) => {
    expect(findLinkTarget(createState(markedText))).toBeNull();
  });

  it('does not exist in a cue', () => {
    expect(findLinkTarget(createState('[Cue: a ^map]'))).toMatchObject({ isLink: false, text: '' });
  });
});

it.each([
  ['https://a.example/x', 'https://a.example/x'],
  [' a.example/x?y#z ', 'https://a.example/x?y#z'],
  ['münchen.de', 'https://münchen.de'],
  ['ada@a.example', 'mailto:ada@a.example'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['two words', null],
  ['', null],
])('reads the typed address %j as %j', (typedText, address) => {
  expect(parseLinkAddress(typedText)).toBe(address);
});

it('writes links that parse back to the same text and address', () => {
  const parser = createParser({ html: true });
  const word = fc.stringMatching(/^[a-z()[\]éß]{1,8}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), fc.stringMatching(/^[a-z()/?&=%-]{1,12}$/), (words, path) => {
      const text = words.join(' ');
      const address = `https://a.example/${path}`;
      fc.pre(!path.includes('%'));
      const [block] = parser.parseInline(writeLink(text, address), {});
      const [open] = block!.children!;
      expect(open!.type).toBe('link_open');
      expect(open!.attrGet('href')).toBe(address);
    }),
    { examples: [[['[](é'], '))'], [['[[(]]é', 'é'], '(']] },
  ); // prettier-ignore
});

it('changes the text at the link, also if text was added above meanwhile, and nothing if its words are gone', () => {
  const state = createState('See ^this^ map.');
  const target = findLinkTarget(state)!;
  const markdown = writeLink('this', 'https://a.example');
  const applyTo = (state: EditorState): string | undefined => {
    const change = createLinkChange(state, target, 'this', markdown);
    return change ? state.update(change).state.doc.toString() : undefined;
  };
  expect(applyTo(state)).toBe('See [this](https://a.example) map.');
  expect(applyTo(createState('^Above.\n\nSee this map.'))).toBe('Above.\n\nSee [this](https://a.example) map.');
  expect(applyTo(createState('^Nothing.'))).toBeUndefined();
});

it('makes a link of selected words from a pasted address', () => {
  const pasteLink = (markedText: string, text: string): string | null => {
    const state = createState(markedText);
    const spec = linkPastedAddress(state, text);
    return spec && state.update(spec).state.doc.toString();
  };
  expect(pasteLink('See ^this map^.', 'https://a.example\n')).toBe('See [this map](https://a.example).');
  expect(pasteLink('See ^this ^map.', 'https://a.example')).toBe('See [this](https://a.example) map.');
  expect(pasteLink('See this^ map.', 'https://a.example')).toBeNull();
  expect(pasteLink('See ^this^ map.', 'no address')).toBeNull();
  expect(pasteLink('See ^https://b.example^.', 'https://a.example')).toBeNull();
  expect(pasteLink('See [^this^](https://b.example).', 'https://a.example')).toBeNull();
  expect(pasteLink('`co^d^e`', 'https://a.example')).toBeNull();
});

it('opens on Ctrl+K for selected words and at a link, and does not handle the key elsewhere', () => {
  const open = vi.fn();
  const view = new EditorView({ state: EditorState.create({ extensions: [links(open), lazyLanguage(markdown())] }) });
  onTestFinished(() => view.destroy());
  const press = (markedText: string, init: KeyboardEventInit = {}): boolean => {
    const state = createState(markedText);
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: state.doc } });
    view.dispatch({ selection: state.selection });
    const event = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, ...init });
    return runScopeHandlers(view, event, 'editor');
  };
  expect(press('Some ^words^')).toBe(true);
  expect(press('A [li^nk](https://a.example)')).toBe(true);
  expect(open).toHaveBeenCalledTimes(2);
  expect(press('Some words^')).toBe(false);
  expect(open).toHaveBeenCalledTimes(2);
  expect(press('Some words^', { altKey: true })).toBe(true);
  expect(open).toHaveBeenLastCalledWith(expect.objectContaining({ isLink: false, text: '' }));
});
