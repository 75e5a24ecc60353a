import { countNotifications } from '@wattle/contract/notifications/count-notifications.ts';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { givenAccount } from '../../test-support/given-account.ts';
import { answer } from '../../test-support/given-server.ts';
import { openScreen } from '../../test-support/open-screen.tsx';
import { givenCard } from '../../test-support/signed-in.ts';

/** Boxes of the visible words of an element and its children. */
function wordsOf(root: Element): DOMRect[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const boxes: DOMRect[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const isShown = node.parentElement?.closest('.visually-hidden, .tool__text') === null;
    if (isShown) boxes.push(...range.getClientRects());
  }
  return boxes.filter(({ width, height }) => width > 1 && height > 1);
}

const meet = (one: DOMRect, other: DOMRect) =>
  one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;

const boxOf = (selector: string) => {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`there is no ${selector}`);
  return found.getBoundingClientRect();
};

afterEach(async () => {
  document.documentElement.style.fontSize = '';
  await page.viewport(390, 844);
});

test.each(['enAU', 'zhCN'] as const)(
  'at 320 px with text twice as large no picture covers words, and the bar leaves the page its place: %s',
  async (language) => {
    await page.viewport(320, 720);
    document.documentElement.style.fontSize = '200%';
    givenAccount([givenCard({ AvailableAccountBalance: 12_345.67 })]);
    answer(countNotifications, { Unread: 3 });
    await openScreen('/cardHome', { as: 'account', language });
    await expect.poll(() => document.querySelector('.held__none, .held')).not.toBeNull();
    const pictures = ['.bell__dot', '.bell .icon', '.balance__eye .icon'];
    await expect.poll(() => pictures.filter((picture) => !document.querySelector(picture))).toEqual([]);
    const words = wordsOf(document.body);
    for (const picture of pictures) {
      expect([picture, words.filter((box) => meet(box, boxOf(picture)))]).toEqual([picture, []]);
    }
    expect(boxOf('.app-frame__bar').height).toBeLessThanOrEqual(80);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  },
);
