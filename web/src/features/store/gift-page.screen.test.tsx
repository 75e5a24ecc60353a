import { collect, getCollection } from '@wattle/contract/store/collection.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test-support/accessible.ts';
import { expectAt, field, heading, press } from '../../../test-support/by-hand.ts';
import { answer, refuse, sent } from '../../../test-support/given-server.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';

const TOKEN = 'x'.repeat(43);

test.each(['enAU', 'zhCN'] as const)('a gift lands on its card, its words and its code in %s', async (language) => {
  answer(getCollection, {
    Leads: 'gift',
    CancelledBy: null,
    Gift: {
      Kind: 'virtual',
      ProductName: 'Wattle Online',
      Scheme: 'Visa',
      Art: null,
      IsDarkArt: true,
      RecipientName: 'Mia',
      SenderName: 'Noah',
      Message: '<b>Happy</b> birthday',
      Amount: 50,
      OpenBy: '2026-12-10T02:00:00.000Z',
    },
  });
  await openScreen(`/store/collect/${TOKEN}`, { language });
  await expectAt('/store/collect');
  const isEnglish = language === 'enAU';
  await expect.element(heading(isEnglish ? 'Mia, this card is for you' : 'Mia，这张卡送给您')).toBeVisible();
  await expect.element(page.getByText('<b>Happy</b> birthday')).toBeVisible();
  const day = isEnglish ? 'Open it by Thursday 10 December' : '请在 12月10日星期四 前打开';
  await expect.element(page.getByText(day)).toBeVisible();
  await expectAccessible();
});

test('a gift that was cancelled sends to its sender, and offers no link', async () => {
  answer(getCollection, { Leads: 'gift', Gift: null, CancelledBy: 'Ben' });
  await openScreen(`/store/collect/${TOKEN}`);
  await expect.element(heading('This gift was cancelled')).toBeVisible();
  await expect.element(page.getByText('Ask Ben about it.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Email a new link' })).not.toBeInTheDocument();
  await expectAccessible();
});

test('a wrong code of a gift is an error at the field', async () => {
  answer(getCollection, {
    Leads: 'gift',
    CancelledBy: null,
    Gift: {
      Kind: 'virtual',
      ProductName: 'Wattle Online',
      Scheme: 'Visa',
      Art: null,
      IsDarkArt: true,
      RecipientName: 'Mia',
      SenderName: 'Noah',
      Message: '',
      Amount: 50,
      OpenBy: '2026-12-10T02:00:00.000Z',
    },
  });
  refuse(collect, 'access_code_wrong');
  await openScreen(`/store/collect/${TOKEN}`);
  await field('Collection code').fill('000000');
  await press('Open card');
  await expect.element(page.getByText('Check the 6 digits. They don’t match this link').first()).toBeVisible();
  expect(sent(collect).at(-1)?.body).toEqual({ Token: TOKEN, Code: '000000' });
});
