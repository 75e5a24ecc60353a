import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../web/test-support/accessible.ts';
import { expectText, field, press, title } from '../../../../web/test-support/by-hand.ts';
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

const FEE: RowOf<'unmatched'> = {
  side: 'statement',
  day: '2026-11-25',
  amount: '-4.50',
  reference: 'FEE 11',
  words: 'ACCOUNT FEE',
  line: '31',
  candidates: '',
};
const IN_BOOKS: RowOf<'unmatched'> = {
  side: 'books',
  day: '2026-11-25',
  amount: '-90.00',
  reference: '1-de-20261125-1.aba',
  words: 'file',
  line: '',
  candidates: '',
};

test('a line that the books lack is posted by two people, and one that the statement lacks is only explained', async () => {
  answerRows('unmatched', [FEE, IN_BOOKS]);
  answerRows('statements-read', [
    {
      account: 'bank',
      name: 'camt-20261125.xml',
      from: '2026-11-24',
      to: '2026-11-25',
      closing: '4218.06',
      lines: 12,
      unmatched: 1,
      refused: '',
    },
    {
      account: 'bank',
      name: 'camt-20261126.xml',
      from: '',
      to: '',
      closing: '',
      lines: 0,
      unmatched: 0,
      refused: 'gap_before',
    },
    {
      account: 'gateway',
      name: 'of-another-account.csv',
      from: '2026-11-25',
      to: '2026-11-25',
      closing: '1.00',
      lines: 1,
      unmatched: 0,
      refused: '',
    },
  ]);
  givenDefinitions(
    definition('post-statement-line', {
      needsApproval: true,
      inputs: [
        { name: 'line', isRequired: true, isSwitch: false, takes: 'a number' },
        { name: 'type', isRequired: true, isSwitch: false, takes: 'one', choices: ['fee', 'interest'] },
      ],
    }),
  );
  answerCommand('post-statement-line', () => waits('54', '2026-11-27T01:00:00.000Z'));
  await openDesk('/bank-files/statements/bank');
  await expectText(title, 'Bank account');
  await expect.element(page.getByText('camt-20261125.xml')).toBeVisible();
  await expect.element(page.getByText('$4,218.06')).toBeVisible();
  await expect.element(page.getByText('of-another-account.csv')).not.toBeInTheDocument();
  await expectAccessibleInBothSchemes();
  await page.getByRole('button', { name: 'Books only' }).click();
  await expect.element(page.getByText(/^Only the books have it/)).toBeVisible();
  await page.getByRole('button', { name: 'Statement only' }).click();
  await page.getByLabelText('Reason').fill('The bank charges it each month');
  await press('Post as a fee');
  await expect.element(page.getByText(/^Request 54 waits for a second person/)).toBeVisible();
  expect(given('post-statement-line').map(({ input }) => input)).toEqual([{ line: '31', type: 'fee' }]);
});

test('a line that the books have under another name is matched by hand, by two people', async () => {
  answerRows('unmatched', [FEE, IN_BOOKS]);
  answerRows('statements-read', []);
  const post = { needsApproval: true, inputs: [] };
  givenDefinitions(
    definition('post-statement-line', post),
    definition('pair-statement-line', {
      needsApproval: true,
      inputs: [
        { name: 'line', isRequired: true, isSwitch: false, takes: 'a line' },
        { name: 'entries', isRequired: false, isSwitch: false, takes: 'transfers' },
        { name: 'with', isRequired: false, isSwitch: false, takes: 'lines' },
      ],
    }),
  );
  answerCommand('pair-statement-line', () => waits('55', '2026-11-27T01:00:00.000Z'));
  await openDesk('/bank-files/statements/bank');
  await page.getByRole('button', { name: 'Statement only' }).click();
  await press('The books have it');
  await field('Transfers in the books (optional)').fill('101 102');
  await page.getByLabelText('Reason').fill('One line for two entries');
  await expectAccessibleInBothSchemes();
  await press('Match by hand');
  await expect.element(page.getByText(/^Request 55 waits for a second person/)).toBeVisible();
  expect(given('pair-statement-line').map(({ input }) => input)).toEqual([{ line: '31', entries: '101 102' }]);
});
