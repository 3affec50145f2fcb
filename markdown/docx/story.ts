import type { Losses } from './losses.ts';
import type { FootnoteBook } from './notes.ts';
import type { Numberings } from './numbering.ts';
import type { Package, Relationship } from './package.ts';
import type { Pictures } from './pictures.ts';
import type { Styles } from './styles.ts';

/** The context for reading a part of a document: the text, its notes or a text box. */
export interface Story {
  readonly package: Package;
  /** The relationships of the part that is read. */
  readonly relationships: ReadonlyMap<string, Relationship>;
  readonly styles: Styles;
  readonly numberings: Numberings;
  readonly pictures: Pictures;
  readonly footnotes: FootnoteBook;
  readonly losses: Losses;
  /** Numbers the comments whose ranges are marked in the text, by id; without it none are marked. */
  readonly comments?: ReadonlyMap<string, number> | undefined;
  /**
   * Maps ids to suggestions of comments that are tracked changes; null until they are read. Such changes are neither
   * accepted nor lost.
   */
  readonly suggestions: Map<string, string | null>;
}
