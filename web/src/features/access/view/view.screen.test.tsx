import { endSession } from '@wattle/contract/access/session.ts';
import { openView } from '@wattle/contract/access/view.ts';
import { getAccountDevices, getDevice } from '@wattle/contract/devices/device.ts';
import { hearOfChanges } from '@wattle/contract/live-updates/live-updates.ts';
import { getScheduledPayments } from '@wattle/contract/schedules/schedules.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../test-support/accessible.ts';
import { button, expectAt, expectText, press, title } from '../../../../test-support/by-hand.ts';
import { answer, answerRest, fail, refuse, sent } from '../../../../test-support/given-server.ts';
import { openScreen, TOKEN } from '../../../../test-support/open-screen.tsx';
import { givenSignedIn } from '../../../../test-support/signed-in.ts';
import { currentSession, startSession } from '../../../session/session.ts';

const TICKET = `00000000-0000-4000-8000-000000000001.${'a'.repeat(43)}`;
const banner = page.getByRole('region', { name: 'Staff view' });

/** The server's refusal of a call that a view may not make. */
const refusedToView = () => Response.json({ error: ['20403'] }, { status: 403 });

beforeEach(() => {
  givenSignedIn();
  answerRest(refusedToView);
  answer(openView, { ...TOKEN, Staff: 'Kate Lowe', Person: 'Amelia Chen' });
});

test('a ticket is taken out of the address, sent once, and opens the account under a banner', async () => {
  await openScreen(`/viewAs#${TICKET}`);
  await expectAt('/cardHome');
  expect(window.location.hash).toBe('');
  expect(sent(openView).map(({ body }) => body)).toEqual([{ brand: 'wattle', ticket: TICKET }]);
  await expectText(banner, /Kate Lowe is viewing the account of Amelia Chen\. Nothing can be changed\./);
  await expectText(page.getByRole('main'), /\$640\.25/);
  // Nothing is offered, registered or listened to.
  expect([sent(getDevice), sent(getAccountDevices), sent(hearOfChanges)]).toEqual([[], [], []]);
});

test('the banner stays on the next page, and in Chinese', async () => {
  await openScreen(`/viewAs#${TICKET}`, { language: 'zhCN' });
  await expectAt('/cardHome');
  const label = page.getByRole('region', { name: '员工查看' });
  await expectText(label, /Kate Lowe 正在查看 Amelia Chen 的账户。 无法进行任何更改。/);
  await page.getByRole('link', { name: '通知' }).first().click();
  await expectAt('/notifications');
  await expect.element(label).toBeVisible();
  await expectAccessibleInBothSchemes();
});

test('a tab that is signed in keeps its session, and the ticket is not used', async () => {
  await openScreen(`/viewAs#${TICKET}`, { as: 'account' });
  await expectText(title, 'This tab is already signed in');
  expect(window.location.hash).toBe('');
  expect(sent(openView)).toEqual([]);
  expect(currentSession()?.accessToken).toBe(TOKEN.access_token);
  expect(sent(endSession)).toEqual([]);
  await expectAccessibleInBothSchemes();
});

test('distinguishes a used ticket, another network, and no ticket', async () => {
  refuse(openView, 'ticket_gone');
  await openScreen(`/viewAs#${TICKET}`);
  await expectText(title, 'No account is open');
  await expectAccessibleInBothSchemes();
  refuse(openView, 'not_found');
  await openScreen(`/viewAs#${TICKET}`);
  await expectText(title, 'You can’t view accounts from here');
  await openScreen('/viewAs');
  await expectText(title, 'No account is open');
  expect(sent(openView)).toHaveLength(2);
  expect(currentSession()).toBeNull();
});

test('a page that is refused to a view says so once, and offers nothing to try', async () => {
  answer(getScheduledPayments, refusedToView);
  await openScreen(`/viewAs#${TICKET}`);
  await expectAt('/cardHome');
  await page.getByRole('link', { name: 'Scheduled payments' }).first().click();
  const refused = page.getByRole('main').getByRole('alert');
  await expectText(refused, 'Not available while you view this account');
  await expect.element(page.getByRole('main').getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});

test('a name of somebody who means harm is only words in the banner, and leaves its button in place', async () => {
  const person = `<img src=x onerror="document.documentElement.dataset.ran='yes'"> ${'Wattlebird'.repeat(12)}`;
  answer(openView, { ...TOKEN, Staff: 'Kate Lowe', Person: person });
  await openScreen(`/viewAs#${TICKET}`);
  await expectAt('/cardHome');
  await expect
    .element(banner)
    .toHaveTextContent(`Kate Lowe is viewing the account of ${person}. Nothing can be changed.End view`);
  expect(banner.element().querySelector('img')).toBeNull();
  expect(document.documentElement.dataset['ran']).toBeUndefined();
  const box = banner.element().getBoundingClientRect();
  expect(button('End view').element().getBoundingClientRect().right).toBeLessThanOrEqual(box.right);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
});

test('without an answer it can be tried again', async () => {
  fail(openView, 0);
  await openScreen(`/viewAs#${TICKET}`);
  await expectText(title, 'We couldn’t open the account');
  answer(openView, { ...TOKEN, Staff: 'Kate Lowe', Person: 'Amelia Chen' });
  await press('Try again');
  await expectAt('/cardHome');
  await expect.element(button('End view')).toBeVisible();
});

test('no other tab gets the session of a view', async () => {
  await openScreen('/viewAs');
  startSession('account', 'wattle', TOKEN, { staff: 'Kate Lowe', person: 'Amelia Chen' });
  const held = (await navigator.locks.query()).held?.map(({ name = '' }) => name) ?? [];
  expect(held.filter((name) => name.startsWith('wattle.session.'))).toEqual([]);
  const other = new BroadcastChannel('wattle.session');
  const received: unknown[] = [];
  other.addEventListener('message', ({ data }) => received.push(data));
  other.postMessage({ kind: 'wanted', brand: 'wattle', asker: 'me' });
  await new Promise((resolve) => setTimeout(resolve, 300));
  other.close();
  expect(received).toEqual([]);
});
