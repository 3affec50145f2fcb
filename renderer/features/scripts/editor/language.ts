import { deleteMarkupBackward, insertNewlineContinueMarkup, markdown } from '@codemirror/lang-markdown';
import { HighlightStyle } from '@codemirror/language';
import { Prec, RangeSetBuilder, type Extension } from '@codemirror/state';
import { Decoration, EditorView, keymap, type DecorationSet } from '@codemirror/view';
import { highlightTree, tags } from '@lezer/highlight';
import { deferDecorations } from './deferred-decorations.ts';
import { findFrontMatterEnd } from './front-matter-end.ts';
import { lazyLanguage, getSyntax, withSyntax } from './syntax.ts';

const highlightStyle = HighlightStyle.define([
  { tag: tags.strong, fontWeight: '640' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.heading, fontWeight: '640' },
  { tag: tags.quote, color: 'var(--text-2)' },
  { tag: tags.monospace, fontFamily: 'var(--font-code)', fontSize: '.86em' },
  { tag: [tags.url, tags.labelName, tags.string], color: 'var(--text-3)' },
  { tag: [tags.comment, tags.contentSeparator], color: 'var(--text-3)' },
  // Markdown marks stay visible, but fainter than the words.
  { tag: tags.processingInstruction, color: 'var(--text-3)', fontWeight: '400', fontStyle: 'normal' },
]);

const decorations = new Map<string, Decoration>();

function getDecoration(classes: string): Decoration {
  const decoration = decorations.get(classes) ?? Decoration.mark({ class: classes });
  decorations.set(classes, decoration);
  return decoration;
}

function highlight({ state, viewport, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const tree = getSyntax(state, viewport.to);
  if (!tree) return Decoration.none;
  // Skip the details at the top, whose end the parser reads as a heading.
  const detailsEnd = findFrontMatterEnd(state.doc);
  for (const { from, to } of visibleRanges)
    if (to > detailsEnd)
      highlightTree(
        tree,
        highlightStyle,
        (start, end, classes) => builder.add(start, end, getDecoration(classes)),
        Math.max(from, detailsEnd),
        to,
      );
  return builder.finish();
}

/** Adds Markdown: parsing, highlighting, and lists that continue on Enter. Loaded after the first paint. */
export const language: Extension = [
  lazyLanguage(markdown({ addKeymap: false, completeHTMLTags: false })),
  Prec.high(
    keymap.of([
      { key: 'Enter', run: withSyntax(insertNewlineContinueMarkup) },
      { key: 'Backspace', run: withSyntax(deleteMarkupBackward) },
    ]),
  ),
  deferDecorations(highlight),
  highlightStyle.module ? EditorView.styleModule.of(highlightStyle.module) : [],
];
