import {
  CommentRangeEnd,
  CommentRangeStart,
  CommentReference,
  DeletedTextRun,
  InsertedTextRun,
  Paragraph,
  TextRun,
  type ICommentOptions,
  type IRunOptions,
  type ParagraphChild,
} from 'docx';

import { writeCommentText, type DocumentComment, type DocumentRemark } from '../comments/document-comment.ts';
import type { RangeMark } from '../comments/range-marks.ts';
import type { Place } from '../text-diff.ts';
import type { TrackedChange } from './tracked-changes.ts';
import { escapeXmlText } from './xml-text.ts';

/** Marks that a comment answers none, which also has the file say which comments are resolved. */
const NO_PARENT = -1;

const getInitials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .join('')
    .slice(0, 3)
    .toUpperCase();

/** Word requires the ids of changes to differ from those of comments. */
const FIRST_CHANGE_ID = 100_000;

/** Numbers the comments of a document and their replies, and writes where each begins and ends. */
export class CommentWriter {
  readonly comments: readonly ICommentOptions[];
  readonly #ids: readonly (readonly number[])[];
  readonly #comments: readonly DocumentComment[];
  readonly #changes: ReadonlyMap<number, TrackedChange>;
  #unplaced: readonly number[];
  /** The index of the suggestion whose words are being written; null for none. */
  #replacedRange: number | null = null;
  #nextChangeId = FIRST_CHANGE_ID;

  /** Comments without a place in the text stand at its beginning. */
  constructor(
    comments: readonly DocumentComment[],
    places: readonly (Place | null)[],
    changes: ReadonlyMap<number, TrackedChange>,
  ) {
    this.#comments = comments;
    this.#changes = changes;
    const writtenComments: ICommentOptions[] = [];
    this.#ids = comments.map((comment, index) => {
      const id = writtenComments.length;
      const addComment = (remark: DocumentRemark, text: string, parentId: number): number => {
        const author = escapeXmlText(remark.author);
        writtenComments.push({
          id: writtenComments.length,
          author,
          initials: getInitials(author),
          ...(remark.at !== null && { date: new Date(remark.at) }),
          parentId,
          resolved: comment.resolved,
          children: text.split('\n').map((line) => new Paragraph({ children: [new TextRun(escapeXmlText(line))] })),
        });
        return writtenComments.length - 1;
      };
      const commentId = addComment(comment, writeCommentText(comment, changes.has(index)), NO_PARENT);
      return [commentId, ...comment.replies.map((reply) => addComment(reply, reply.text, id))];
    });
    this.comments = writtenComments;
    this.#unplaced = comments.flatMap((_comment, index) => (places[index] ? [] : [index]));
  }

  /** Writes where a comment begins or ends, with the words that a suggestion puts in place of the ones before. */
  createEdge({ range, isStart }: RangeMark, format: IRunOptions = {}): ParagraphChild[] {
    const ids = this.#ids[range] ?? [];
    const change = this.#changes.get(range);
    if (change) this.#replacedRange = isStart ? range : null;
    if (isStart) return ids.map((id) => new CommentRangeStart(id));
    const insertedText = change?.replacementText ?? '';
    return [
      ...(insertedText === ''
        ? []
        : [new InsertedTextRun({ ...format, text: escapeXmlText(insertedText), ...this.#getChange(range) })]),
      ...ids.flatMap((id) => [new CommentRangeEnd(id), new TextRun({ children: [new CommentReference(id)] })]),
    ];
  }

  /** Writes text, which is deleted where a suggestion replaces it. */
  createRun(options: IRunOptions): ParagraphChild {
    return this.#replacedRange === null
      ? new TextRun(options)
      : new DeletedTextRun({ ...options, ...this.#getChange(this.#replacedRange) });
  }

  #getChange(range: number): { readonly id: number; readonly author: string; readonly date: string } {
    const { author = '', at = null } = this.#comments[range] ?? {};
    const date = at === null ? new Date() : new Date(at);
    return { id: this.#nextChangeId++, author: escapeXmlText(author), date: date.toISOString() };
  }

  /** Returns the comments without a place, once: they belong to the first words that are written. */
  takeUnplaced(): ParagraphChild[] {
    const ranges = this.#unplaced;
    this.#unplaced = [];
    return ranges.flatMap((range) => [
      ...this.createEdge({ range, isStart: true }),
      ...this.createEdge({ range, isStart: false }),
    ]);
  }
}
