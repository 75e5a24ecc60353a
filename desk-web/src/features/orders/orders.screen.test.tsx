import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../web/test-support/accessible.ts';
import { expectAt, expectText, field, press, title } from '../../../../web/test-support/by-hand.ts';
import type { RowOf } from '../../calls/commands.ts';
import {
  answerCommand,
  answerRows,
  definition,
  given,
  givenDefinitions,
  waits,
} from '../../../test-support/given-desk.ts';
import { openDesk } from '../../../test-support/open-desk.tsx';

const ORDER: RowOf<'orders'> = {
  order: '263300010231',
  buyer: 'b••••@e••••.com',
  state: 'Issued',
  placed: '2026-11-25T22:12:00.000Z',
  paid: '2026-11-25T22:14:00.000Z',
  cards: 2,
  gifts: 2,
  opened: 1,
  ended: 0,
  amount: '107.90',
};
const ITEM: RowOf<'order'> = {
  item: '1',
  card: 'card:71',
  product: 'Wattle Gift',
  amount: '50.00',
  state: 'Opened, paid 2026-11-25',
  gift: 'Mia Park',
  to: 'm••••@e••••.com',
  cameBack: false,
  opened: '2026-11-25T22:31:00.000Z',
  left: '31.60',
  ended: '',
};

test('orders are narrowed, and a gift whose email came back is corrected by two people', async () => {
  answerRows('orders', [ORDER]);
  answerRows('order', [ITEM, { ...ITEM, item: '2', gift: 'Leo Park', opened: '', state: 'Sent', cameBack: true }]);
  const input = (name: string) => ({ name, isRequired: true, isSwitch: false, takes: 'a text' });
  givenDefinitions(
    definition('correct-gift', { needsApproval: true, inputs: [input('order'), input('item'), input('email')] }),
  );
  answerCommand('correct-gift', () => waits('117', '2026-11-27T01:00:00.000Z'));
  await openDesk('/orders/263300010231');
  await page.getByRole('combobox', { name: 'State' }).selectOptions('Gifts opened');
  await page.getByRole('combobox', { name: 'Placed' }).selectOptions('In the last 30 days');
  await expect.poll(() => given('orders').at(-1)?.input).toEqual({ state: 'Opened', days: '30' });
  await expect.element(page.getByText('Email came back')).toBeVisible();
  await press('Correct and send again');
  await expect.element(page.getByText(/It went to m••••@e••••.com/)).toBeVisible();
  await expectAccessibleInBothSchemes();
  await field('Email').fill('leo.park@example.com');
  await field('Reason').fill('The buyer called');
  await press('Ask to send it again');
  await expect.element(page.getByText(/^Request 117 waits/)).toBeVisible();
  expect(given('correct-gift').map((call) => call.input)).toEqual([
    { order: '263300010231', item: '2', email: 'leo.park@example.com' },
  ]);
});

test('orders are found by the email of their buyer, which stays out of the address, and one card is refunded', async () => {
  answerRows('orders', ({ input }) =>
    'email' in input ? [ORDER] : [ORDER, { ...ORDER, order: '', state: 'Placed', paid: '', opened: 0 }],
  );
  answerRows('order', [ITEM, { ...ITEM, item: '2', gift: 'Leo Park', opened: '', left: '50.00' }]);
  givenDefinitions(
    definition('refund-order', {
      needsApproval: true,
      inputs: ['order', 'item', 'amount'].map((name) => ({
        name,
        isRequired: name === 'order',
        isSwitch: false,
        takes: 'a number',
      })),
    }),
  );
  answerCommand('refund-order', () => waits('116', '2026-11-27T01:00:00.000Z'));
  await openDesk('/orders');
  await expectText(title, 'Orders and vouchers');
  await expect.element(page.getByText('Not paid for')).toBeVisible();
  await field('Email of the buyer').fill('Ben.Howe@Example.com');
  await press('Search');
  await expect.element(page.getByRole('region', { name: 'Orders of this buyer' })).toBeVisible();
  expect(given('orders').at(-1)?.input).toEqual({ email: 'Ben.Howe@Example.com' });
  await expect.element(page.getByText('1 of 2 opened')).toBeVisible();
  await page.getByRole('link', { name: /263300010231/ }).click();
  await expectAt('/desk/orders/263300010231');
  await expect.element(page.getByText('Not opened yet')).toBeVisible();
  await expectAccessibleInBothSchemes();
  await page.getByRole('checkbox', { name: /Mia Park/ }).click();
  await page.getByRole('checkbox', { name: /Leo Park/ }).click();
  // 31.60 and 50.00.
  await expect.element(page.getByRole('button', { name: 'Ask to refund $81.60' })).toBeVisible();
  await page.getByRole('checkbox', { name: /Mia Park/ }).click();
  await field('Reason').fill('Wrong email address');
  await press('Ask to refund $50.00');
  await expect.element(page.getByText(/^Request 116 waits/)).toBeVisible();
  expect(given('refund-order').map(({ input }) => input)).toEqual([{ order: '263300010231', item: '2' }]);
});
