import { EditorSelection, EditorState, type StateCommand } from '@codemirror/state';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findHeadings } from '#markdown/headings.ts';
import { toTextSource } from '#markdown/text-change.ts';
import * as format from './markdown-commands.ts';
import { MergePane } from '../compare/merge-pane.ts';
import { ScriptEditorView } from './script-editor-view.ts';
import { ScriptOutline } from './script-outline.ts';

afterEach(() => document.body.replaceChildren());

const texts = ['', 'a', 'a\nb\n', 'a\r\nb\r\n', 'a\r\nb\nc\rd\r', '\r\n', '\n\r', 'a\rb', '\ufeffa\r\n\0'];

function openEditor(text: string) {
  const onChange = vi.fn();
  const editor = new ScriptEditorView({ onChange });
  editor.open(text);
  editor.link(document.body);
  return { editor, onChange };
}

describe('ScriptEditorView', () => {
  it.each(texts)('returns %j unchanged', (text) => {
    expect(openEditor(text).editor.getText()).toBe(text);
  });

  it('applies a generated text as one undoable change and keeps the earlier history', () => {
    const { editor, onChange } = openEditor('One.\r\n\r\nTwo.\r\n');
    editor.toggleHeading(1);
    editor.setText('# One.\r\n\r\nTwo and a half.\r\n\r\nThree.\r\n');
    expect(editor.getText()).toBe('# One.\r\n\r\nTwo and a half.\r\n\r\nThree.\r\n');
    expect(onChange.mock.lastCall?.[0]).toMatchObject({ byPerson: false, change: { from: 11, to: 11 } });
    editor.undo();
    expect(editor.getText()).toBe('# One.\r\n\r\nTwo.\r\n');
    editor.undo();
    expect(editor.getText()).toBe('One.\r\n\r\nTwo.\r\n');
    editor.redo();
    editor.redo();
    expect(editor.getText()).toBe('# One.\r\n\r\nTwo and a half.\r\n\r\nThree.\r\n');
  });

  it('keeps text and history while off the page', () => {
    const { editor } = openEditor('One.');
    editor.toggleBold();
    editor.unlink();
    expect(editor.getText()).toBe('**One**.');
    editor.setText('**One**. Two.');
    editor.link(document.body);
    editor.undo();
    editor.undo();
    expect(editor.getText()).toBe('One.');
  });

  it('is a text box named Script', () => {
    openEditor('One.');
    const box = document.querySelector('[role=textbox]');
    expect([box?.getAttribute('aria-label'), box?.getAttribute('aria-multiline')]).toEqual(['Script', 'true']);
  });

  describe('a composition by an input method', () => {
    const compose = (event: 'compositionstart' | 'compositionend'): void => {
      document.querySelector('.cm-content')?.dispatchEvent(new CompositionEvent(event));
    };
    const type = (editor: ScriptEditorView, from: number, to: number, insert: string): void =>
      editor.apply({ changes: { from, to, insert }, selection: { anchor: from + insert.length } });

    it('is reported and returned only once it is complete', async () => {
      const { editor, onChange } = openEditor('東京 へ');
      onChange.mockClear();
      compose('compositionstart');
      type(editor, 2, 2, 'に');
      type(editor, 2, 3, 'にほ');
      type(editor, 2, 4, '日本');
      expect(onChange).not.toHaveBeenCalled();
      expect(editor.getText()).toBe('東京 へ');
      compose('compositionend');
      await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1));
      expect(onChange.mock.lastCall?.[0]).toMatchObject({ byPerson: true, change: { from: 2, to: 2, toNew: 4 } });
      expect(editor.getText()).toBe('東京日本 へ');
    });

    it('is not complete while the next composition starts at once', async () => {
      const { editor, onChange } = openEditor('');
      onChange.mockClear();
      compose('compositionstart');
      type(editor, 0, 0, '한');
      compose('compositionend');
      compose('compositionstart');
      type(editor, 1, 1, 'ㄱ');
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(onChange).not.toHaveBeenCalled();
      type(editor, 1, 2, '국');
      compose('compositionend');
      await vi.waitFor(() => expect(editor.getText()).toBe('한국'));
    });

    it('is kept beside a text set meanwhile, which is applied after it', async () => {
      const { editor, onChange } = openEditor('One. Two.');
      compose('compositionstart');
      type(editor, 4, 4, ' 中');
      editor.setText('First. One. Two.');
      expect(editor.getSource().sliceString(0)).toBe('One. 中 Two.');
      type(editor, 4, 6, ' 中文');
      compose('compositionend');
      await vi.waitFor(() => expect(editor.getText()).toBe('First. One. 中文 Two.'));
      expect(onChange.mock.lastCall?.[0]).toMatchObject({ byPerson: false });
    });

    it('is kept when the page is left', () => {
      const { editor, onChange } = openEditor('One.');
      compose('compositionstart');
      type(editor, 4, 4, ' 中');
      editor.unlink();
      expect(editor.getText()).toBe('One. 中');
      expect(onChange.mock.lastCall?.[0]).toMatchObject({ byPerson: true });
    });
  });

  it('reports changes as character offsets of the source', () => {
    const { editor, onChange } = openEditor('One two.');
    editor.toggleBold();
    const update = onChange.mock.lastCall?.[0];
    expect(update).toMatchObject({ byPerson: true, change: { from: 0, to: 3, toNew: 7 } });
    expect(update.after.sliceString(0, 7)).toBe('**One**');
  });
});

describe('formatting', () => {
  /** Runs a command; `|` marks the ends of the selection. */
  function runCommand(markedText: string, command: StateCommand): string {
    const anchor = markedText.indexOf('|');
    const head = Math.max(anchor, markedText.lastIndexOf('|') - 1);
    let state = EditorState.create({
      doc: markedText.replaceAll('|', ''),
      selection: EditorSelection.range(anchor, head),
    });
    command({ state, dispatch: (transaction) => (state = transaction.state) });
    const { from, to } = state.selection.main;
    const text = state.doc.toString();
    return `${text.slice(0, from)}|${text.slice(from, to)}${from === to ? '' : '|'}${text.slice(to)}`;
  }

  it.each([
    ['a |word| b', 'a **|word|** b', format.toggleBold],
    ['a **|word|** b', 'a |word| b', format.toggleBold],
    ['a |**word**| b', 'a |word| b', format.toggleBold],
    ['a wo|rd b', 'a **wo|rd** b', format.toggleBold],
    ['a | b', 'a **|** b', format.toggleBold],
    ['a |word| b', 'a *|word|* b', format.toggleItalic],
    ['a **|word|** b', 'a ***|word|*** b', format.toggleItalic],
    ['a ***|word|*** b', 'a **|word|** b', format.toggleItalic],
    ['a |word| b', 'a [word](|) b', format.insertLink],
    ['a |https://a.example| b', 'a [|](https://a.example) b', format.insertLink],
    ['wo|rd', '## wo|rd', format.toggleHeading(2)],
    ['## wo|rd', 'wo|rd', format.toggleHeading(2)],
    ['# wo|rd', '## wo|rd', format.toggleHeading(2)],
    ['### wo|rd', 'wo|rd', format.toggleHeading(0)],
    ['|', '# |', format.toggleHeading(1)],
    ['- it|em', '  - it|em', format.indentItem],
    ['not an it|em', 'not an it|em', format.indentItem],
  ])('%s becomes %s', (before, result, command) => {
    expect(runCommand(before, command)).toBe(result);
  });
});

describe('ScriptOutline', () => {
  const script = '# Title\n\nOne two three.\n\n## First\n\n[Cue: map]\n\nFour five.\n\n## Second\nSix **seven**.\n';

  function measureOutline(text: string): ScriptOutline {
    const outline = new ScriptOutline();
    outline.recordChange(toTextSource(''), toTextSource(text), { from: 0, to: 0, toNew: text.length });
    outline.applyChanges();
    return outline;
  }

  it('measures spoken words and times of sections', () => {
    const outline = measureOutline(script);
    expect(outline.sections.map(({ text, spoken, spokenBefore }) => [text, spoken, spokenBefore])).toEqual([
      ['Title', 3, 0],
      ['First', 2, 3],
      ['Second', 2, 5],
    ]);
    expect([outline.spoken, outline.wordCount]).toEqual([7, 7]);
    expect(outline.findSectionAt(script.indexOf('Four'))).toBe(1);
    expect(
      outline.getTimes({ general: 100, sections: [] }).map(({ time, isHeading }) => (isHeading ? `#${time}` : time)),
    ).toEqual(['#0:00', '#0:02', '#0:03']);
  });

  it('equals a new outline of the text after any edits', () => {
    const piece = fc.constantFrom(
      '# ',
      '## x\n',
      '\n\n',
      'words and more ',
      '[Cue: x]\n',
      '```\n',
      '> ',
      '- ',
      '[a',
      ']',
      '===\n',
    );
    const edit = fc.record({ at: fc.nat(), remove: fc.nat({ max: 20 }), insert: piece, settle: fc.boolean() });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
        let text = script;
        const outline = measureOutline(text);
        for (const { at, remove, insert, settle } of edits) {
          const from = at % (text.length + 1);
          const to = Math.min(text.length, from + remove);
          const next = text.slice(0, from) + insert + text.slice(to);
          outline.recordChange(toTextSource(text), toTextSource(next), { from, to, toNew: from + insert.length });
          text = next;
          if (settle) outline.applyChanges();
        }
        outline.applyChanges();
        const expected = measureOutline(text);
        expect(outline.sections).toEqual(expected.sections);
        expect([outline.spoken, outline.wordCount]).toEqual([expected.spoken, expected.wordCount]);
        const outlinedSections = outline.sections
          .filter(({ level }) => level > 0)
          .map(({ text: words, line }) => [words, line]);
        const all = findHeadings(text).map((heading) => [heading.text, heading.line]);
        // A title without words of its own makes no section.
        expect(all.slice(all.length - outlinedSections.length)).toEqual(outlinedSections);
        expect(all.length - outlinedSections.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 300 },
    );
  });
});

describe('MergePane', () => {
  const mine = 'One.\r\n\r\nTwo.\r\n\r\nThree.\r\n';
  const generatedText = 'One.\n\nTwo, better.\n\nThree.\n\nFour.\n';

  function openMergePane(options = { mine, generated: generatedText }) {
    const pieceCounts: number[] = [];
    const pane = new MergePane({ ...options, onOpenCount: (pieces) => pieceCounts.push(pieces) });
    pane.link(document.body);
    return { pane, pieceCounts };
  }

  it.each(texts.concat(mine))('rejecting all changes returns %j unchanged', (text) => {
    const { pane, pieceCounts } = openMergePane({ mine: text, generated: generatedText });
    pane.rejectAll();
    expect(pane.getText()).toBe(text);
    expect(pieceCounts.at(-1)).toBe(0);
  });

  it('accepting all changes returns the generated words with the text’s line endings', () => {
    const { pane, pieceCounts } = openMergePane();
    expect(pieceCounts).toEqual([2]);
    pane.acceptAll();
    expect(pane.getText()).toBe(generatedText.replaceAll('\n', '\r\n'));
    expect(pieceCounts.at(-1)).toBe(0);
  });

  it('accepts and rejects changes by keyboard', () => {
    const { pane } = openMergePane();
    const box = document.querySelector('[role=textbox]');
    const press = (key: string, init: KeyboardEventInit = {}) =>
      box?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
    press('F7');
    press('Enter', { ctrlKey: true });
    expect(pane.getText()).toBe('One.\r\n\r\nTwo, better.\r\n\r\nThree.\r\n');
    press('Backspace', { ctrlKey: true });
    expect(pane.getText()).toBe('One.\r\n\r\nTwo, better.\r\n\r\nThree.\r\n');
  });
});
