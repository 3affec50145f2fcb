import { EditorSelection, type EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Reports failures and omitted content to the person. */
export interface PasteAndDropPorts {
  readonly fault: (sentence: string) => void;
  readonly note: (sentence: string) => void;
}

/** Longer HTML is pasted as plain text, because parsing it takes too long. */
const LONGEST_HTML = 2_000_000;
/** Matches HTML with real structure; HTML with only colours (code copied from an editor) does not match. */
const STRUCTURE = /<(?:h[1-6]|p|ul|ol|li|a|strong|b|em|i|table|blockquote|pre|hr|img)[\s>/]/i;
const BLOCKS = /\n\s*\n|^(?:#{1,6} |[-*+] |\d+[.)] |> |\||```)/m;

/** Returns HTML that is worth converting to markdown, or null if the plain text is enough. */
function htmlOf(data: DataTransfer): string | null {
  const html = data.getData('text/html');
  return html.length > 0 && html.length <= LONGEST_HTML && STRUCTURE.test(html) ? html : null;
}

/** Puts blank lines around blocks and inserts a few words inline. */
function fitted(state: EditorState, at: number, end: number, markdown: string): string {
  const words = markdown.replace(/^\n+|\n+$/g, '');
  if (!BLOCKS.test(words)) return words;
  const before = state.sliceDoc(state.doc.lineAt(at).from, at).trim();
  const after = state.sliceDoc(end, state.doc.lineAt(end).to).trim();
  return `${before === '' ? '' : '\n\n'}${words}${after === '' ? '' : '\n\n'}`;
}

/** Replaces a range with markdown. One undo reverts it. */
function insert(view: EditorView, from: number, to: number, markdown: string, userEvent: string): void {
  const at = Math.min(from, view.state.doc.length);
  const end = Math.max(at, Math.min(to, view.state.doc.length));
  const text = view.state.toText(fitted(view.state, at, end, markdown));
  view.dispatch({
    changes: { from: at, to: end, insert: text },
    selection: EditorSelection.cursor(at + text.length),
    scrollIntoView: true,
    userEvent,
  });
}

async function takeHtml(view: EditorView, html: string, plain: string, at: number | null): Promise<void> {
  let markdown = plain;
  try {
    const { htmlToMarkdown } = await import('#markdown/from-html.ts');
    markdown = htmlToMarkdown(html).markdown.trim() || plain;
  } catch {
    // Fall back to the plain text; losing the formatting is better than losing the words.
  }
  const { from, to } = at === null ? view.state.selection.main : { from: at, to: at };
  insert(view, from, to, markdown, at === null ? 'input.paste' : 'input.drop');
}

async function takeFiles(
  view: EditorView,
  files: readonly File[],
  at: number,
  ports: PasteAndDropPorts,
): Promise<void> {
  const { importFile, ImportError } = await import('#renderer/shared/import-file.ts');
  let place = at;
  for (const file of files) {
    try {
      const { markdown, notes } = await importFile(file);
      const length = view.state.doc.length;
      insert(view, place, place, markdown, 'input.drop');
      place += view.state.doc.length - length;
      for (const sentence of notes) ports.note(sentence);
    } catch (error) {
      ports.fault(
        error instanceof ImportError ? error.message : `“${file.name}” couldn’t be read. Nothing was changed.`,
      );
    }
  }
}

/** Converts pasted or dropped HTML and files to markdown; plain text is inserted as it is. */
export function pasteAndDrop(ports: PasteAndDropPorts): Extension {
  return EditorView.domEventHandlers({
    paste(event, view) {
      const data = event.clipboardData;
      const html = data && !view.state.readOnly && view.state.selection.ranges.length === 1 ? htmlOf(data) : null;
      if (!data || html === null) return false;
      void takeHtml(view, html, data.getData('text/plain'), null);
      return true;
    },
    drop(event, view) {
      const data = event.dataTransfer;
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
      if (!data || view.state.readOnly) return false;
      if (data.files.length > 0) {
        void takeFiles(view, [...data.files], at, ports);
        return true;
      }
      const html = htmlOf(data);
      if (html === null) return false;
      void takeHtml(view, html, data.getData('text/plain'), at);
      return true;
    },
  });
}
