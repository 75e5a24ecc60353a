import { getServerTime } from '@wattle/contract/brands/config.ts';
import { getCardDetails, getCards } from '@wattle/contract/cards/home.ts';
import type { AnyOperation } from '@wattle/contract/operation.ts';
import { getOnlineAccount } from '@wattle/contract/profile/online-account.ts';
import { getTopupDetails, getTopupsOnTheirWay } from '@wattle/contract/topup/topup.ts';
import { getRecentTransactions, getSpending, getTransactions } from '@wattle/contract/transactions/transactions.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { givenAccount, givenRows, givenTransactions } from '../../test-support/given-account.ts';
import { answer, sent } from '../../test-support/given-server.ts';
import { givenPerson } from '../../test-support/given-person.ts';
import { openScreen } from '../../test-support/open-screen.tsx';

afterEach(() => {
  vi.useRealTimers();
});

/** The calls that pages make when they open. `retry`: their part has a separate button. */
const PARTS: readonly (readonly [string, AnyOperation, 'retry' | 'words'])[] = [
  ['/cardHome', getCardDetails, 'words'],
  ['/cardHome', getRecentTransactions, 'retry'],
  ['/cardHome', getSpending, 'retry'],
  ['/cardHome', getOnlineAccount, 'words'],
  ['/cardHome', getServerTime, 'words'],
  ['/transactions', getCards, 'retry'],
  ['/transactions', getTransactions, 'retry'],
  ['/transactions', getRecentTransactions, 'retry'],
  ['/topup', getCards, 'retry'],
  ['/topup', getTopupDetails, 'retry'],
];

const FAULTS: readonly (readonly [string, () => Response])[] = [
  ['fails', () => Response.json({ error: ['99999'] }, { status: 500 })],
  ['is answered by a portal', () => new Response('<!doctype html><title>Sign in to the network</title>')],
  ['is answered by a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['has an empty answer', () => new Response('')],
  ['has a cut answer', () => new Response('{"Transactions":[{')],
];

const CASES = PARTS.flatMap(([path, operation, kind]) =>
  FAULTS.map(([what, make]) => ({ path, name: operation.name, what, operation, kind, make })),
);

test.each(CASES)(
  '$path stays usable when $name $what, and the session continues',
  async ({ path, operation, kind, make }) => {
    givenAccount();
    givenTransactions({ posted: givenRows(3) });
    givenPerson();
    answer(getTopupsOnTheirWay, { TopUps: [] });
    answer(operation as typeof getCards, make);
    await openScreen(path, { as: 'account' });
    await expect.poll(() => sent(operation).length).toBeGreaterThan(0);
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (kind === 'retry') await expect.element(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
    expect(window.location.pathname).toBe(path);
    expect(sessionStorage.getItem('wattle.session')).not.toBeNull();
  },
);

test.each([
  ['/cardHome', getRecentTransactions],
  ['/transactions', getTransactions],
  ['/topup', getTopupDetails],
] as const)('%s stops waiting for a part without a response at its limit', async (path, operation) => {
  givenAccount();
  givenPerson();
  answer(getTopupsOnTheirWay, { TopUps: [] });
  answer(operation as AnyOperation as typeof getCards, () => new Promise<never>(() => undefined));
  // The clock by which the page waits for answers.
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  await openScreen(path, { as: 'account' });
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.poll(() => sent(operation).length).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(9_500);
  expect(again.elements()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.poll(() => again.elements().length).toBeGreaterThan(0);
  expect(window.location.pathname).toBe(path);
  expect(sessionStorage.getItem('wattle.session')).not.toBeNull();
});
