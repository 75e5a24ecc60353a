import type { Language } from '@wattle/contract/rules/languages.ts';
import type { VectorPicture } from './vector-picture.domain.ts';

/** Whose document it is, and how it looks. */
export type Look = {
  readonly name: string;
  /** `#rrggbb`, dark enough for text on white. */
  readonly colour: string;
  readonly logo?: VectorPicture | undefined;
};

/** A line of a receipt: what it is, and its value. */
export type Fact = {
  readonly term: string;
  readonly value: string;
  readonly detail?: string | undefined;
  /** Larger than the others. */
  readonly isMain?: boolean;
};

export type PdfColumn = {
  readonly title: string;
  /** Its part of the width, compared with the other columns. */
  readonly share: number;
  readonly align?: 'left' | 'right';
};

export type PdfBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  /** A QR code with paragraphs beside it. */
  | {
      readonly kind: 'code';
      readonly content: string;
      /** Description of the picture for people who do not see it. */
      readonly alternative: string;
      readonly texts: readonly string[];
    }
  | {
      readonly kind: 'table';
      readonly columns: readonly PdfColumn[];
      /** Cells in the order of the columns. Read one by one while the file is written. */
      readonly rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>;
    };

export type PdfDocument = {
  readonly title: string;
  /** Kind of the document, beside the name of its owner: `Receipt`. */
  readonly kindWord: string;
  readonly language: Language;
  readonly look: Look;
  /** At the foot of every page: whom to ask. */
  readonly footer: string;
  /** The words for a page's number: `Page 3`. */
  readonly pageWord: (page: number) => string;
  /** Milliseconds since 1970: when it was made. */
  readonly madeAt: number;
  readonly blocks: readonly PdfBlock[];
};
