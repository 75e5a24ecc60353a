import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../web/test-support/accessible.ts';
import { expectText, press, title } from '../../../../web/test-support/by-hand.ts';
import {
  answerCommand,
  answerRows,
  definition,
  given,
  givenDefinitions,
  waits,
} from '../../../test-support/given-desk.ts';
import { openDesk } from '../../../test-support/open-desk.tsx';
import type { InSuspense } from './use-bank-files.ts';

const TWO_INPUTS = [
  { name: 'answer', isRequired: true, isSwitch: false, takes: 'a number' },
  { name: 'line', isRequired: true, isSwitch: false, takes: 'a number' },
];
const DEPOSIT: InSuspense = {
  answer: '12',
  line: 3,
  amount: '500.00',
  reason: 'unknown account',
  for: '000001 20010071',
  from: 'A CHEN',
  reference: 'Salary',
  goesBack: '2026-11-30',
  kind: 'deposit',
  perhaps: '200100717',
  person: 'Amelia Chen',
  because: 'one digit short',
};
const RETURN: InSuspense = {
  answer: '12',
  line: 4,
  amount: '50.00',
  reason: 'fits no payment',
  for: '062000 12345678',
  from: '',
  reference: 'Membership',
  goesBack: '',
  kind: 'return',
  perhaps: '',
  person: '',
  because: '',
};

function givenBankFiles(): void {
  answerRows('next-bank-files', [
    { method: 'external', day: '2026-11-26', closes: '2026-11-26T05:00:00Z', payments: 212, amount: '38114.06' },
    { method: 'bpay', day: '2026-11-26', closes: '2026-11-26T06:00:00Z', payments: 64, amount: '9480.15' },
  ]);
  answerRows('bank-files', [
    {
      file: '7',
      name: '1-de-20261125-1.aba',
      day: '2026-11-25',
      state: 'Made',
      payments: 3,
      amount: '90.00',
      digest: 'ab',
      unsure: true,
      method: 'external',
      made: '2026-11-25T05:00:00.000Z',
      sent: '',
      answered: '',
    },
  ]);
  answerRows('bank-answers', []);
  answerRows('bank-trouble', []);
  answerRows('suspense', [RETURN, DEPOSIT]);
  answerRows('money-held', []);
  answerRows('money-between', []);
  answerRows('reconcile', [
    { account: 'directEntry', balance: '38114.06', payments: 212, amount: '38114.06', difference: '0.00' },
  ]);
  answerRows('differences', [
    {
      account: 'bank',
      until: '2026-11-25',
      statement: '4218906.12',
      books: '4218906.12',
      difference: '0.00',
      onlyInStatement: '0.00',
      onlyInBooks: '0.00',
      unexplained: '0.00',
    },
  ]);
}

test('the page shows files, what is to be matched and whether it adds up', async () => {
  givenBankFiles();
  await openDesk('/bank-files');
  await expectText(title, 'Bank files');
  await expect.element(page.getByText('$38,114.06').first()).toBeVisible();
  await expect.element(page.getByText('May have arrived')).toBeVisible();
  await expect.element(page.getByText('Amelia Chen?')).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: 'Does it add up?', exact: true }).getByText('$0.00'))
    .toBeVisible();
  await expectAccessibleInBothSchemes();
});

test('a deposit with a slip is credited to the account it was meant for, by two people', async () => {
  givenBankFiles();
  givenDefinitions(
    definition('release-suspense', {
      needsApproval: true,
      inputs: [...TWO_INPUTS, { name: 'account', isRequired: true, isSwitch: false, takes: 'an account number' }],
    }),
  );
  answerRows('deposit-candidates', [
    { account: '200100717', person: 'holder:7', name: 'Amelia Chen', because: 'one digit short, the name fits' },
    { account: '200100177', person: 'holder:9', name: 'Li Wei', because: 'one digit short' },
  ]);
  answerCommand('release-suspense', () => waits('53', '2026-11-27T01:00:00.000Z'));
  await openDesk('/bank-files');
  await press('Match');
  // Nothing is chosen before a person chooses.
  await expect.element(page.getByText('one digit short, the name fits')).toBeVisible();
  expect(page.getByRole('button', { name: 'Credit the account' }).elements()).toEqual([]);
  await press('200 100 717');
  await page.getByLabelText(/^Reason/).fill('The sender called');
  await press('Credit the account');
  await expect.element(page.getByText(/^Request 53 waits/)).toBeVisible();
  expect(given('release-suspense').map(({ input }) => input)).toEqual([
    { answer: '12', line: '3', account: '200100717' },
  ]);
});

test('a return of several payers is given to the one that is chosen', async () => {
  givenBankFiles();
  givenDefinitions(
    definition('return-to-payer', {
      needsApproval: true,
      inputs: [...TWO_INPUTS, { name: 'payment', isRequired: true, isSwitch: false, takes: 'a number' }],
    }),
  );
  answerRows('return-candidates', [
    {
      payment: '501',
      account: '200100033',
      payer: 'Ben Howe',
      reference: 'Membership',
      sent: '2026-11-10',
      state: 'Settled',
    },
    {
      payment: '502',
      account: '200100041',
      payer: 'Anna Lim',
      reference: 'Membership',
      sent: '2026-11-10',
      state: 'Settled',
    },
  ]);
  answerCommand('return-to-payer', () => waits('54', '2026-11-27T01:00:00.000Z'));
  await openDesk('/bank-files');
  await press('Choose');
  await page.getByRole('button', { name: 'Anna Lim' }).click();
  await page.getByLabelText(/^Reason/).fill('She called');
  await press('Return it to this payer');
  await expect.element(page.getByText(/^Request 54 waits/)).toBeVisible();
  expect(given('return-to-payer').map(({ input }) => input)).toEqual([{ answer: '12', line: '4', payment: '502' }]);
});

test('a line of a statement is posted with the line of the other side that is chosen', async () => {
  answerRows('statements-read', []);
  answerRows('unmatched', [
    {
      side: 'statement',
      day: '2026-11-25',
      amount: '-37.02',
      reference: '',
      words: 'SCHEME SETTLEMENT',
      line: '12/3',
      candidates: '14/1 14/2',
    },
  ]);
  const candidate = { account: 'schemeSettlement', day: '2026-11-24', amount: '37.02', words: 'Net' };
  answerRows('line-candidates', [
    { ...candidate, line: '14/1', reference: 'N-1' },
    { ...candidate, line: '14/2', reference: '=N(2)' },
  ]);
  givenDefinitions(
    definition('post-statement-line', {
      needsApproval: true,
      inputs: ['line', 'type', 'with'].map((name) => ({
        name,
        isRequired: name !== 'with',
        isSwitch: false,
        takes: 'a line',
      })),
    }),
  );
  answerCommand('post-statement-line', () => waits('55', '2026-11-27T01:00:00.000Z'));
  await openDesk('/bank-files/statements/bank');
  await page.getByRole('button', { name: 'Statement only' }).click();
  await page.getByRole('button', { name: /=N\(2\)/ }).click();
  await page.getByLabelText(/^Reason/).fill('The only one of that week');
  await press('Post both lines');
  await expect.element(page.getByText(/^Request 55 waits/)).toBeVisible();
  await press('It’s a fee');
  await page.getByLabelText(/^Reason/).fill('A fee of the scheme');
  await press('Post as a fee');
  await expect
    .poll(() => given('post-statement-line').map(({ input }) => input))
    .toEqual([
      { line: '12/3', type: 'net', with: '14/2' },
      { line: '12/3', type: 'fee' },
    ]);
  await expectAccessibleInBothSchemes();
});

test('the report of a day is saved as a file, and a moment within a sentence is written small', async () => {
  givenBankFiles();
  answerRows('next-bank-files', [
    { method: 'bpay', day: '2026-11-26', closes: new Date().toISOString(), payments: 1, amount: '1.00' },
  ]);
  answerRows('reconciliation-report', [
    { name: 'reconciliation-2026-11-25.csv', type: 'text/csv; charset=utf-8', content: btoa('Account,What') },
  ]);
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await openDesk('/bank-files');
  await expect.element(page.getByText(/^Closes today \d/)).toBeVisible();
  await press('Download CSV');
  await expect.poll(() => saved).toEqual(['reconciliation-2026-11-25.csv']);
  expect(given('reconciliation-report').map(({ input }) => input['format'])).toEqual(['csv']);
  vi.restoreAllMocks();
});
