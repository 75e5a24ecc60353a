import { isPrimaryAccount } from '@wattle/contract/cards/home.ts';
import { getActiveAutoTopup } from '@wattle/contract/topup/auto-topup.ts';
import { getTopupDetails, getTopupsOnTheirWay } from '@wattle/contract/topup/topup.ts';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { givenAccount, givenRow, givenTransactions } from '../../../test-support/given-account.ts';
import { givenPerson } from '../../../test-support/given-person.ts';
import { answer } from '../../../test-support/given-server.ts';
import { NO_AUTO_TOPUP } from '../../../test-support/no-auto-topup.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { moneyIsHidden } from '../../i18n/hidden-money.tsx';

const ON_PAGE = 'h1, h2, h3, p, li, a, button, input, summary, dt, dd';

/** Top edge of everything on the page, in pixels, but of chips: while the balance is hidden all are offered. */
const tops = () =>
  [...document.querySelectorAll(`main :is(${ON_PAGE}):not(.chip)`)].map((one) => one.getBoundingClientRect().top);

/** The same, once nothing has come to the page for a moment. */
async function settledTops(): Promise<readonly number[]> {
  let last: readonly number[] = [];
  await expect
    .poll(
      () => {
        const before = last;
        last = tops();
        return before.length > 0 && before.length === last.length && before.every((top, place) => top === last[place]);
      },
      { interval: 400 },
    )
    .toBe(true);
  return last;
}

afterEach(async () => {
  moneyIsHidden.set(false);
  document.documentElement.style.fontSize = '';
  await page.viewport(390, 844);
});

test.each([
  [390, ''],
  [1280, ''],
  [320, '200%'],
])('hiding the balance moves nothing on the home at %i px (text %s)', async (width, text) => {
  await page.viewport(width, 900);
  document.documentElement.style.fontSize = text;
  givenAccount();
  givenTransactions({ posted: [givenRow({ Sequence: 1 })] });
  await openScreen('/cardHome', { as: 'account' });
  await expect.element(page.getByText('Corner Cafe')).toBeVisible();
  await expect.element(page.getByText('$120.00 held')).toBeVisible();
  const before = await settledTops();
  await page.getByRole('button', { name: 'Hide balance' }).click();
  await expect.element(page.getByText('Balance hidden')).toBeInTheDocument();
  const after = await settledTops();
  expect(after.map((top, place) => top - (before[place] ?? 0)).filter((moved) => moved !== 0)).toEqual([]);
  expect(after).toHaveLength(before.length);
});

test('the bounds of a top-up that the balance sets are hidden, and nothing moves', async () => {
  givenAccount();
  givenPerson();
  answer(isPrimaryAccount, true);
  answer(getTopupDetails, {
    MaximumLoadLimit: 1_000,
    MinimumTopup: 10,
    MaximumTopup: 500,
    MaximumAvailableTopup: 359.75,
    CurrentAccountBalance: 640.25,
    OnItsWay: 0,
    Fee: 0,
  });
  answer(getTopupsOnTheirWay, { TopUps: [] });
  answer(getActiveAutoTopup, NO_AUTO_TOPUP);
  await openScreen('/topup', { as: 'account' });
  await expect.element(page.getByText(/359\.75/).first()).toBeVisible();
  const before = await settledTops();
  moneyIsHidden.set(true);
  await expect.element(page.getByText(/359\.75|640\.25/)).not.toBeInTheDocument();
  expect(await settledTops()).toEqual(before);
  // An amount above the room is refused without it.
  const amount = page.getByRole('textbox', { name: /Amount/ });
  await amount.fill('400');
  await page
    .getByRole('button', { name: /^(Continue|Add|Top up|Next|Pay)/ })
    .last()
    .click();
  await expect.element(page.getByText(/359\.75|640\.25/)).not.toBeInTheDocument();
});
