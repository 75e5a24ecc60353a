import { countNotifications } from '@wattle/contract/notifications/count-notifications.ts';
import {
  getNotifications,
  type NotificationItem,
  readAllNotifications,
  readNotification,
} from '@wattle/contract/notifications/notifications.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test-support/accessible.ts';
import { expectAt, expectText } from '../../../test-support/by-hand.ts';
import { givenAccount } from '../../../test-support/given-account.ts';
import { answer, fail, sent } from '../../../test-support/given-server.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';

const QUIET: NotificationItem = {
  Id: '1',
  Kind: 'purchase',
  HappenedAt: '2026-11-20T01:12:00Z',
  IsRead: true,
  Name: '',
  Amount: null,
  Category: null,
  Channel: null,
  DeclineReason: null,
  TransactionId: null,
  AccountNumber: null,
  Until: null,
  Change: null,
  Values: {},
};
const PURCHASE: NotificationItem = {
  ...QUIET,
  Id: '9',
  IsRead: false,
  Name: 'Corner Cafe',
  Amount: -12.34,
  Category: 'eatingOut',
  Channel: 'contactless',
  TransactionId: 'row-1',
  AccountNumber: '200100017',
};
const DECLINED: NotificationItem = {
  ...PURCHASE,
  Id: '8',
  Kind: 'declined',
  HappenedAt: '2026-11-19T06:30:00Z',
  Name: 'Banksia Bikes',
  Amount: -640,
  DeclineReason: 'overLimit',
};
const SIGN_IN: NotificationItem = {
  ...QUIET,
  Id: '7',
  Kind: 'signIn',
  HappenedAt: '2026-11-01T06:30:00Z',
  Values: { browser: 'Chrome', system: 'Windows' },
};

function given(all: readonly NotificationItem[], unread = all.filter(({ IsRead }) => !IsRead).length): void {
  givenAccount();
  answer(getNotifications, ({ query }) => {
    const topic = query.get('topic');
    const found = topic === 'security' ? all.filter(({ Kind }) => Kind === 'signIn') : all;
    return { Notifications: [...found], HasMore: false };
  });
  answer(countNotifications, { Unread: unread });
  answer(readNotification, { Unread: unread - 1 });
  answer(readAllNotifications, { Unread: 0 });
}

const open = (language: 'enAU' | 'zhCN' = 'enAU') => openScreen('/notifications', { as: 'account', language });
const rowOf = (text: string) => page.getByRole('listitem').filter({ hasText: text });

test('notifications are under their days, with their reason and what helps', async () => {
  given([PURCHASE, DECLINED, SIGN_IN]);
  await open();
  await expect.element(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible();
  await expectText(rowOf('Corner Cafe'), /Purchase · tap.*−\$12\.34.*12:12 pm/);
  await expectText(rowOf('Banksia Bikes'), /Declined · tap.*\$640\.00.*over the card’s daily spend limit/);
  await expect.element(rowOf('Banksia Bikes').getByRole('link', { name: 'Change spend limit' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'New sign-in from Chrome on Windows' })).toBeVisible();
  await expect.element(page.getByText('2 unread', { exact: true })).toBeVisible();
  await expectAccessible();
});

test('a notification leads to its transaction and counts as read', async () => {
  given([PURCHASE]);
  await open();
  await page.getByRole('link', { name: /Corner Cafe/ }).click();
  await expectAt('/transactions');
  await expect.poll(() => sent(readNotification).map(({ body }) => body)).toEqual([{ Id: '9' }]);
});

test('all that have been seen are marked as read', async () => {
  given([PURCHASE, DECLINED]);
  await open();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect.poll(() => sent(readAllNotifications).map(({ body }) => body)).toEqual([{ NewestId: '9' }]);
});

test('a filter shows one topic', async () => {
  given([PURCHASE, SIGN_IN]);
  await open();
  await page.getByRole('button', { name: 'Security' }).click();
  await expect.element(page.getByText('Corner Cafe')).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'New sign-in from Chrome on Windows' })).toBeVisible();
});

test('a topic that cannot be loaded shows those of the page, and says so', async () => {
  given([PURCHASE, SIGN_IN]);
  await open();
  await expect.element(page.getByText('Corner Cafe')).toBeVisible();
  fail(getNotifications, 0);
  await page.getByRole('button', { name: 'Security' }).click();
  await expect.element(page.getByText(/^We couldn’t load this topic\./)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'New sign-in from Chrome on Windows' })).toBeVisible();
  await expect.element(page.getByText('Corner Cafe')).not.toBeInTheDocument();
  await expectAccessible();
  given([PURCHASE, SIGN_IN]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText(/^We couldn’t load this topic\./)).not.toBeInTheDocument();
});

test('without any the page says what will appear', async () => {
  given([]);
  await open();
  await expect.element(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible();
  await expectAccessible();
});

test('words are those of the language in use', async () => {
  given([PURCHASE, SIGN_IN]);
  await open('zhCN');
  await expect.element(page.getByRole('link', { name: '新登录：Windows 上的 Chrome' })).toBeVisible();
});

test('the bell says how many are unread, and a card alone has none', async () => {
  given([PURCHASE], 3);
  await openScreen('/cardHome', { as: 'account' });
  const bell = page.getByRole('link', { name: 'Notifications, 3 unread' });
  await expect.element(bell).toBeVisible();
  await bell.click();
  await expectAt('/notifications');
  await openScreen('/notifications', { as: 'card' });
  await expectAt('/cardHome');
  await expect.element(page.getByRole('link', { name: /^Notifications/ })).not.toBeInTheDocument();
});
