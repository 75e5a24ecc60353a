import type { Page } from '@playwright/test';
import { axeFindings, COLOUR_RULES } from '../support/axe.ts';
import { expect } from '../support/test.ts';
import { lostTexts } from './lost-texts.ts';
import { offGrid } from './one-grid.ts';
import { outOfOrder } from './reading-order.ts';

/** The gate covers every screen once, the full run every screen in every brand, language and width. */
export const isFull = process.env['WATTLE_E2E'] !== 'gate';
export const A_SCREEN_MS = 10_000;

/** 1280 px at 400% zoom, text twice as large on a phone and a desktop, a tablet, and layout breakpoints. */
const VIEWS = [
  { name: '320 px', width: 320, height: 256, text: '' },
  { name: '200% text on a phone', width: 390, height: 844, text: '200%' },
  { name: '768 px', width: 768, height: 1024, text: '' },
  { name: '200% text on a desktop', width: 1280, height: 900, text: '200%' },
  { name: '992 px', width: 992, height: 800, text: '' },
  { name: '1920 px', width: 1920, height: 1080, text: '' },
] as const;

/** Overflow of the page beyond its window. The viewport of a phone would grow with it. */
function overBy(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Faults of the layout in each view: overflow, cut texts, an order unlike the visible one, a left edge apart. */
async function layoutFaults(page: Page): Promise<string[]> {
  const found: string[] = [];
  const own = page.viewportSize() ?? { width: 0, height: 0 };
  const note = async (name: string) => {
    const over = await overBy(page);
    if (over > 0) found.push(`${name}: scrolls sideways by ${over} px`);
    const faults = [await lostTexts(page), await outOfOrder(page), await offGrid(page)];
    found.push(...faults.flat().map((fault) => `${name}: ${fault}`));
  };
  const setText = (size: string) =>
    page.evaluate((given) => {
      document.documentElement.style.fontSize = given;
    }, size);
  await note(`${own.width} px`);
  for (const { name, width, height, text } of VIEWS) {
    await page.setViewportSize({ width, height });
    await setText(text);
    await note(name);
  }
  await setText('');
  await page.setViewportSize(own);
  return found;
}

/**
 * Checks that the current screen has no accessibility finding, light or dark, and in no view a fault of the layout. The page is
 * unchanged, so that a journey can continue.
 */
export async function lookAt(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // The dark scheme changes only colours.
    const rules = colorScheme === 'dark' && !isFull ? { rules: COLOUR_RULES } : {};
    expect.soft(await axeFindings(page, rules), `accessibility of ${name}, ${colorScheme}`).toEqual([]);
  }
  expect.soft(await layoutFaults(page), `layout of ${name}`).toEqual([]);
}
