import { getInbox, type InboxMessage } from '@wattle/contract/sandbox/inbox.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../test-support/accessible.ts';
import { expectTexts, title } from '../../../test-support/by-hand.ts';
import { answer, fail, sent } from '../../../test-support/given-server.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';

const SMS: InboxMessage = {
  Id: '1',
  Channel: 'sms',
  Recipient: '+61400000001',
  Template: 'accessCode',
  Language: 'enAU',
  Subject: null,
  Text: 'Stumps Club: your new access code is 246810.',
  Html: null,
  QueuedTime: '2026-11-20T02:00:00Z',
  State: 'delivered',
  Attempts: 1,
};
const EMAIL: InboxMessage = {
  ...SMS,
  Id: '2',
  Channel: 'email',
  Recipient: 'jack@example.com',
  Subject: 'Your statement is ready',
  Text: 'Hello Jack\n\nhttps://example.com/statements',
};

const messages = page.getByRole('article');
const chip = (name: string) => page.getByRole('button', { name, exact: true });

for (const language of ['enAU', 'zhCN'] as const) {
  test(`shows the messages of its brand without an accessibility finding in ${language}`, async () => {
    answer(getInbox, { Messages: [EMAIL, SMS] });
    await openScreen('/sandbox/inbox', { brand: 'stumps', language });
    await expectTexts(messages, [/jack@example\.com.*Your statement is ready/, /\+61400000001.*246810/]);
    expect(sent(getInbox)[0]?.query.get('brand')).toBe('stumps');
    await expectAccessibleInBothSchemes();
  });
}

test('shows the messages of one channel, and reports when there are none', async () => {
  answer(getInbox, { Messages: [EMAIL, SMS] });
  await openScreen('/sandbox/inbox', { brand: 'stumps' });
  await expect.poll(() => document.title).toBe('Sandbox inbox - Stumps Club');
  await expectTexts(messages, [/jack@example\.com/, /\+61400000001/]);
  await chip('Email').click();
  await expectTexts(messages, [/jack@example\.com/]);
  await chip('Push').click();
  await expect.element(chip('Push')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible();
  expect(messages.elements()).toEqual([]);
});

test('reports messages that could not be loaded', async () => {
  fail(getInbox, 0);
  await openScreen('/sandbox/inbox', { brand: 'stumps' });
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(title).toBeVisible();
});
