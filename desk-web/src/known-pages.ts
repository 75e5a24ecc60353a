import type { DeskPage } from './desk-page.ts';

/** The pages of this build, for parts that lead to a page where it exists: set once, when the router opens. */
let pages: readonly DeskPage[] = [];

export function setKnownPages(all: readonly DeskPage[]): void {
  pages = all;
}

export const knownPages = (): readonly DeskPage[] => pages;

/** Whether there is a page at this address or, with an id, below it. */
export const hasPage = (path: string): boolean =>
  pages.some((page) => page.path === path || page.path.startsWith(`${path}/`));
