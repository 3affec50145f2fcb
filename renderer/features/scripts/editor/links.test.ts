import { markdown } from '@codemirror/lang-markdown';
import { EditorSelection, EditorState } from '@codemirror/state';
import { EditorView, runScopeHandlers } from '@codemirror/view';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createParser } from '#markdown/parser.ts';
import { linkAddress, linkChange, linkMarkdown, links, linkTarget, pastedLink } from './links.ts';
import { parsedLater } from './syntax.ts';

/** `^` marks the ends of the selection. */
function stateOf(marked: string): EditorState {
  const anchor = marked.indexOf('^');
  const head = Math.max(anchor, marked.lastIndexOf('^') - 1);
  const extensions = parsedLater(markdown());
  return EditorState.create({
    doc: marked.replaceAll('^', ''),
    selection: EditorSelection.range(anchor, head),
    extensions,
  });
}

describe('the link at the cursor', () => {
  it.each([
    ['See [the ma^p](https://a.example "Map").', 'the map', 'https://a.example', ' "Map"'],
    ['See [the map](https://a.exa^mple).', 'the map', 'https://a.example', ''],
    ['See [**the** map](<https://a.example/x y>^).', '**the** map', 'https://a.example/x y', ''],
    ['^See^ <https://a.example>'.replace('^See^ <ht', 'See <^ht'), '', 'https://a.example', ''],
    ['At https://a.exa^mple/page.', '', 'https://a.example/page', ''],
    ['See [the m^ap][m].\n\n[M]: https://a.example', 'the map', 'https://a.example', ''],
  ])('is found in %j', (marked, text, address, title) => {
    expect(linkTarget(stateOf(marked))).toMatchObject({ text, address, title, isLink: true });
  });

  it.each(['`co^de`', '```\n^x^\n```', 'One ^para.\n\nTwo^ more.'])('cannot be made in %j', (marked) => {
    expect(linkTarget(stateOf(marked))).toBeNull();
  });

  it('is none in a cue or a direction', () => {
    expect(linkTarget(stateOf('[Cue: a ^map]'))).toMatchObject({ isLink: false, text: '' });
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
])('reads the typed address %j as %j', (typed, address) => {
  expect(linkAddress(typed)).toBe(address);
});

it('writes links that are read back as they were meant', () => {
  const parser = createParser({ html: true });
  const word = fc.stringMatching(/^[a-z()[\]éß]{1,8}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), fc.stringMatching(/^[a-z()/?&=%-]{1,12}$/), (words, path) => {
      const text = words.join(' ');
      const address = `https://a.example/${path}`;
      fc.pre(!path.includes('%'));
      const [block] = parser.parseInline(linkMarkdown(text, address), {});
      const [open] = block!.children!;
      expect(open!.type).toBe('link_open');
      expect(open!.attrGet('href')).toBe(address);
    }),
    { examples: [[['[](é'], '))'], [['[[(]]é', 'é'], '(']] },
  ); // prettier-ignore
});

it('changes the text at the link, also if text was added above meanwhile, and nothing if its words are gone', () => {
  const state = stateOf('See ^this^ map.');
  const target = linkTarget(state)!;
  const markdown = linkMarkdown('this', 'https://a.example');
  const after = (now: EditorState): string | undefined => {
    const change = linkChange(now, target, 'this', markdown);
    return change ? now.update(change).state.doc.toString() : undefined;
  };
  expect(after(state)).toBe('See [this](https://a.example) map.');
  expect(after(stateOf('^Above.\n\nSee this map.'))).toBe('Above.\n\nSee [this](https://a.example) map.');
  expect(after(stateOf('^Nothing.'))).toBeUndefined();
});

it('makes a link of selected words from a pasted address', () => {
  const pasted = (marked: string, text: string): string | null => {
    const state = stateOf(marked);
    const spec = pastedLink(state, text);
    return spec && state.update(spec).state.doc.toString();
  };
  expect(pasted('See ^this map^.', 'https://a.example\n')).toBe('See [this map](https://a.example).');
  expect(pasted('See ^this ^map.', 'https://a.example')).toBe('See [this](https://a.example) map.');
  expect(pasted('See this^ map.', 'https://a.example')).toBeNull();
  expect(pasted('See ^this^ map.', 'no address')).toBeNull();
  expect(pasted('See ^https://b.example^.', 'https://a.example')).toBeNull();
  expect(pasted('See [^this^](https://b.example).', 'https://a.example')).toBeNull();
  expect(pasted('`co^d^e`', 'https://a.example')).toBeNull();
});

it('opens on Ctrl+K for selected words and at a link, and leaves the key alone elsewhere', () => {
  const open = vi.fn();
  const view = new EditorView({ state: EditorState.create({ extensions: [links(open), parsedLater(markdown())] }) });
  onTestFinished(() => view.destroy());
  const press = (marked: string, more: KeyboardEventInit = {}): boolean => {
    const state = stateOf(marked);
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: state.doc } });
    view.dispatch({ selection: state.selection });
    const event = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, ...more });
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
