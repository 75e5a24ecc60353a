import { getCards } from '@wattle/contract/cards/home.ts';
import { getDevice } from '@wattle/contract/devices/device.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAt } from '../../../test-support/by-hand.ts';
import { fail, sent } from '../../../test-support/given-server.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { givenSignedIn, givenWaysIn } from '../../../test-support/signed-in.ts';

const isAt = (path: string) => expectAt(path);

test('a failed list of cards opens the error page, which keeps the session and leads home', async () => {
  givenSignedIn();
  fail(getCards, 500);
  await openScreen('/cardHome', { as: 'card' });
  await isAt('/error');
  await expect
    .element(page.getByText('There was a problem serving the requested page', { exact: false }))
    .toBeVisible();
  expect(sessionStorage.getItem('wattle.session')).not.toBeNull();
  givenSignedIn();
  await page.getByRole('link', { name: 'Go to Home', exact: true }).click();
  await isAt('/cardHome');
});

test('a failed look-up of the device is ignored', async () => {
  givenSignedIn();
  givenWaysIn();
  fail(getDevice, 500);
  await openScreen('/signInMethods', { as: 'account' });
  await expect.poll(() => sent(getDevice)).not.toHaveLength(0);
  await page.getByRole('link', { name: 'Set a passcode for this device' }).click();
  await expect.element(page.getByLabelText('New passcode', { exact: true })).toBeVisible();
  expect(window.location.pathname).toBe('/setLoginPin');
  expect(sessionStorage.getItem('wattle.session')).not.toBeNull();
});

test('an unknown address opens the error page, which links to sign-in', async () => {
  await openScreen('/login/no/such/thing', { brand: 'tui' });
  await isAt('/error');
  await expect.poll(() => document.title).toBe('We couldn’t show that page - Tui');
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await isAt('/login');
});
