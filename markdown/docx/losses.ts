import { describeCount } from '../describe-count.ts';
import { findGraphemeStart } from '../graphemes.ts';
import { collapseSpaces } from '../collapse-spaces.ts';

/** Lists everything of a document that its text cannot hold. */
export type Loss =
  | 'comment'
  | 'change'
  | 'deletion'
  | 'reading'
  | 'hidden'
  | 'placeholder'
  | 'field'
  | 'contents'
  | 'symbol'
  | 'linkedPicture'
  | 'chart'
  | 'diagram'
  | 'drawing'
  | 'object'
  | 'embedded'
  | 'lettered';

const SENTENCES: Readonly<Record<Loss, (count: number) => string[]>> = {
  comment: (count) => describeCount(count, '1 comment was kept.', 'comments were kept.'),
  change: () => ['Tracked changes were accepted.'],
  deletion: (count) => describeCount(count, '1 deleted passage was left out.', 'deleted passages were left out.'),
  reading: (count) =>
    describeCount(count, 'The reading above 1 word was left out.', 'readings above words were left out.'),
  hidden: (count) =>
    describeCount(count, '1 passage of hidden text was left out.', 'passages of hidden text were left out.'),
  placeholder: (count) => describeCount(count, '1 empty form field was left out.', 'empty form fields were left out.'),
  field: (count) =>
    describeCount(count, '1 field without a result was left out.', 'fields without a result were left out.'),
  contents: () => ['The table of contents was left out.'],
  symbol: (count) =>
    describeCount(count, '1 symbol has no character and was left out.', 'symbols have no character and were left out.'),
  linkedPicture: (count) =>
    describeCount(
      count,
      '1 picture is linked, not embedded, and was left out.',
      'pictures are linked, not embedded, and were left out.',
    ),
  chart: (count) => describeCount(count, '1 chart was left out.', 'charts were left out.'),
  diagram: (count) =>
    describeCount(
      count,
      '1 diagram was left out; its words were kept.',
      'diagrams were left out; their words were kept.',
    ),
  drawing: (count) => describeCount(count, '1 drawing was left out.', 'drawings were left out.'),
  object: (count) => describeCount(count, '1 embedded object was left out.', 'embedded objects were left out.'),
  embedded: (count) => describeCount(count, '1 embedded file was left out.', 'embedded files were left out.'),
  lettered: () => ['Lists with letters or Roman numerals became numbered lists.'],
};

const MAX_QUOTE_LENGTH = 80;

/** Counts the content that is left out, and describes it. */
export class Losses {
  readonly #counts = new Map<Loss, number>();
  readonly #pictures = new Map<string, number>();
  readonly #margins: string[] = [];

  add(loss: Loss): void {
    this.#counts.set(loss, (this.#counts.get(loss) ?? 0) + 1);
  }

  /** Counts a picture whose format a script cannot hold. */
  addPicture(format: string): void {
    this.#pictures.set(format, (this.#pictures.get(format) ?? 0) + 1);
  }

  /** Remembers the words of a header or footer. */
  addMargin(text: string): void {
    if (!this.#margins.includes(text)) this.#margins.push(text);
  }

  /** Returns plain sentences, one for each kind of content left out. */
  listNotes(): string[] {
    const notes = [...this.#counts].flatMap(([loss, count]) => SENTENCES[loss](count));
    for (const [format, count] of this.#pictures) {
      notes.push(...describeCount(count, `1 ${format} picture was left out.`, `${format} pictures were left out.`));
    }
    if (this.#margins.length > 0) {
      notes.push(`Headers and footers were left out: “${shortenQuote(this.#margins.join(' · '))}”`);
    }
    return notes;
  }
}

/** Puts a text on one line and cuts it to `MAX_QUOTE_LENGTH`, with an ellipsis if anything is missing. */
function shortenQuote(text: string): string {
  const line = collapseSpaces(text);
  if (line.length <= MAX_QUOTE_LENGTH) return line;
  return `${line.slice(0, findGraphemeStart(line, MAX_QUOTE_LENGTH - 1)).trimEnd()}…`;
}
