/** Converts Word documents to a script's markdown. Loaded only when needed. */
import { DETAIL_PREFIX } from './docx-styles.ts';
import type { DocumentComment } from './comments/document-comment.ts';
import { BodyReader } from './docx/body.ts';
import { Losses } from './docx/losses.ts';
import { UnreadableFile, NOT_WORD } from './unreadable-file.ts';
import { FootnoteBook } from './docx/notes.ts';
import { Numberings } from './docx/numbering.ts';
import { getBody, Package } from './docx/package.ts';
import { Pictures } from './docx/pictures.ts';
import { placeComments, readCommentList, listTrackedSuggestions, type CommentList } from './docx/read-comments.ts';
import type { Story } from './docx/story.ts';
import { Styles } from './docx/styles.ts';
import { listDescendants, elements, getDirectText, type XmlElement } from './xml.ts';
import type { FromHtml } from './from-html.ts';
import type { KeptPicture } from './kept-picture.ts';
import { toTitleText, type Part, type ScriptTree } from './tree.ts';
import { writeTree } from './write-tree.ts';

export interface FromDocx extends FromHtml {
  /** The pictures that the markdown refers to. */
  readonly pictures: readonly KeptPicture[];
  /** The document's comments in its own order. */
  readonly comments: readonly DocumentComment[];
}

/** Returns the ids of the comments that a text refers to. */
function listCommentIds(text: XmlElement): (string | undefined)[] {
  const names = ['w:commentReference', 'w:commentRangeStart'];
  return names.flatMap((name) => listDescendants(text, name).map(({ attributes }) => attributes['w:id']));
}

/** Remembers headers and footers that have words: page numbers alone are none. */
function collectMargins(document: Package, path: string, losses: Losses): void {
  for (const { type, target, external } of document.readRelationships(path).values()) {
    const part = (type === 'header' || type === 'footer') && !external ? document.readXml(target) : null;
    const text = part
      ? listDescendants(part, 'w:p')
          .map((line) => listDescendants(line, 'w:t').map(getDirectText).join(''))
          .join(' ')
      : '';
    if (/\p{L}/u.test(text)) losses.addMargin(text.trim());
  }
}

/** Reads the details that documents exported by Cutaway keep as properties. */
function getDetails(document: Package): ScriptTree['details'] {
  const properties = elements(document.findRelated('', 'custom-properties')?.root);
  return new Map(
    properties.flatMap(({ attributes, children }): [string, string | string[]][] => {
      const name = attributes['name'] ?? '';
      if (!name.startsWith(DETAIL_PREFIX)) return [];
      const text = children
        .map((child) => (typeof child === 'string' ? child : getDirectText(child)))
        .join('')
        .trim();
      const lines = text.split('\n');
      const isList = lines.every((line) => line.startsWith('- '));
      return [[name.slice(DETAIL_PREFIX.length), isList ? lines.map((line) => line.slice(2)) : text]];
    }),
  );
}

function readOwnTitle(document: Package): string | null {
  const properties = elements(document.findRelated('', 'core-properties')?.root);
  const title = properties.find(({ name }) => name.endsWith(':title'));
  return (title && getDirectText(title).trim()) || null;
}

const findFirstHeading = (parts: readonly Part[]): string | null => {
  const heading = parts.find((part) => part.kind === 'heading' && part.level === 1);
  return (heading?.kind === 'heading' && toTitleText(heading.pieces)) || null;
};

/**
 * Reads the text of a Word document as it would be with all changes accepted, except those that comments of Cutaway
 * suggest: every word arrives, or the notes say what stayed behind.
 * @throws UnreadableFile
 */
export async function docxToMarkdown(bytes: Uint8Array): Promise<FromDocx> {
  const document = new Package(bytes);
  const path = document.main;
  const body = path === null ? null : getBody(document.readXml(path));
  if (path === null || !body) throw new UnreadableFile(NOT_WORD);
  const losses = new Losses();
  const ids = [body, ...listNoteParts(document, path).map(({ root }) => root)].flatMap(listCommentIds);
  const list = readCommentList(document, path, new Set(ids));
  const suggestions = listTrackedSuggestions(list);
  const main = { path, body, suggestions };
  const { title, markdown, pictures } = await readText(document, main, losses);
  // Answers to a comment are comments, too.
  for (const _comment of [...list.threads, ...list.replies]) losses.add('comment');
  collectMargins(document, path, losses);
  const comments =
    list.threads.length === 0 ? [] : placeComments(list, markdown, await readMarked(document, main, list), suggestions);
  return { title, markdown, notes: losses.listNotes(), pictures, comments };
}

interface Main {
  readonly path: string;
  readonly body: XmlElement;
  /** The ids of comments whose suggestions are tracked changes, as in `Story`. */
  readonly suggestions: Story['suggestions'];
}

/** Reads the text once more, with marks where comments begin and end. */
async function readMarked(document: Package, main: Main, { numbers }: CommentList): Promise<string> {
  return (await readText(document, main, new Losses(), numbers)).markdown;
}

const listNoteParts = (document: Package, path: string) =>
  (['footnotes', 'endnotes'] as const).map((type) => document.findRelated(path, type)).filter((part) => part !== null);

async function readText(
  document: Package,
  { path, body, suggestions }: Main,
  losses: Losses,
  comments?: Story['comments'],
) {
  const notes = { footnote: document.findRelated(path, 'footnotes'), endnote: document.findRelated(path, 'endnotes') };
  const story: Story = {
    package: document,
    relationships: document.readRelationships(path),
    styles: new Styles(document.findRelated(path, 'styles')?.root),
    numberings: new Numberings(document.findRelated(path, 'numbering')?.root),
    pictures: await Pictures.load(document, [path, ...listNoteParts(document, path).map((part) => part.path)]),
    footnotes: new FootnoteBook(),
    losses,
    comments,
    suggestions,
  };
  const reader = new BodyReader(story, elements(body));
  const parts = reader.read(elements(body));
  const footnotes = story.footnotes.read(
    { footnote: notes.footnote?.root, endnote: notes.endnote?.root },
    (note, kind) => {
      const relationships = document.readRelationships(
        (kind === 'footnote' ? notes.footnote : notes.endnote)?.path ?? '',
      );
      return new BodyReader({ ...story, relationships }, elements(note)).read(elements(note));
    },
  );
  return {
    title: reader.title ?? readOwnTitle(document) ?? findFirstHeading(parts),
    markdown: writeTree({ parts, footnotes, details: getDetails(document) }),
    pictures: story.pictures.used,
  };
}
