import type { DeskPage } from './desk-page.ts';

/** The pages of this build, for parts that lead to a page where it exists: set once, when the router opens. */
let pages: readonly DeskPage[] = [];

export function setKnownPages(all: readonly DeskPage[]): void {
  pages = all;
}

export const knownPages = (): readonly DeskPage[] => pages;
