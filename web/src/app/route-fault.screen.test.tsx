import { getCards } from '@wattle/contract/cards/home.ts';
import { turnCardOff } from '@wattle/contract/cards/switch.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectText, title } from '../../test-support/by-hand.ts';
import { givenAccount } from '../../test-support/given-account.ts';
import { answer, sent } from '../../test-support/given-server.ts';
import { openScreen } from '../../test-support/open-screen.tsx';
import { startTranslator } from '../../test-support/translator.ts';

/** A list that no screen can draw. */
const brokenCards = () => answer(getCards, () => Response.json({ cards: [{ value: null }] }));
const whole = () => document.querySelector('main')?.textContent ?? '';

beforeEach(() => {
  vi.stubGlobal('reportError', () => undefined);
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});
afterEach(() => vi.restoreAllMocks());

// First in the file: what has been sent stays in doubt for the life of the page.
test.each([
  ['enAU', 'Something went wrong on this page'],
  ['zhCN', '此页面出现故障'],
] as const)('a page that throws shows how to continue, in %s', async (language, words) => {
  givenAccount();
  brokenCards();
  await openScreen('/cardHome', { as: 'account', language });
  await expectText(title, words);
  expect(whole()).not.toMatch(/nothing|没有/iu);
});

test.each([
  ['enAU', 'We’re not sure whether that went through', 'See transactions'],
  ['zhCN', '我们不确定刚才的操作是否成功', '查看交易记录'],
] as const)(
  '[1-b] after a change was sent the page says that its outcome is uncertain, also when translated, in %s',
  async (language, words, link) => {
    givenAccount();
    await openScreen('/cardHome', { as: 'account', language });
    const stop = startTranslator(document.querySelector('#root') ?? document.body);
    answer(turnCardOff, () => {
      brokenCards();
      return new Promise<never>(() => undefined);
    });
    await page.getByRole('switch').first().click();
    await expect.poll(() => sent(turnCardOff).length).toBe(1);
    await expect
      .poll(() => {
        window.dispatchEvent(new Event('focus'));
        return title.elements().map(({ textContent }) => textContent);
      })
      .toEqual([words]);
    await expect.element(page.getByRole('link', { name: link })).toHaveAttribute('href', '/transactions');
    stop();
  },
);
