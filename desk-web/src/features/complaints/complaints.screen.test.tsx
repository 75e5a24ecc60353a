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
} from '../../../test-support/given-desk.ts';
import { openDesk } from '../../../test-support/open-desk.tsx';

const COMPLAINT: RowOf<'complaint'> = {
  complaint: '263330008124',
  state: 'Received',
  person: 'holder:9',
  name: 'Li Wei',
  subject: 'fee',
  words: 'You charged me $5 to replace a card that came bent.',
  wish: '$5.00 back',
  way: 'email',
  contact: '',
  confirmed: true,
  opened: '2026-11-25T02:40:00.000Z',
  takenBy: 'Omar Aziz',
  handler: '',
  next: 'acknowledge',
  due: '2026-11-26T02:40:00.000Z',
  overdue: true,
  acknowledgeBy: '2026-11-26T02:40:00.000Z',
  answerBy: '2026-12-24',
  acknowledged: '',
  answered: '',
  ended: '',
  outcome: '',
  remedy: '',
  receipt: '',
  account: '200100017',
  sequence: '12',
  transaction: 'Tin Roof Noodles',
  kind: 'purchase',
  amount: '-63.45',
  posted: '2026-11-19T02:40:00.000Z',
  card: '0231',
  transactionReceipt: '263230000017',
};

test('the queue shows what is due, and what is over', async () => {
  const later = {
    ...COMPLAINT,
    complaint: '263330008132',
    name: '王芳',
    state: 'WithAfca',
    next: 'afca',
    due: '',
    overdue: false,
  };
  answerRows('complaints', [COMPLAINT, later]);
  answerRows('complaint-figures', [
    { open: 1, overdue: 1, afca: 1, acknowledged: 41, acknowledgedInTime: 41, answered: 39, answeredInTime: 38 },
  ]);
  await openDesk('/complaints');
  await expectText(title, 'Complaints');
  await expect.element(page.getByText('First reply is overdue').first()).toBeVisible();
  const table = page.getByRole('table', { name: 'Open', exact: true });
  await expect.element(table.getByRole('link').nth(0)).toHaveAttribute('href', '/desk/complaints/263330008124');
  await expect.element(page.getByText('41 of 41 in 12 months')).toBeVisible();
  // 38 of 39 is 97.4 per cent.
  await expect.element(page.getByText('97%')).toBeVisible();
  await expectAccessibleInBothSchemes();
});

test('a complaint shows what was said and when it is due, and takes the first reply', async () => {
  answerRows('complaints', [COMPLAINT]);
  answerRows('complaint', [COMPLAINT]);
  answerRows('complaint-course', [
    { what: 'opened', at: COMPLAINT.opened, by: 'Omar Aziz', words: COMPLAINT.words, file: '' },
    { what: 'note', at: COMPLAINT.opened, by: 'Omar Aziz', words: 'Caller checked in three ways', file: '' },
  ]);
  givenDefinitions(
    definition('acknowledge-complaint', {
      inputs: [
        { name: 'complaint', isRequired: true, isSwitch: false, takes: 'a number' },
        { name: 'words', isRequired: true, isSwitch: false, takes: 'a text of 1 to 2000 characters' },
      ],
    }),
  );
  answerCommand('acknowledge-complaint', () => done({ ...COMPLAINT, state: 'Working' }));
  await openDesk('/complaints/263330008124');
  await expectText(title, /^Li Wei: A fee/);
  await expect.element(page.getByText('Wants: $5.00 back')).toBeVisible();
  const transaction = page.getByRole('region', { name: 'The transaction' });
  await expect.element(transaction.getByText('Tin Roof Noodles')).toBeVisible();
  await expect.element(transaction.getByText('−$63.45')).toBeVisible();
  await expect.element(transaction.getByText('Ending 0231')).toBeVisible();
  await expect.element(page.getByText('Caller checked in three ways')).toBeVisible();
  await expectAccessibleInBothSchemes();
  await press('Send first reply');
  await page.getByLabelText('Words', { exact: true }).fill('We look into it.');
  await page
    .getByRole('region', { name: 'Send first reply' })
    .getByRole('button', { name: 'Send first reply' })
    .click();
  await expect
    .poll(() => given('acknowledge-complaint').map(({ input }) => input))
    .toEqual([{ complaint: '263330008124', words: 'We look into it.' }]);
});

test('the transaction of a complaint leads to its place in the account', async () => {
  answerRows('complaint', [COMPLAINT]);
  answerRows('complaint-course', []);
  answerRows('account-transactions', []);
  const input = (name: string, isRequired: boolean) => ({ name, isRequired, isSwitch: false, takes: 'a number' });
  givenDefinitions(
    definition('account-transactions', {
      permission: 'look',
      inputs: [input('account', true), input('before', false)],
    }),
  );
  await openDesk('/complaints/263330008124');
  await page.getByRole('link', { name: 'Show it in the account' }).click();
  await expect
    .poll(() => given('account-transactions').map((one) => one.input))
    .toEqual([{ account: '200100017', before: '13' }]);
});

test('a complaint about no transaction shows none', async () => {
  answerRows('complaint', [{ ...COMPLAINT, account: '', sequence: '', transaction: '', kind: '', amount: '' }]);
  answerRows('complaint-course', []);
  await openDesk('/complaints/263330008124');
  await expect.element(page.getByText('Wants: $5.00 back')).toBeVisible();
  expect(page.getByRole('region', { name: 'The transaction' }).elements()).toEqual([]);
});
