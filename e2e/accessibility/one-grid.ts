import type { Page } from '@playwright/test';

/** Runs in the page: headings and panels that begin beside the columns of their frame. */
function findOffGrid(): string[] {
  const COLUMNS = 12;
  const GAP_REM = 2;
  /** Widest page of one column, in rem (`@container page`). */
  const NARROW_REM = 61;
  /** Frames whose pages have nothing beside them but their own columns. */
  const main = document.querySelector('.app-frame__main--plain, .plain-frame__main, .store-frame__main:has(h1)');
  // The front of the store and a gift are pictures from edge to edge.
  if (!main || main.matches('.store-frame__main--front') || main.querySelector('.gift__hero')) return [];
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(main);
  const box = main.getBoundingClientRect();
  const start = box.left + Number.parseFloat(paddingInlineStart);
  const width = box.right - Number.parseFloat(paddingInlineEnd) - start;
  const hasColumns = main.matches('.app-frame__main--plain') && document.body.clientWidth > NARROW_REM * rem;
  const step = (width + GAP_REM * rem) / COLUMNS;
  const lines = hasColumns ? [...Array(COLUMNS).keys()].map((column) => start + column * step) : [start];
  const isFirst = (element: Element) => !element.parentElement?.closest('.panel, .on-hero, dialog');
  return (
    [...main.querySelectorAll('h1, .panel')]
      // Beside the picture of its person, within a box of another colour, and in the two columns of a basket.
      .filter(
        (element) => !element.matches('.my-account__who h1, .scheduled__payee h1, .home-switch, .store-frame .panel'),
      )
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1 && isFirst(element))
      .filter((element) => lines.every((line) => Math.abs(element.getBoundingClientRect().left - line) > 1))
      .map((element) => {
        const { left } = element.getBoundingClientRect();
        return `${element.getAttribute('class') ?? element.tagName} at ${Math.round(left)}, page at ${Math.round(start)}`;
      })
  );
}

/** Headings and panels that are not at the one left edge, nor at a column of the grid. */
export const offGrid = (page: Page): Promise<string[]> => page.evaluate(findOffGrid);
