/** The flat list of blocks that the PDF template lays out. Lengths are points. */
import type { Alignment } from '../tree.ts';

/** Omits the marks that a run does not have. */
export interface Run {
  readonly text: string;
  readonly bold?: true;
  readonly italic?: true;
  readonly struck?: true;
  readonly highlighted?: true;
  readonly code?: true;
  readonly script?: 'super' | 'sub';
  readonly href?: string;
  /** The address of a picture; `text` is its description. */
  readonly picture?: string;
  readonly break?: true;
  /** The number of the footnote that the run leads to. */
  readonly footnote?: number;
  /** Set for a word that may be wider than the line. */
  readonly wide?: true;
}

/** Moves a block in for a list or quote, with or without a bar beside it. */
export interface Frame {
  readonly inset: number;
  readonly bar: boolean;
  readonly rtl: boolean;
}

export interface Marker {
  /** Shows a bullet or number, or whether a task is done. */
  readonly label: string | boolean;
  readonly width: number;
}

export interface PlacedBlock {
  readonly frames: readonly Frame[];
  readonly rtl: boolean;
  /** The tag of the block's language, if its script tells. */
  readonly language: string | null;
  /** The space below. */
  readonly gap: number;
  /** Counts the frames, from the outermost, that go on through the space below, because the next block has them too. */
  readonly shared: number;
  readonly width: number;
}

export interface TextBlock extends PlacedBlock {
  readonly kind: 'text';
  readonly style: 'body' | 'heading' | 'cue' | 'code' | 'math' | 'label' | 'note';
  /** The level of a heading, else 0. */
  readonly level: number;
  readonly runs: readonly Run[];
  readonly marker: Marker | null;
  /** The number of the footnote that begins here. */
  readonly note: number | null;
}

/** A line of a cell, with its own direction, like a paragraph. */
export interface CellLine {
  readonly runs: readonly Run[];
  readonly rtl: boolean;
  readonly language: string | null;
}

export interface TableCell {
  readonly lines: readonly CellLine[];
  readonly align: Alignment;
  readonly width: number;
  /** Counts the columns that the cell takes; one if left out. */
  readonly span?: number;
}

export interface TableBlock extends PlacedBlock {
  readonly kind: 'table';
  readonly size: number;
  readonly inset: number;
  readonly columns: readonly number[];
  readonly rows: readonly (readonly TableCell[])[];
  /** Sizes the pages that the table and the headings before it get; null for the pages of the document. */
  readonly page: PageSize | null;
}

export type Block = TextBlock | TableBlock | (PlacedBlock & { readonly kind: 'rule' });

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export interface PdfDocument {
  readonly title: string;
  readonly language: string;
  readonly keywords: readonly string[];
  readonly page: PageSize;
  readonly margin: { readonly x: number; readonly y: number };
  readonly blocks: readonly Block[];
}
