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
  waits,
} from '../../../test-support/given-desk.ts';
import { openDesk } from '../../../test-support/open-desk.tsx';
import type { Case } from './use-cases.ts';

const CASE: Case = {
  kind: 'dispute',
  case: '263300001042',
  state: 'Open',
  person: 'holder:9',
  name: 'Li Wei',
  account: '200100025',
  about: 'Northside Travel',
  amount: '184.00',
  opened: '2026-11-12T01:00:00.000Z',
  due: '2026-11-28',
  daysLeft: 2,
};
const FACTS: RowOf<'dispute-facts'> = {
  dispute: CASE.case,
  state: 'Open',
  reason: 'notReceived',
  person: 'holder:9',
  name: 'Li Wei',
  account: '200100025',
  card: 'ends 0074',
  merchant: 'Northside Travel',
  statement: '',
  mcc: '4722',
  channel: 'online',
  country: 'AU',
  bought: '2026-11-04T01:00:00.000Z',
  cleared: '2026-11-06T01:00:00.000Z',
  amount: '184.00',
  refunded: '0.00',
  provisional: '0.00',
  provisionalGiven: false,
  ifUpheld: '184.00',
  ifNot: '0.00',
  opened: CASE.opened,
  submitted: '',
  due: '2026-12-12',
  ended: '',
  resolution: '',
  credited: '',
};

test('the queue shows what is due soonest, and says what is over', async () => {
  const over: Case = { ...CASE, kind: 'mistaken', case: '263300001059', state: 'Asked', daysLeft: -3 };
  answerRows('cases', [over, CASE]);
  await openDesk('/disputes');
  await expectText(title, 'Disputes');
  await expect.element(page.getByText('3 days over')).toBeVisible();
  await expect.element(page.getByText('2 days left')).toBeVisible();
  const ways = page.getByRole('table').getByRole('link');
  await expect.element(ways.nth(0)).toHaveAttribute('href', '/desk/disputes/mistaken/263300001059');
  await expectAccessibleInBothSchemes();
});

test('a dispute shows its money and its messages, and the cardholder is asked', async () => {
  const words = '=HYPERLINK("https://x.test") <script>alert(1)</script>';
  answerRows('dispute-facts', [FACTS]);
  answerRows('dispute', [
    { what: 'Open', at: CASE.opened, words: 'notReceived', file: '' },
    { what: 'cardholder', at: CASE.opened, words, file: '' },
    { what: 'file', at: CASE.opened, words: 'booking.pdf, application/pdf, 210000 bytes', file: 'f-1' },
  ]);
  givenDefinitions(
    definition('ask-back', {
      inputs: [
        { name: 'dispute', isRequired: true, isSwitch: false, takes: 'a number' },
        { name: 'words', isRequired: true, isSwitch: false, takes: 'a text of 1 to 1000 characters' },
      ],
    }),
  );
  answerCommand('ask-back', () => done({ dispute: CASE.case, state: 'NeedsInfo' }));
  await openDesk(`/disputes/dispute/${CASE.case}`);
  await expect
    .element(page.getByRole('heading', { level: 1, name: /Li Wei disputes \$184\.00 at Northside Travel/ }))
    .toBeVisible();
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(page.getByText('Li Wei +$184.00')).toBeVisible();
  await expect.element(page.getByText(/^booking\.pdf/)).toBeVisible();
  await press('Ask Li Wei');
  await expectAccessibleInBothSchemes();
  await page.getByLabelText('Words').fill('Which booking was it?');
  await page.getByRole('region', { name: 'Ask Li Wei' }).getByRole('button', { name: 'Ask Li Wei' }).click();
  await expect.element(page.getByText('Done.')).toBeVisible();
  expect(given('ask-back').map(({ input }) => input)).toEqual([{ dispute: CASE.case, words: 'Which booking was it?' }]);
});

const RESOLVE = definition('resolve-dispute', {
  needsApproval: true,
  inputs: [
    { name: 'dispute', isRequired: true, isSwitch: false, takes: 'a number' },
    { name: 'resolution', isRequired: true, isSwitch: false, takes: 'one of these' },
    { name: 'amount', isRequired: false, isSwitch: false, takes: 'an amount in dollars above zero, as 12.50' },
  ],
});

test('each end of a dispute says what it does to the money, and one that was never sent is warned about', async () => {
  answerRows('dispute-facts', [{ ...FACTS, amount: '184.00', refunded: '84.00' }]);
  answerRows('dispute', []);
  givenDefinitions(RESOLVE);
  answerCommand('resolve-dispute', () => waits('61', '2026-11-27T01:00:00.000Z'));
  await openDesk(`/disputes/dispute/${CASE.case}`);
  await press('Resolve');
  await expect
    .element(page.getByText('Li Wei gets $100.00 back for good. The scheme is asked', { exact: false }).first())
    .toBeVisible();
  await expect.element(page.getByText('Li Wei gets nothing back: $100.00 stays with Northside Travel.')).toBeVisible();
  await page.getByRole('radio', { name: /^The card scheme pays a part/ }).click();
  await expect.element(page.getByText('This dispute was never sent to the network')).toBeVisible();
  expect(page.getByLabelText(/^Reason/).elements()).toEqual([]);
  await expectAccessibleInBothSchemes();
  await press('End it all the same');
  // A part needs its amount.
  await page.getByLabelText(/^Reason/).fill('Half of it was delivered');
  await press('End the dispute: The card scheme pays a part');
  await expect.element(page.getByText('Enter: Amount')).toBeVisible();
  expect(given('resolve-dispute')).toEqual([]);
  await page.getByLabelText('Amount', { exact: true }).fill('50');
  await press('End the dispute: The card scheme pays a part');
  await expect.element(page.getByText(/^Request 61 waits/)).toBeVisible();
  expect(given('resolve-dispute').map(({ input }) => input)).toEqual([
    { dispute: CASE.case, resolution: 'part', amount: '50' },
  ]);
});

test('an end after a provisional credit says what becomes of it, without a warning where it was sent', async () => {
  answerRows('dispute-facts', [
    { ...FACTS, state: 'Submitted', submitted: CASE.opened, provisional: '184.00', provisionalGiven: true },
  ]);
  answerRows('dispute', []);
  givenDefinitions(RESOLVE);
  await openDesk(`/disputes/dispute/${CASE.case}`);
  await press('Resolve');
  await page.getByRole('radio', { name: /^No refund/ }).click();
  await expect.element(page.getByText(/The \$184\.00 credited until now is reversed/).first()).toBeVisible();
  await expect.element(page.getByLabelText(/^Reason/)).toBeVisible();
  expect(page.getByText('This dispute was never sent to the network').elements()).toEqual([]);
});

test('a payment to the wrong account says by when each side has to act', async () => {
  answerRows('mistaken-facts', [
    {
      mistaken: '263300000995',
      state: 'Requested',
      rule: 'tenDays',
      person: 'holder:9',
      name: 'Priya Nair',
      account: '200100017',
      receipt: '263300000779',
      payment: 'Settled',
      payee: 'Maroon',
      bank: '062000',
      amount: '50.00',
      paid: '2026-11-20',
      file: '1-de-20261120-1.aba',
      line: 4,
      ifReturned: '50.00',
      ifNot: '0.00',
      asked: '2026-11-20T02:00:00Z',
      changed: '2026-11-24T02:00:00Z',
      askBy: '2026-11-27',
      acknowledgedBy: '2026-12-01',
      backBy: '2026-12-08',
      tellBy: '2027-01-06',
    },
  ]);
  await openDesk('/disputes/mistaken/263300000995');
  await expect.element(page.getByText('Money back by 8 Dec 2026')).toBeVisible();
  await expect.element(page.getByText('Tell the payer by 6 Jan 2027')).toBeVisible();
});

test('a refund above its purchase shows both, and is finished', async () => {
  let state = 'Open';
  const refund: RowOf<'excess-refund'> = {
    case: '263300001121',
    state,
    person: 'holder:9',
    name: 'Li Wei',
    account: '200100025',
    kept: '0.00',
    merchant: 'Corner Cafe',
    purchase: 'VISA-1001',
    refund: 'VISA-1009',
    taken: '26.00',
    refunded: '552.00',
    amount: '500.00',
    credited: '500.00',
    made: '2026-11-21T01:00:00.000Z',
  };
  answerRows('cases', [{ ...CASE, kind: 'refund', case: refund.case, about: refund.merchant, amount: '526.00' }]);
  answerRows('excess-refund', () => [{ ...refund, state }]);
  givenDefinitions(
    definition('close-excess-refund', {
      inputs: [{ name: 'case', isRequired: true, isSwitch: false, takes: 'a number' }],
    }),
  );
  answerCommand('close-excess-refund', () => {
    state = 'Closed';
    return done({ ...refund, state });
  });
  await openDesk('/disputes');
  await page.getByRole('table').getByRole('link').first().click();
  await expectText(title, 'Corner Cafe refunded $552.00 for $26.00');
  await expect.element(page.getByText('VISA-1001: $26.00')).toBeVisible();
  await expect.element(page.getByText('VISA-1009: $500.00')).toBeVisible();
  await press('Finish the case');
  await expectAccessibleInBothSchemes();
  await page.getByRole('region', { name: 'Finish the case' }).getByRole('button').click();
  await expect.element(page.getByText('Finished', { exact: true })).toBeVisible();
  expect(given('close-excess-refund').map(({ input }) => input)).toEqual([{ case: refund.case }]);
});

test('what a card processor told is a case that says whether it was posted, and is finished', async () => {
  let state = 'Open';
  const told: RowOf<'told-case'> = {
    case: '2632500000041',
    state,
    kind: 'correction',
    person: 'holder:9',
    name: 'Li Wei',
    account: '200100025',
    about: 'Corner Cafe',
    amount: '-3.00',
    posted: 'no',
    message: 'p-correction',
    named: 'p-purchase',
    made: '2026-11-21T01:00:00.000Z',
  };
  answerRows('cases', [{ ...CASE, kind: 'told', state: 'correction', case: told.case, about: told.about }]);
  answerRows('told-case', () => [{ ...told, state }]);
  givenDefinitions(
    definition('close-told-case', {
      inputs: [{ name: 'case', isRequired: true, isSwitch: false, takes: 'a number' }],
    }),
  );
  answerCommand('close-told-case', () => {
    state = 'Closed';
    return done({ ...told, state });
  });
  await openDesk('/disputes');
  const row = page.getByRole('row', { name: /Told by a card processor/ });
  await expect.element(row.getByText('Correction', { exact: true })).toBeVisible();
  await row.getByRole('link').first().click();
  await expectText(title, 'Correction of $3.00: Corner Cafe');
  await expect.element(page.getByText('No: the account is closed, or no money moved')).toBeVisible();
  await expect.element(page.getByText('p-purchase')).toBeVisible();
  await press('Finish the case');
  await expectAccessibleInBothSchemes();
  await page.getByRole('region', { name: 'Finish the case' }).getByRole('button').click();
  await expect.element(page.getByText('Finished', { exact: true })).toBeVisible();
  expect(given('close-told-case').map(({ input }) => input)).toEqual([{ case: told.case }]);
});

test('a person whom no message reaches is in the queue without an amount, and leads to their page', async () => {
  answerRows('cases', [
    { ...CASE, kind: 'unreached', case: 'holder:9', account: '', about: '', amount: '', due: '2026-12-03' },
  ]);
  await openDesk('/disputes');
  const row = page.getByRole('row', { name: /Can’t be reached/ });
  await expect.element(row.getByText('Call or write to them', { exact: true })).toBeVisible();
  await expect.element(row).not.toHaveTextContent('$');
  await expect.element(row.getByRole('link').first()).toHaveAttribute('href', '/desk/people/9');
  await expectAccessibleInBothSchemes();
});
