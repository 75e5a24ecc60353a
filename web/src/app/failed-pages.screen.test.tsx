import { getCards, isPrimaryAccount } from '@wattle/contract/cards/home.ts';
import type { AnyOperation } from '@wattle/contract/operation.ts';
import { getTitles } from '@wattle/contract/profile/titles.ts';
import { getTopupsOnTheirWay } from '@wattle/contract/topup/topup.ts';
import { getRemainingExternalTransferLimitDetails } from '@wattle/contract/transfers/limits.ts';
import { getPayees } from '@wattle/contract/transfers/payees.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAt } from '../../test-support/by-hand.ts';
import { givenAccount } from '../../test-support/given-account.ts';
import { ENTERED, givenActivation, openStep } from '../../test-support/given-activation.ts';
import { givenPerson } from '../../test-support/given-person.ts';
import { answer, answerRest, sent } from '../../test-support/given-server.ts';
import { openScreen } from '../../test-support/open-screen.tsx';
import { givenCard } from '../../test-support/signed-in.ts';
import { paths } from '../paths.ts';
import { FEATURE_ROUTES } from '../routes.ts';

const FAILS = () => Response.json({ error: ['99999'] }, { status: 500 });
const IS_AWAY = () => Response.json({ error: ['503'] }, { status: 503 });
const PORTAL = () => new Response('<!doctype html><title>Sign in to the network</title>');

const retry = page.getByRole('button', { name: 'Try again' });

/** The cards are all of the home, and a page that has nothing to say leads there. */
const ABOUT_CARDS: readonly string[] = [paths.cardHome(), paths.upgradeRequested()];
/** Pages that ask for nothing when they open. */
const ASK_NOTHING: readonly string[] = [paths.addCard(), paths.setLoginPin(), paths.increaseLimitUnsuccessful()];

const PAGES = FEATURE_ROUTES.filter(({ access, path }) => access === 'signed-in' && !path.includes(':')).map(
  ({ path }) => path,
);
const CASES = PAGES.flatMap((path) => [
  { path, what: 'nothing loads, as the server is away', hasCards: false, make: IS_AWAY },
  { path, what: 'nothing but the cards loads, as the server fails', hasCards: true, make: FAILS },
  { path, what: 'a portal answers', hasCards: true, make: PORTAL },
]);

test.each(CASES)('$path says so in its place where $what', async ({ path, hasCards, make }) => {
  if (hasCards) answer(getCards, { cards: [givenCard()] });
  answerRest(make);
  await openScreen(path, { as: 'account' });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  if (!ASK_NOTHING.includes(path)) await expect.element(retry.first()).toBeVisible();
  expect(window.location.pathname).not.toBe(paths.error());
  expect(sessionStorage.getItem('wattle.session')).not.toBeNull();
});

test.each(PAGES)('%s leads to the error page only where it is about the cards that fail', async (path) => {
  answerRest(FAILS);
  await openScreen(path, { as: 'account' });
  if (ABOUT_CARDS.includes(path)) return expectAt(paths.error());
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  if (!ASK_NOTHING.includes(path)) await expect.element(retry.first()).toBeVisible();
  expect(sessionStorage.getItem('wattle.session')).not.toBeNull();
});

/** Parts that are asked for once the rest of their page has come. */
const PARTS: readonly (readonly [string, AnyOperation])[] = [
  [paths.fundsTransfer(), getRemainingExternalTransferLimitDetails],
  [paths.fundsTransfer(), getPayees],
  [paths.topup(), isPrimaryAccount],
  [paths.topup(), getTopupsOnTheirWay],
  [paths.myAccount(), isPrimaryAccount],
  [paths.myAccount(), getTitles],
];

test.each(PARTS.map(([path, operation]) => ({ path, name: operation.name, operation })))(
  '$path says that $name did not come, and asks for it again',
  async ({ path, operation }) => {
    givenAccount();
    givenPerson();
    answerRest(IS_AWAY);
    await openScreen(path, { as: 'account' });
    await expect.poll(() => sent(operation).length).toBeGreaterThan(0);
    await expect.element(retry.first()).toBeVisible();
    const before = sent(operation).length;
    await expect
      .poll(() => {
        for (const each of retry.elements()) (each as HTMLElement).click();
        return sent(operation).length;
      })
      .toBeGreaterThan(before);
    await expectAt(path);
  },
);

/** Pages that are open to everybody; a link with a token is about one record. */
const OPEN_PAGES = [
  [paths.store(), paths.store()],
  [paths.storeVirtual(), paths.storeVirtual()],
  [paths.payByLink('a'.repeat(22)), paths.error()],
  [`/store/collect/${'f'.repeat(32)}`, paths.error()],
] as const;

test.each(OPEN_PAGES)('%s says that it did not load while the server is away', async (path) => {
  answerRest(IS_AWAY);
  await openScreen(path);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(retry.first()).toBeVisible();
  expect(window.location.pathname).not.toBe(paths.error());
});

test.each(OPEN_PAGES)('%s leads to %s where the server fails', async (path, to) => {
  answerRest(FAILS);
  await openScreen(path);
  await expectAt(to);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the details of an activation say that their lists did not come, and ask for them again', async () => {
  const Entered = { ...ENTERED, Title: null, Surname: null };
  const view = givenActivation('accountSetup', ['loginOption', 'accountSetup', 'consent', 'pin'], { Entered });
  await openStep(view, { listsFail: IS_AWAY });
  await expect.element(page.getByRole('heading', { name: 'About you' })).toBeVisible();
  await expect.element(page.getByText('We couldn’t load the lists of titles and countries.')).toBeVisible();
  answer(getTitles, { Titles: [{ value: 'Dr', text: 'Dr' }] });
  await retry.click();
  await expect.element(retry).not.toBeInTheDocument();
});
