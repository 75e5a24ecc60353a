import { getCardDetails } from '@wattle/contract/cards/home.ts';
import { countNotifications } from '@wattle/contract/notifications/count-notifications.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../test-support/accessible.ts';
import { givenAccount } from '../../test-support/given-account.ts';
import { answer, fail } from '../../test-support/given-server.ts';
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
