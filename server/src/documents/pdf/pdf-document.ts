import type { Language } from '@wattle/contract/rules/languages.ts';
import type { VectorPicture } from './vector-picture.domain.ts';

/** Brand and owner of a document. */
export type Look = {
  readonly name: string;
  /** `#rrggbb`, dark enough for text on white. */
  readonly colour: string;
  readonly logo?: VectorPicture | undefined;
  /** Said before the title and on each page: the document is of no real account. */
  readonly mark?: Readonly<Record<Language, string>> | undefined;
};

/** Line of a receipt: term and value. */
export type Fact = {
  readonly term: string;
  readonly value: string;
  readonly detail?: string | undefined;
  /** True: larger than the others. */
  readonly isMain?: boolean;
};

export type PdfColumn = {
  readonly title: string;
  /** Relative width of the column. */
  readonly share: number;
  readonly align?: 'left' | 'right';
};

export type PdfBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  /** QR code with paragraphs beside it. */
  | {
      readonly kind: 'code';
      readonly content: string;
      /** Alternative text of the picture. */
      readonly alternative: string;
      readonly texts: readonly string[];
    }
  | {
      readonly kind: 'table';
      readonly columns: readonly PdfColumn[];
      /** Cells in the order of the columns, read on demand while the file is written. */
      readonly rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>;
    };

export type PdfDocument = {
  readonly title: string;
  /** Kind of the document, beside the name of its owner: `Receipt`. */
  readonly kindWord: string;
  readonly language: Language;
  readonly look: Look;
  /** Contact information at the foot of every page. */
  readonly footer: string;
  /** Text of a page number: `Page 3`. */
  readonly pageWord: (page: number) => string;
  /** Creation time in milliseconds since 1970. */
  readonly madeAt: number;
  readonly blocks: readonly PdfBlock[];
};
