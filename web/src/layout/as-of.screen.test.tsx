import { getCardDetails } from '@wattle/contract/cards/home.ts';
import { getCardControls } from '@wattle/contract/cards/controls.ts';
import { getScheduledPayments } from '@wattle/contract/schedules/schedules.ts';
import { countNotifications } from '@wattle/contract/notifications/count-notifications.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../test-support/accessible.ts';
import { givenAccount } from '../../test-support/given-account.ts';
import { title } from '../../test-support/by-hand.ts';
import { HELD_PAYMENT } from '../../test-support/held-payment.ts';
import { answer, fail, sent } from '../../test-support/given-server.ts';
import { openScreen } from '../../test-support/open-screen.tsx';
import { currentSession, endSession } from '../session/session.ts';

const AS_OF = page.getByText(/^As of \d{1,2}:\d{2} [ap]m$/);
const balance = () => document.querySelector('.balance__amount')?.textContent;

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function goOffline(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

async function openHome(): Promise<void> {
  givenAccount();
  await openScreen('/cardHome', { as: 'account' });
  await expect.element(page.getByRole('switch')).toBeVisible();
  await expect.poll(balance).not.toBe(undefined);
}

test('figures stay without a network, with when they came, until there is one', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-19T23:42:10Z') });
  await openHome();
  const before = balance();
  expect(AS_OF.elements()).toEqual([]);
  vi.setSystemTime(Date.parse('2026-11-20T00:30:00Z'));
  goOffline(false);
  // 23:42 UTC is 10:42 of the next day in Melbourne.
  await expect.element(page.getByText('As of 10:42 am').first()).toBeVisible();
  expect(balance()).toBe(before);
  await expectAccessible();
  goOffline(true);
  await expect.poll(() => AS_OF.elements().length).toBe(0);
});

test('figures that could not be renewed stay with when they came', async () => {
  await openHome();
  const before = balance();
  fail(getCardDetails, 0);
  window.dispatchEvent(new Event('focus'));
  await expect.element(page.getByText(/^As of/).first()).toBeVisible();
  expect(balance()).toBe(before);
});

test('a list that could not be renewed stays with when it came', async () => {
  givenAccount();
  answer(getScheduledPayments, { transferPayments: [HELD_PAYMENT], bpayPayments: [] });
  await openScreen('/scheduledPayments', { as: 'account' });
  const payment = page.getByText(HELD_PAYMENT.accountName).first();
  await expect.element(payment).toBeVisible();
  expect(AS_OF.elements()).toEqual([]);
  fail(getScheduledPayments, 0);
  window.dispatchEvent(new Event('focus'));
  await expect.element(page.getByText(/^As of/)).toBeVisible();
  await expect.element(payment).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
  await expectAccessible();
});

test('a list of settings that could not be renewed is no error', async () => {
  givenAccount();
  const Controls = [{ Control: 'overseas', Kind: 'channel', IsAllowed: true, AllowedFrom: null } as const];
  answer(getCardControls, { Controls, GamblingWaitHours: 48, HomeCountry: 'AU', ForeignFeePercent: 3 });
  await openScreen('/settings/controls', { as: 'account' });
  await expect.element(title).toBeVisible();
  await expect.poll(() => page.getByRole('switch').elements().length).toBeGreaterThan(0);
  const switches = page.getByRole('switch').elements().length;
  fail(getCardControls, 0);
  fail(getCardDetails, 503);
  const before = sent(getCardControls).length;
  window.dispatchEvent(new Event('focus'));
  await expect.poll(() => sent(getCardControls).length).toBeGreaterThan(before);
  await expect.poll(() => page.getByRole('switch').elements().length).toBe(switches);
  expect(page.getByRole('button', { name: 'Try again' }).elements()).toEqual([]);
});

test('figures that are slow to be renewed say of when they are', async () => {
  await openHome();
  answer(getCardDetails, () => new Promise(() => undefined));
  window.dispatchEvent(new Event('focus'));
  await expect.element(page.getByText(/^As of/).first()).toBeVisible();
});

test('the icon of the app counts what is unread until its person signs out', async () => {
  const shown: number[] = [];
  Object.assign(navigator, {
    setAppBadge: async (count: number) => void shown.push(count),
    clearAppBadge: async () => void shown.push(0),
  });
  givenAccount();
  answer(countNotifications, { Unread: 3 });
  await openScreen('/cardHome', { as: 'account' });
  await expect.poll(() => shown.at(-1)).toBe(3);
  endSession('signedOut', currentSession()?.id);
  await expect.poll(() => shown.at(-1)).toBe(0);
  Reflect.deleteProperty(navigator, 'setAppBadge');
  Reflect.deleteProperty(navigator, 'clearAppBadge');
});
