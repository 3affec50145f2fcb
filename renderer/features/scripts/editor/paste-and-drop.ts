import { EditorSelection, type EditorState, type Extension, type TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { ReadText } from '#renderer/shared/convert/conversion.ts';
import { commentsImported } from './imported-comments.ts';
import { isInCode } from './table-at.ts';
import { parseGrid } from './table-grid.ts';
import { writeTable } from './table-text.ts';
import { pasteIntoTable } from './tables.ts';
import { getCopiedPictures, isPictureFile, pictureDrop, insertPictures, type PicturePorts } from './picture-drop.ts';

/** Functions that tell the person what failed or was left out, and store pictures. */
export interface PasteAndDropPorts extends PicturePorts {
  readonly note: (sentence: string) => void;
}

/** Longer HTML is pasted as plain text, because parsing it takes too long. */
const MAX_HTML_LENGTH = 20_000_000;
/** HTML of this length is converted in a worker, so that the window does not wait for it. */
const WORKER_HTML_LENGTH = 200_000;
/** Matches HTML with structure, but not HTML with only colours (code copied from an editor). */
const STRUCTURE =
  /<(?:h[1-6]|p|ul|ol|li|a|strong|b|em|i|s|del|strike|su[bp]|mark|table|blockquote|pre|hr|img|dl|details|figure|math|ruby)[\s>/]/i;
/** Match formatting by style attributes, and the fonts of code, where such styles mean nothing. */
const STYLED = /font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic|vertical-align:\s*su|line-through/i;
const CODE = /font-family:[^;">]*(?:mono|consolas|menlo|courier)/i;
const BLOCKS = /\n\s*\n|^(?:#{1,6} |[-*+] |\d+[.)] |> |\||```)/m;

/** Returns HTML that is worth converting to markdown, or null if the plain text is enough. */
function readHtmlData(data: DataTransfer): string | null {
  const html = data.getData('text/html');
  return STRUCTURE.test(html) || (STYLED.test(html) && !CODE.test(html)) ? html : null;
}

/** Adds blank lines around blocks; words without blocks stay in their line. */
function padBlocks(state: EditorState, offset: number, end: number, markdown: string): string {
  const words = markdown.replace(/^\n+|\n+$/g, '');
  if (!BLOCKS.test(words)) return words;
  const before = state.sliceDoc(state.doc.lineAt(offset).from, offset).trim();
  const after = state.sliceDoc(end, state.doc.lineAt(end).to).trim();
  return `${before === '' ? '' : '\n\n'}${words}${after === '' ? '' : '\n\n'}`;
}

/** Gives the footnotes of an inserted text keys that the script does not use yet. */
function renumberFootnotes(state: EditorState, markdown: string): string {
  const keys = [...markdown.matchAll(/^\[\^([^\s\]]+)\]:/gm)].map(([, key = '']) => key);
  if (keys.length === 0) return markdown;
  const usedKeys = new Set([...state.doc.toString().matchAll(/\[\^([^\s\]]+)\]/g)].map(([, key = '']) => key));
  const newKeys = new Map<string, string>();
  for (const key of keys) {
    let freeKey = key;
    for (let number = 1; usedKeys.has(freeKey); number += 1) freeKey = String(number);
    usedKeys.add(freeKey);
    newKeys.set(key, freeKey);
  }
  return markdown.replace(/(?<!\\)\[\^([^\s\]]+)\]/g, (all, key: string) =>
    newKeys.has(key) ? `[^${newKeys.get(key)}]` : all,
  );
}

/** Returns the change that replaces a range with markdown, as one undo step. */
function createReplacement(
  state: EditorState,
  from: number,
  to: number,
  markdown: string,
  userEvent: string,
): TransactionSpec {
  const offset = Math.min(from, state.doc.length);
  const end = Math.max(offset, Math.min(to, state.doc.length));
  const text = state.toText(padBlocks(state, offset, end, renumberFootnotes(state, markdown)));
  return {
    changes: { from: offset, to: end, insert: text },
    selection: EditorSelection.cursor(offset + text.length),
    scrollIntoView: true,
    userEvent,
  };
}

const insertMarkdown = (view: EditorView, from: number, to: number, markdown: string, userEvent: string): void =>
  view.dispatch(createReplacement(view.state, from, to, markdown, userEvent));

async function readHtml(html: string): Promise<ReadText> {
  if (html.length > WORKER_HTML_LENGTH) {
    const { convert } = await import('#renderer/shared/convert/convert.ts');
    return convert({ kind: 'read', format: 'html', bytes: new TextEncoder().encode(html) });
  }
  const { htmlToMarkdown } = await import('#markdown/from-html.ts');
  return htmlToMarkdown(html);
}

/** Stores the pictures of a text; reports one that can't be stored and replaces it with its description. */
async function storePictures({ markdown, pictures = [] }: ReadText, ports: PasteAndDropPorts): Promise<string> {
  let text = markdown;
  for (const picture of pictures) {
    const failure = await ports.keepPicture(picture);
    if (failure === null) continue;
    ports.fault(failure);
    // @wc-ignore
    text = text.replace(new RegExp(`!\\[([^\\]]*)\\]\\(${picture.address}\\)`, 'g'), '[Picture: $1]');
  }
  return text;
}

const PLAIN_TEXT_NOTE = 'The formatting couldn’t be read, so only the text was pasted.';

async function insertHtml(
  view: EditorView,
  html: string,
  plainText: string,
  offset: number | null,
  ports: PasteAndDropPorts,
): Promise<void> {
  let markdown = plainText;
  let notes: readonly string[] = [PLAIN_TEXT_NOTE];
  try {
    if (html.length <= MAX_HTML_LENGTH) {
      const result = await readHtml(html);
      markdown = (await storePictures(result, ports)).trim() || plainText;
      notes = result.notes;
    }
  } catch {
    // Losing the formatting is better than losing the words.
  }
  const { from, to } = offset === null ? view.state.selection.main : { from: offset, to: offset };
  insertMarkdown(view, from, to, markdown, offset === null ? 'input.paste' : 'input.drop');
  if (notes.length > 0) ports.note(notes.join(' '));
}

async function insertFiles(
  view: EditorView,
  files: readonly File[],
  offset: number,
  ports: PasteAndDropPorts,
): Promise<void> {
  const { importFile, ImportError } = await import('#renderer/shared/import-file.ts');
  let position = offset;
  for (const file of files) {
    try {
      const importedFile = await importFile(file);
      const markdown = await storePictures(importedFile, ports);
      const length = view.state.doc.length;
      insertMarkdown(view, position, position, markdown, 'input.drop');
      const { comments } = importedFile;
      if (comments.length > 0) view.dispatch({ effects: commentsImported.of({ comments, at: position, markdown }) });
      position += view.state.doc.length - length;
      if (importedFile.notes.length > 0) ports.note(`“${file.name}”: ${importedFile.notes.join(' ')}`);
    } catch (error) {
      ports.fault(
        error instanceof ImportError ? error.message : `“${file.name}” couldn’t be read. Nothing was changed.`,
      );
    }
  }
}

/** Inserts the texts of files and, after them, pictures. */
async function insertDropped(
  view: EditorView,
  files: readonly File[],
  offset: number,
  ports: PasteAndDropPorts,
): Promise<void> {
  const pictures = files.filter(isPictureFile);
  const others = files.filter((file) => !isPictureFile(file));
  if (pictures.length > 0)
    await insertPictures(view, pictures, { from: offset, to: offset, userEvent: 'input.drop' }, ports);
  if (others.length > 0) await insertFiles(view, others, offset, ports);
}

/**
 * Returns the change for a copied range of a spreadsheet, which becomes a table or fills the cells of one, and for any
 * text pasted into a table; null for everything else.
 */
function createTablePaste(state: EditorState, data: DataTransfer): TransactionSpec | null {
  const text = data.getData('text/plain');
  if (state.selection.ranges.length > 1) return null;
  const inTable = pasteIntoTable(state, text);
  if (inTable || readHtmlData(data) !== null) return inTable;
  const { from, to, head } = state.selection.main;
  const grid = isInCode(state, head) ? null : parseGrid(text);
  const [row = []] = grid ?? [];
  if (!grid) return null;
  const table = writeTable({ aligns: row.map(() => 'none'), rows: grid }).text;
  return createReplacement(state, from, to, table, 'input.paste');
}

/** Converts pasted or dropped HTML and files to markdown; plain text is inserted as it is. */
export function pasteAndDrop(ports: PasteAndDropPorts): Extension {
  const handlers = EditorView.domEventHandlers({
    paste(event, view) {
      const data = event.clipboardData;
      const pictures = data && !view.state.readOnly ? getCopiedPictures(data) : [];
      if (pictures.length > 0) {
        const { from, to } = view.state.selection.main;
        void insertPictures(view, pictures, { from, to, userEvent: 'input.paste' }, ports);
        return true;
      }
      const tablePaste = data && !view.state.readOnly ? createTablePaste(view.state, data) : null;
      if (tablePaste) {
        view.dispatch(tablePaste);
        return true;
      }
      const html = data && !view.state.readOnly && view.state.selection.ranges.length === 1 ? readHtmlData(data) : null;
      if (!data || html === null) return false;
      void insertHtml(view, html, data.getData('text/plain'), null, ports);
      return true;
    },
    drop(event, view) {
      const data = event.dataTransfer;
      const offset = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
      if (!data || view.state.readOnly) return false;
      if (data.files.length > 0) {
        void insertDropped(view, [...data.files], offset, ports);
        return true;
      }
      const html = readHtmlData(data);
      if (html === null) return false;
      void insertHtml(view, html, data.getData('text/plain'), offset, ports);
      return true;
    },
  });
  return [handlers, pictureDrop];
}
