import { RETURN_REASONS } from '@wattle/contract/settlement/payment-course.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../web/test-support/accessible.ts';
import { button, expectText, field, press, title } from '../../../../web/test-support/by-hand.ts';
import {
  answerCommand,
  answerRows,
  definition,
  done,
  given,
  givenDefinitions,
  waits,
} from '../../../test-support/given-desk.ts';
import { openDesk } from '../../../test-support/open-desk.tsx';
import type { Payment } from './use-payments.ts';

const RETURNED: Payment = {
  payment: '77',
  receipt: '263300000779',
  state: 'Returned',
  why: '3',
  amount: '50.00',
  account: '200100017',
  person: 'holder:9',
  payer: 'Priya Nair',
  by: 'external',
  to: '<img src=x onerror=alert(1)> Maroon',
  bank: '062000',
  number: '•••678',
  counts: '2026-11-26',
  since: '2026-11-26T21:05:00.000Z',
  file: '1-de-20261126-1.aba',
  line: 4,
};

test('a payment is found by what a caller says, and its words are words', async () => {
  answerRows('payments', ({ input }) => (input.receipt === RETURNED.receipt ? [RETURNED] : []));
  await openDesk('/payments');
  await expectText(title, 'Payments');
  await expect.element(page.getByText('No payments yet.')).toBeVisible();
  await field('Receipt number').fill(RETURNED.receipt);
  await press('Search');
  await expect.element(page.getByRole('link', { name: RETURNED.receipt })).toBeVisible();
  await expect.element(page.getByText('<img src=x onerror=alert(1)> Maroon')).toBeVisible();
  await expect.element(page.getByText('Returned: account closed')).toBeVisible();
  expect(window.location.search).toBe('');
  await expectAccessibleInBothSchemes();
});

test('each reason for which a payment is returned has its words', async () => {
  answerRows(
    'payments',
    RETURN_REASONS.map((why, at) => ({ ...RETURNED, payment: String(at), receipt: `2633000007${10 + at}`, why })),
  );
  await openDesk('/payments');
  await expect.element(page.getByText('Returned: stopped by its payer before it left')).toBeVisible();
  expect(page.getByText(/^Returned: /).all()).toHaveLength(RETURN_REASONS.length);
  expect(page.getByText('isn’t available yet').all()).toEqual([]);
});

test('a payment shows its way to the line of the file and of the return', async () => {
  answerRows('payments', [RETURNED]);
  answerRows('payment', [
    { step: 'made', at: '2026-11-26T01:00:00.000Z', file: '', line: null, words: 'external to Maroon, 062000 •••678' },
    { step: 'inFile', at: '2026-11-26T05:00:00.000Z', file: RETURNED.file, line: 4, words: '' },
    { step: 'return', at: '2026-11-27T05:00:00.000Z', file: '1-back.returns', line: 2, words: '3' },
  ]);
  await openDesk(`/payments/${RETURNED.receipt}`);
  const way = page.getByRole('region', { name: 'Its way', exact: true });
  await expect.element(way.getByText('Put into a file')).toBeVisible();
  await expect.element(way.getByText('1-back.returns')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Priya Nair' })).toHaveAttribute('href', '/desk/people/9');
  await expectAccessibleInBothSchemes();
});

test('what does not go on by itself is one list, each with what can be done', async () => {
  const stuck = { by: 'external', account: '200100017', person: 'holder:9', name: 'Priya Nair', amount: '50.00' };
  const at = '2026-11-25T01:00:00.000Z';
  answerRows('payments-to-check', [
    { ...stuck, kind: 'returned', item: RETURNED.receipt, since: at, why: '3' },
    { ...stuck, kind: 'held', item: '263300000555', since: at, why: 'holder' },
    {
      kind: 'givenUp',
      item: '12',
      by: 'settlement.exchange',
      account: '',
      person: '',
      name: '',
      amount: '',
      since: at,
      why: 'refused',
    },
  ]);
  givenDefinitions(
    definition('retry', { inputs: [{ name: 'item', isRequired: true, isSwitch: false, takes: 'a number' }] }),
  );
  answerCommand('retry', () => done({ item: '12', state: 'due' }));
  await openDesk('/payments?view=toCheck');
  await expect.element(page.getByText('account closed')).toBeVisible();
  await page.getByRole('button', { name: RETURNED.receipt }).click();
  await expect
    .element(page.getByRole('link', { name: 'Open the payment' }))
    .toHaveAttribute('href', `/desk/payments/${RETURNED.receipt}`);
  await page.getByRole('button', { name: '263300000555' }).click();
  await expect.element(page.getByText(/Only its payer can keep or cancel it/)).toBeVisible();
  await page.getByRole('button', { name: 'settlement.exchange' }).click();
  await page.getByRole('region', { name: 'Try again' }).getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => given('retry').map(({ input }) => input)).toEqual([{ item: '12' }]);
  await expectAccessibleInBothSchemes();
});

test('a wrong load is taken back with a reason, and is said to wait', async () => {
  const load = { receipt: '263300001236', account: '200100017', type: 'received', amount: '500.00', takenBack: '0.00' };
  givenDefinitions(
    definition('load', { needsApproval: true }),
    definition('take-back-load', {
      needsApproval: true,
      inputs: [
        { name: 'receipt', isRequired: true, isSwitch: false, takes: 'a number' },
        { name: 'amount', isRequired: false, isSwitch: false, takes: 'an amount in dollars' },
      ],
    }),
  );
  answerRows('loads', [{ ...load, at: '2026-11-26T01:00:00.000Z' }]);
  answerCommand('take-back-load', () => waits('52', '2026-11-27T01:00:00.000Z'));
  await openDesk('/payments?view=loads');
  await page.getByRole('button', { name: load.receipt }).click();
  const form = page.getByRole('region', { name: 'Take the load back' });
  await form.getByLabelText(/^Reason/).fill('Loaded the wrong account');
  await form.getByRole('button', { name: 'Take the load back' }).click();
  await expect.element(page.getByText('Request 52 waits for a second person. Nothing has changed yet.')).toBeVisible();
  expect(given('take-back-load').map(({ input, reason }) => [input, reason])).toEqual([
    [{ receipt: load.receipt }, 'Loaded the wrong account'],
  ]);
  await expect.element(button('Load the account')).toBeVisible();
});
