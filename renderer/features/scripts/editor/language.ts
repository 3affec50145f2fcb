import { deleteMarkupBackward, insertNewlineContinueMarkup, markdown } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Prec, type Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const style = HighlightStyle.define([
  { tag: tags.strong, fontWeight: '640' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.heading, fontWeight: '640' },
  { tag: tags.quote, color: 'var(--text-2)' },
  { tag: tags.monospace, fontFamily: 'var(--font-code)', fontSize: '.86em' },
  { tag: [tags.url, tags.labelName, tags.string], color: 'var(--text-3)' },
  { tag: [tags.comment, tags.contentSeparator], color: 'var(--text-3)' },
  // Marks stay visible, but below the words.
  { tag: tags.processingInstruction, color: 'var(--text-3)', fontWeight: '400', fontStyle: 'normal' },
]);

/** Markdown: parsing, highlighting, lists that go on at Enter. Loaded after the first paint. */
export const language: Extension = [
  markdown({ addKeymap: false, completeHTMLTags: false }),
  Prec.high(
    keymap.of([
      { key: 'Enter', run: insertNewlineContinueMarkup },
      { key: 'Backspace', run: deleteMarkupBackward },
    ]),
  ),
  syntaxHighlighting(style),
];
