import { IS_LATIN } from '@wattle/contract/rules/languages.ts';
import { setImmediate } from 'node:timers/promises';
import { breakLines } from './break-lines.domain.ts';
import { type EmbeddedFont, type Encoded, embedFont } from './embedded-font.ts';
import { type Ink, type Mark, openPage, PAGE, type Page, type TextStyle } from './page.ts';
import type { PdfDocument } from './pdf-document.ts';
import type { PdfObjects } from './pdf-objects.ts';
import { openTags, type Tag, type Tags } from './tags.ts';
import type { VectorPicture } from './vector-picture.domain.ts';

export const INK: Readonly<Record<'text' | 'quiet' | 'line', Ink>> = {
  text: '#151a19',
  quiet: '#47504e',
  line: '#d5dad6',
};

const LEADING = 1.45;
/** Space at the foot of a page for its number. */
const FOOT = 28;

const LEFT = PAGE.margin;
const RIGHT = PAGE.width - PAGE.margin;
const TOP = PAGE.height - PAGE.margin;
const BOTTOM = PAGE.margin + FOOT;

export const TEXT_WIDTH = RIGHT - LEFT;

/** Text broken into lines for a width. */
export type Lines = { readonly style: TextStyle; readonly lines: readonly Encoded[]; readonly height: number };

/** Horizontal position of a text: left edge, width and alignment. */
export type Slot = { readonly x: number; readonly width: number; readonly align: 'left' | 'right' };

export type Sheet = {
  readonly tags: Tags;
  /** Vertical position of the next content. */
  readonly y: number;
  /** Ids of the pages so far. */
  readonly pageIds: readonly number[];
  readonly font: EmbeddedFont;
  breakText(text: string, width: number, style: TextStyle): Lines;
  /** Remaining height of the page. */
  readonly room: number;
  /** Whether this height fits on the page; on an empty page it always does. */
  fits(height: number): boolean;
  /** Writes the page and starts the next one. */
  turn(): Promise<void>;
  /** Draws lines below `top`, as content of the element or, without one, as an artifact. */
  draw(tag: Tag | undefined, slot: Slot, top: number, text: Lines): void;
  rule(top: number, ink: Ink, width: number): void;
  logo(side: number): void;
  /** Draws a picture at the left below the current content, as content of the element. */
  figure(tag: Tag, side: number, picture: VectorPicture): void;
  advance(height: number): void;
  finish(): void;
};

/** Pages of a document, each with its number and owner. */
export async function openSheet(objects: PdfObjects, pagesId: number, document: PdfDocument): Promise<Sheet> {
  const { look, footer, title, pageWord } = document;
  const font = await embedFont(objects, IS_LATIN[document.language]);
  const tags = openTags(objects);
  const pageIds: number[] = [];
  const resources = objects.reserve();
  objects.add(resources, `<</Font<</F ${font.id} 0 R>>>>`);
  let page: Page = openPage();
  let pageId = 0;
  let structParents = 0;
  let y = TOP;
  let top = TOP;

  function draw(tag: Tag | undefined, slot: Slot, from: number, { style, lines }: Lines): void {
    // One piece of content for the whole text, so that a reader does not pause at line ends.
    const mark: Mark = tag ? { name: tag.name, number: tags.mark(tag) } : 'artifact';
    for (const [index, line] of lines.entries()) {
      const x = slot.align === 'right' ? slot.x + slot.width - (line.width * style.size) / 1000 : slot.x;
      page.text(mark, { x, y: from - style.size - index * style.size * LEADING }, style, line);
    }
  }

  function breakText(text: string, width: number, style: TextStyle): Lines {
    const lines = encodeLines(text, (width * 1000) / style.size);
    return { style, lines, height: lines.length * style.size * LEADING };
  }

  function encodeLines(text: string, most: number): Encoded[] {
    const whole = font.encode(text);
    if (whole.width <= most && !text.includes('\n')) return [whole];
    const lines = breakLines(text, most, (piece) => font.encode(piece).width);
    // The blank at the end of a line is read aloud but takes no width.
    return lines.map((line) => ({ codes: font.encode(line).codes, width: font.encode(line.trimEnd()).width }));
  }

  const whole = (align: Slot['align']): Slot => ({ x: LEFT, width: TEXT_WIDTH, align });
  const small = { size: 8, ink: INK.quiet };

  function start(): void {
    page = openPage();
    pageId = objects.reserve();
    pageIds.push(pageId);
    structParents = tags.startPage(pageId);
    y = TOP;
    draw(undefined, whole('left'), PAGE.margin + small.size, breakText(footer, TEXT_WIDTH * 0.8, small));
    draw(undefined, whole('right'), PAGE.margin + small.size, breakText(pageWord(pageIds.length), TEXT_WIDTH, small));
    if (pageIds.length > 1) {
      draw(undefined, whole('left'), TOP, breakText(`${look.name} · ${title}`, TEXT_WIDTH, small));
      page.line({ x: LEFT, y: TOP - 14 }, RIGHT, INK.line, 0.5);
      y -= 24;
    }
    top = y;
  }

  function end(): void {
    const content = objects.reserve();
    objects.addStream(content, page.content());
    tags.endPage();
    objects.add(
      pageId,
      `<</Type/Page/Parent ${pagesId} 0 R/MediaBox[0 0 ${PAGE.width} ${PAGE.height}]/Resources ${resources} 0 R` +
        `/Contents ${content} 0 R/StructParents ${structParents}/Tabs/S>>`,
    );
    objects.settle();
  }

  start();
  return {
    tags,
    font,
    pageIds,
    get y() {
      return y;
    },
    get room() {
      return y - BOTTOM;
    },
    breakText,
    draw,
    fits: (height) => y - height >= BOTTOM || y === top,
    async turn() {
      end();
      // Lets other requests run between two pages.
      await setImmediate();
      start();
    },
    rule: (at, ink, width) => page.line({ x: LEFT, y: at }, RIGHT, ink, width),
    logo(side) {
      if (look.logo) page.picture({ x: LEFT, y: y - side }, side, look.logo);
    },
    figure(tag, side, picture) {
      page.picture({ x: LEFT, y: y - side }, side, picture, { name: tag.name, number: tags.mark(tag) });
    },
    advance(height) {
      y -= height;
    },
    finish() {
      end();
      font.finish(objects);
    },
  };
}

export const COLUMN = { left: LEFT, right: RIGHT } as const;
