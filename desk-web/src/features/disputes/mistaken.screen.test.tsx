import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../web/test-support/accessible.ts';
import { expectText, press, title } from '../../../../web/test-support/by-hand.ts';
import type { RowOf } from '../../calls/commands.ts';
import {
  answerCommand,
  answerRows,
  definition,
  done,
  given,
  givenDefinitions,
  refusal,
} from '../../../test-support/given-desk.ts';
import { openDesk } from '../../../test-support/open-desk.tsx';

const MISTAKEN: RowOf<'mistaken-facts'> = {
  mistaken: '263300001059',
  state: 'Asked',
  rule: 'tenDays',
  person: 'holder:9',
  name: 'Li Wei',
  payment: 'Sent',
  ifNot: '0.00',
  account: '200100025',
  receipt: '263300000012',
  payee: 'Reef Dive',
  bank: '000101',
  amount: '20.00',
  paid: '2026-11-20',
  asked: '2026-11-21T01:00:00.000Z',
  changed: '2026-11-21T01:00:00.000Z',
  ifReturned: '20.00',
  file: '',
  line: null,
  askBy: '2026-11-27',
  acknowledgedBy: '',
  backBy: '',
  tellBy: '2027-01-06',
};

test('a payment to the wrong account shows where it went, and what the other bank was asked', async () => {
  let state = 'Asked';
  answerRows('mistaken-facts', () => [{ ...MISTAKEN, state }]);
  givenDefinitions(definition('request-mistaken'), definition('refuse-mistaken'), definition('recover-mistaken'));
  answerCommand('request-mistaken', () => {
    state = 'Requested';
    return done({ mistaken: MISTAKEN.mistaken, state });
  });
  await openDesk(`/disputes/mistaken/${MISTAKEN.mistaken}`);
  await expectText(title, 'Li Wei sent $20.00 to the wrong account: Reef Dive');
  await expect.element(page.getByText('Li Wei +$20.00')).toBeVisible();
  await expect.element(page.getByText('Not in a file yet')).toBeVisible();
  await expect.element(page.getByText(/^Reported within 10 business days/)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: MISTAKEN.receipt }))
    .toHaveAttribute('href', `/desk/payments/${MISTAKEN.receipt}`);
  await press('The bank was asked');
  await expectAccessibleInBothSchemes();
  await page.getByRole('region', { name: 'The bank was asked' }).getByRole('button').click();
  await expect.element(page.getByText('Waits for the bank')).toBeVisible();
  // It is asked once. The next event is the bank's answer.
  await expect.element(page.getByRole('button', { name: 'The bank was asked' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Credit the money' })).toBeVisible();
  expect(given('request-mistaken').map(({ input }) => input)).toEqual([{ mistaken: MISTAKEN.mistaken }]);
});

test('a payment that came back has no more to do, and one of another programme is not there', async () => {
  answerRows('mistaken-facts', [{ ...MISTAKEN, state: 'Recovered', file: '1-de-20261120-1.aba', line: 4 }]);
  await openDesk(`/disputes/mistaken/${MISTAKEN.mistaken}`);
  await expect.element(page.getByText('1-de-20261120-1.aba, line 4')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'The bank refused' })).not.toBeInTheDocument();
  answerCommand('scam', () => refusal('not_found', 404, { field: 'scam' }));
  await openDesk('/disputes/scam/263300009999');
  await expect.element(page.getByText('We can’t find that in your programme.').first()).toBeVisible();
});

const SCAM: RowOf<'scam'> = {
  scam: '263300001077',
  state: 'Open',
  outcome: 'AskedBack',
  account: '200100025',
  payee: 'Wilson Street',
  amount: '310.00',
  mistaken: MISTAKEN.mistaken,
  reported: '2026-11-21T01:00:00.000Z',
  person: 'holder:9',
  name: 'Li Wei',
};

test('a scam shows what was done at once, leads to the recall, and is finished as one', async () => {
  let state = 'Open';
  answerRows('scam', () => [{ ...SCAM, state }]);
  givenDefinitions(
    definition('unblock-payee'),
    definition('close-scam', {
      inputs: [
        { name: 'scam', isRequired: true, isSwitch: false, takes: 'a number' },
        { name: 'outcome', isRequired: true, isSwitch: false, takes: 'one', choices: ['confirmed', 'dismissed'] },
      ],
    }),
  );
  answerCommand('close-scam', () => {
    state = 'Confirmed';
    return done({ ...SCAM, state });
  });
  await openDesk(`/disputes/scam/${SCAM.scam}`);
  await expectText(title, 'Li Wei reports $310.00 to Wilson Street as a scam');
  await expect.element(page.getByText('It had left. The other bank is asked for it.')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: MISTAKEN.mistaken }))
    .toHaveAttribute('href', `/desk/disputes/mistaken/${MISTAKEN.mistaken}`);
  await press('Finish the case');
  await page.getByRole('combobox', { name: 'Outcome' }).selectOptions('confirmed');
  await expectAccessibleInBothSchemes();
  await page.getByRole('region', { name: 'Finish the case' }).getByRole('button').click();
  await expect.element(page.getByText('Confirmed', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Finish the case' })).not.toBeInTheDocument();
  expect(given('close-scam').map(({ input }) => input)).toEqual([{ scam: SCAM.scam, outcome: 'confirmed' }]);
});
