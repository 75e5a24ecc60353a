import { getSystemNotifications } from '@wattle/contract/brands/system-notifications.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { title } from '../../../test-support/by-hand.ts';
import { givenAccount } from '../../../test-support/given-account.ts';
import { answer, fail, sent } from '../../../test-support/given-server.ts';
import { givenCard } from '../../../test-support/signed-in.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';

const notice = page.getByRole('note').filter({ hasText: 'BPAY stops on Sunday' });
const dismissed = () => JSON.parse(localStorage.getItem('wattle.notices.dismissed') ?? '[]') as unknown;

const giveNotice = (Id: string, PaymentMethod: 'bpay' | null = null) =>
  answer(getSystemNotifications, {
    Notifications: [
      {
        Id,
        Level: 'info',
        StartTime: '2026-11-19T02:00:00.000Z',
        EndTime: null,
        PaymentMethod,
        Texts: {
          enAU: { Title: 'BPAY stops on Sunday', Body: 'From 1 am to 5 am.' },
          zhCN: { Title: 'BPAY 周日暂停', Body: '凌晨 1 点至 5 点。' },
        },
      },
    ],
  });

beforeEach(() => {
  givenAccount();
  giveNotice('n-1');
});

test.each(['/', '/login', '/contactUs'])('shows no notice of the brand at %s', async (path) => {
  await openScreen(path);
  await expect.element(title).toBeVisible();
  expect(notice.elements()).toEqual([]);
  expect(sent(getSystemNotifications)).toEqual([]);
});

test('shows a notice at home in the language of its reader', async () => {
  await openScreen('/cardHome', { as: 'account', language: 'zhCN' });
  await expect.element(page.getByRole('note').filter({ hasText: 'BPAY 周日暂停' })).toBeVisible();
});

test('shows a notice at home until it is dismissed, then the next one', async () => {
  await openScreen('/cardHome', { as: 'account' });
  await expect.element(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(notice).not.toBeInTheDocument();
  // Permanently, but only in this browser.
  expect(dismissed()).toEqual(['n-1']);
  giveNotice('n-2');
  await openScreen('/cardHome', { as: 'account' });
  await expect.element(notice).toBeVisible();
});

test('a notice about bills is for people who can pay bills alone', async () => {
  giveNotice('n-3', 'bpay');
  givenAccount([givenCard({ IsBPayAllowed: false })]);
  await openScreen('/cardHome', { as: 'account' });
  await expect.poll(() => sent(getSystemNotifications)).not.toHaveLength(0);
  await expect.element(page.getByRole('switch')).toBeVisible();
  expect(notice.elements()).toEqual([]);
  // A card that is blocked pays nothing.
  givenAccount([givenCard({ IsBPayAllowed: true, CardStatus: 'Restricted' })]);
  await openScreen('/cardHome', { as: 'account' });
  await expect.element(page.getByText('This card is blocked')).toBeVisible();
  expect(notice.elements()).toEqual([]);
  givenAccount([givenCard({ IsBPayAllowed: true })]);
  await openScreen('/cardHome', { as: 'account' });
  await expect.element(notice).toBeVisible();
});

test('continues without notices when they fail', async () => {
  fail(getSystemNotifications, 500);
  await openScreen('/cardHome', { as: 'account' });
  await expect.poll(() => sent(getSystemNotifications)).not.toHaveLength(0);
  const places = page.getByRole('navigation', { name: 'Main' });
  await places.getByRole('link', { name: 'Transactions' }).click();
  await expect.element(title).toHaveFocus();
  expect(window.location.pathname).toBe('/transactions');
  expect(sessionStorage.getItem('wattle.session')).not.toBeNull();
});
