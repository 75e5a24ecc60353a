import { token } from '@wattle/contract/access/sign-in.ts';
import { getCards } from '@wattle/contract/cards/home.ts';
import { disablePasscodeAlert, getDevice, registerDevice } from '@wattle/contract/devices/device.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectAccessibleInBothSchemes } from '../../../../test-support/accessible.ts';
import { expectAt, expectText, press } from '../../../../test-support/by-hand.ts';
import { answer, sent } from '../../../../test-support/given-server.ts';
import { openScreen, TOKEN } from '../../../../test-support/open-screen.tsx';
import { givenDevice, givenSignedIn, givenWaysIn } from '../../../../test-support/signed-in.ts';
import { areOffersHeld, holdOffers } from './held-offers.ts';
import { noteNewLogin } from './new-login.ts';

const PASSCODE = page.getByRole('dialog', { name: 'A passcode for this device' });
const NOTICES = page.getByRole('dialog', { name: 'Notifications on this device' });
const anyDialog = page.getByRole('dialog');
const KEY = `B${'a'.repeat(86)}`;

/** A device that is not known yet. */
const FRESH = {
  isRegistered: false,
  device: null,
  passcodeIsSet: false,
  passcodeAlertDisabled: false,
  noticesAnswered: true,
  noticesKey: null,
  isAccountCheckOpen: false,
};

const open = () => openScreen('/cardHome', { brand: 'ledgerline', as: 'account' });

/** Until when each offer was put off on this browser. */
const putOff = () =>
  JSON.parse(localStorage.getItem('wattle.offers.ledgerline') ?? '{}') as Record<string, number | undefined>;

beforeEach(() => {
  givenSignedIn();
  givenWaysIn();
  // The home that the offers lie over goes on waiting for its cards.
  answer(getCards, () => new Promise(() => undefined));
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('default');
});

test('offers a passcode first, with the focus on it, and postpones it by two weeks on Escape', async () => {
  givenDevice({ passcodeAlertDisabled: false, noticesAnswered: false, noticesKey: KEY });
  await open();
  await expect.element(PASSCODE).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Set a passcode', exact: true })).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(anyDialog).not.toBeInTheDocument();
  expect(Math.abs((putOff()['passcode'] ?? 0) - Date.now() - 14 * 24 * 3_600_000)).toBeLessThan(600_000);
  expect(sent(disablePasscodeAlert)).toEqual([]);
});

test('offers a passkey instead of a password right after a login was set up', async () => {
  answer(getDevice, () => {
    noteNewLogin();
    return FRESH;
  });
  await open();
  await expect.element(page.getByRole('dialog', { name: 'Sign in without your password' })).toBeVisible();
  await expectAccessibleInBothSchemes();
  await press('Add a passkey');
  await expect.element(page.getByRole('dialog', { name: 'Add a passkey' })).toBeVisible();
});

test('offers nothing in the session in which a card was activated, and in the next one again', async () => {
  answer(getDevice, () => {
    holdOffers();
    return FRESH;
  });
  await open();
  await expect.poll(() => sent(getDevice)).not.toHaveLength(0);
  await expect.poll(areOffersHeld).toBe(true);
  await expect.element(anyDialog).not.toBeInTheDocument();
  givenDevice({ passcodeAlertDisabled: false });
  await open();
  await expect.element(PASSCODE).toBeVisible();
});

test('opens the passcode page from the offer', async () => {
  givenDevice({ passcodeAlertDisabled: false });
  await open();
  await PASSCODE.getByRole('button', { name: 'Set a passcode' }).click();
  await expectAt('/setLoginPin');
  await expect.element(anyDialog).not.toBeInTheDocument();
});

test('offers notifications once the passcode is decided, and postpones them', async () => {
  givenDevice({ noticesAnswered: false, noticesKey: KEY });
  await open();
  await expect.element(NOTICES).toBeVisible();
  await expectAccessible();
  await press('Not now');
  await expect.element(anyDialog).not.toBeInTheDocument();
  expect(putOff()['notices']).toBeGreaterThan(Date.now());
});

test('sends a permanent refusal to the server', async () => {
  answer(disablePasscodeAlert, { IsSuccessful: true });
  answer(registerDevice, { IsSuccessful: true });
  givenDevice({ passcodeAlertDisabled: false });
  await open();
  await expect.element(PASSCODE).toBeVisible();
  await press('Don’t ask again');
  await expect.poll(() => sent(disablePasscodeAlert)).toHaveLength(1);

  givenDevice({ noticesAnswered: false, noticesKey: KEY });
  await open();
  await expect.element(NOTICES).toBeVisible();
  await press('Don’t ask again');
  await expect
    .poll(() => sent(registerDevice).map(({ body }) => body))
    .toEqual([expect.objectContaining({ registrationId: '', fcmEnabled: false, enabled: true })]);
});

test('registers the device with its subscription when notifications are allowed', async () => {
  answer(registerDevice, { IsSuccessful: true });
  givenDevice({ noticesAnswered: false, noticesKey: KEY });
  vi.spyOn(Notification, 'requestPermission').mockResolvedValue('granted');
  const subscription = { endpoint: 'https://push.example/1', keys: { p256dh: KEY, auth: 'a'.repeat(22) } };
  const pushManager = { getSubscription: async () => null, subscribe: async () => subscription };
  const registration = { active: {}, pushManager } as unknown as ServiceWorkerRegistration;
  vi.spyOn(navigator.serviceWorker, 'register').mockResolvedValue(registration);
  await open();
  await press('Turn on notifications');
  await expectText(NOTICES, /Notifications are on\./);
  expect(sent(registerDevice).map(({ body }) => body)).toEqual([
    expect.objectContaining({ registrationId: JSON.stringify(subscription), fcmEnabled: true, enabled: true }),
  ]);
  await expectAccessible();
  await press('Done');
  await expect.element(anyDialog).not.toBeInTheDocument();
});

test('explains how to continue when the browser blocks notifications', async () => {
  answer(registerDevice, { IsSuccessful: true });
  givenDevice({ noticesAnswered: false, noticesKey: KEY });
  vi.spyOn(Notification, 'requestPermission').mockResolvedValue('denied');
  await open();
  await press('Turn on notifications');
  await expectText(NOTICES, /Your browser is blocking notifications\./);
  await expectAccessible();
  await press('Done');
  await expect.element(anyDialog).not.toBeInTheDocument();
});

test('offers nothing to a card-only user', async () => {
  givenDevice({ passcodeAlertDisabled: false });
  await openScreen('/cardHome', { brand: 'ledgerline', as: 'card' });
  await expect.element(page.getByRole('button', { name: 'More', exact: true })).toBeVisible();
  // Without the question about its device there is no offer.
  await new Promise((passed) => setTimeout(passed, 1_000));
  expect(sent(getDevice)).toEqual([]);
});

test('[2-a] offers nothing where the browser keeps nothing of the site', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  givenDevice({ passcodeAlertDisabled: false, noticesAnswered: false, noticesKey: KEY });
  await open();
  await expect.poll(() => sent(getDevice).length).toBeGreaterThan(0);
  // An offer that is made comes within it.
  await new Promise((passed) => setTimeout(passed, 1_000));
  expect(anyDialog.elements()).toEqual([]);
  vi.restoreAllMocks();
});

test('is replaced by the session warning, so that two dialogs are never open', async () => {
  givenDevice({ passcodeAlertDisabled: false });
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  await open();
  await expect.element(PASSCODE).toBeVisible();
  await vi.advanceTimersByTimeAsync(781_000);
  const warning = page.getByRole('dialog', { name: 'Are you still there?' });
  await expect.element(warning).toBeVisible();
  await expect.element(anyDialog).toHaveLength(1);
  answer(token, TOKEN);
  await press('Stay signed in');
  await expect.element(PASSCODE).toBeVisible();
  await expect.element(anyDialog).toHaveLength(1);
  vi.useRealTimers();
});
