import { endSession as endSessionCall } from '@wattle/contract/access/session.ts';
import { token } from '@wattle/contract/access/sign-in.ts';
import { getCards } from '@wattle/contract/cards/home.ts';
import { getOnlineAccount } from '@wattle/contract/profile/online-account.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAt, expectText, title } from '../../../../test-support/by-hand.ts';
import { answer, sent } from '../../../../test-support/given-server.ts';
import { openScreen, TOKEN } from '../../../../test-support/open-screen.tsx';
import { givenSignedIn, givenWaysIn } from '../../../../test-support/signed-in.ts';
import { currentSession, endSession, startSession } from '../../../session/session.ts';

const signOut = async () => {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
};
const isAt = (path: string) => expectAt(path);

beforeEach(() => {
  givenSignedIn();
  givenWaysIn();
  // Sign-in leads to the card home; its content does not matter here.
  answer(getCards, () => new Promise(() => undefined));
});

for (const path of ['/cardHome', '/transactions', '/signInMethods']) {
  test(`redirects ${path} to the brand's root without a session`, async () => {
    await openScreen(path);
    await isAt('/');
    await expectText(title, 'Sign in with your card');
  });
}

for (const path of ['/', '/login', '/cardLogin']) {
  test(`redirects a signed-in user from ${path} to a page they may open`, async () => {
    await openScreen(path, { as: 'account' });
    await isAt('/cardHome');
  });
}

test("signs a card-only user out to the brand's root", async () => {
  await openScreen('/contactUs', { brand: 'stumps', as: 'card' });
  await signOut();
  await isAt('/');
  await expect.element(page.getByLabelText('Card ID', { exact: true })).toBeVisible();
  expect(sent(endSessionCall)).toHaveLength(1);
});

test('opens the sign-in of web accounts with a message after signing out of their page', async () => {
  await openScreen('/signInMethods', { as: 'account' });
  await expectText(title, 'Ways to sign in');
  await signOut();
  await isAt('/login');
  await expect.element(page.getByText('You’ve signed out.')).toBeVisible();
});

test('explains at sign-in that the session could not be renewed', async () => {
  answer(getOnlineAccount, () => new Response('{}', { status: 401 }));
  answer(token, () => Response.json({ error: ['20040'] }, { status: 400 }));
  await openScreen('/signInMethods', { as: 'account' });
  await isAt('/login');
  await expect.element(page.getByText('Your session has expired. Sign in again to continue.')).toBeVisible();
});

test('ends the session of a user who was away for the idle time', async () => {
  await openScreen('/signInMethods', { as: 'account' });
  await expectText(title, 'Ways to sign in');
  // Simulates a computer that slept: timers did not run.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 900_000 });
  document.dispatchEvent(new Event('visibilitychange'));
  vi.useRealTimers();
  await isAt('/login');
  await expect
    .element(page.getByText('We signed you out because you hadn’t done anything for a while.', { exact: false }))
    .toBeVisible();
  expect(sent(endSessionCall)).toHaveLength(1);
});

test('keeps the session at an unknown address, with a way home', async () => {
  await openScreen('/settings/nothing/here', { as: 'card' });
  await isAt('/error');
  await expectText(title, 'We couldn’t show that page');
  expect(currentSession()).not.toBeNull();
  await expect.element(page.getByText('signed you out', { exact: false })).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Sign in with your card' })).not.toBeInTheDocument();
  await page.getByRole('link', { name: 'Go to Home', exact: true }).click();
  await isAt('/cardHome');
});

test('does not carry a session over to another brand', async () => {
  await openScreen('/contactUs', { brand: 'tui' });
  await expectText(title, 'Contact us');
  startSession('account', 'wattle', TOKEN);
  const { id } = JSON.parse(sessionStorage.getItem('wattle.session') ?? '{}') as { id?: string };
  expect(id).toBeDefined();
  expect(currentSession()).toBeNull();
  endSession('cleared', id);
});

test('redirects to no foreign address after sign-in', async () => {
  answer(token, TOKEN);
  await openScreen('/login?next=https://evil.example/');
  await page.getByLabelText('Email address').fill('amelia.chen@example.com');
  await page.getByLabelText('Password', { exact: true }).fill('Golden-Wattle-2026');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await isAt('/cardHome');
});
