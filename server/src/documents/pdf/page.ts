import type { Encoded } from './embedded-font.ts';
import { pdfNumber } from './pdf-objects.ts';
import type { VectorPicture } from './vector-picture.domain.ts';

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89, margin: 48 } as const;

/** `#rrggbb`. */
export type Ink = string;

export type TextStyle = {
  /** Points. */
  readonly size: number;
  readonly ink: Ink;
  /** The font has one weight, so bold text gets a stroke. */
  readonly isStrong?: boolean;
};

/** Tag of a piece of content: its element and number, or an artifact that readers skip. */
export type Mark = { readonly name: string; readonly number: number } | 'artifact';

/** Content of one page. Points are measured from the lower left corner. */
export type Page = {
  text(mark: Mark, at: { readonly x: number; readonly y: number }, style: TextStyle, text: Encoded): void;
  line(from: { readonly x: number; readonly y: number }, toX: number, ink: Ink, width: number): void;
  /** Draws a picture in a square, given its lower left corner. */
  picture(at: { readonly x: number; readonly y: number }, side: number, picture: VectorPicture, mark?: Mark): void;
  /** Operators of the page. */
  content(): string;
};

export function openPage(): Page {
  const operators: string[] = [];
  const within = (mark: Mark, content: string) =>
    operators.push(mark === 'artifact' ? '/Artifact BMC' : `/${mark.name}<</MCID ${mark.number}>>BDC`, content, 'EMC');
  return {
    text(mark, { x, y }, { size, ink, isStrong = false }, { codes }) {
      const paint = isStrong ? `${colour(ink)} RG 2 Tr ${pdfNumber(size * 0.03)} w` : '0 Tr';
      within(
        mark,
        `BT ${colour(ink)} rg ${paint}/F ${size} Tf 1 0 0 1 ${pdfNumber(x)} ${pdfNumber(y)} Tm<${codes}>Tj ET`,
      );
    },
    line({ x, y }, toX, ink, width) {
      const path = `${pdfNumber(x)} ${pdfNumber(y)} m ${pdfNumber(toX)} ${pdfNumber(y)} l S`;
      within('artifact', `${colour(ink)} RG ${width} w ${path}`);
    },
    picture({ x, y }, side, { box, operators: drawn }, mark = 'artifact') {
      const scale = side / Math.max(box.width, box.height);
      // The y axis of SVG points down.
      const matrix = [scale, 0, 0, -scale, x - box.x * scale, y + side + box.y * scale].map(precise).join(' ');
      within(mark, `q ${matrix} cm ${drawn} Q`);
    },
    content: () => operators.join('\n'),
  };
}

function precise(value: number): string {
  return String(Math.round(value * 10_000) / 10_000);
}

/** `#rrggbb` as three shares. */
export function colour(ink: Ink): string {
  return [1, 3, 5]
    .map((at) => String(Math.round((Number.parseInt(ink.slice(at, at + 2), 16) / 255) * 1000) / 1000))
    .join(' ');
}
