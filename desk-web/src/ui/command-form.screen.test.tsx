import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../web/test-support/accessible.ts';
import { expectText, field, paste, press, title } from '../../../web/test-support/by-hand.ts';
import type { InputDefinition } from '../calls/definitions.ts';
import {
  answerCommand,
  answerRows,
  definition,
  done,
  given,
  givenDefinitions,
  noAnswer,
  refusal,
  waits,
} from '../../test-support/given-desk.ts';
import { openDesk } from '../../test-support/open-desk.tsx';

const input = (name: string, takes: string, more: Partial<InputDefinition> = {}): InputDefinition => ({
  name,
  takes,
  isRequired: true,
  isSwitch: false,
  ...more,
});

const LOAD = definition('load', {
  summary: 'Load an account',
  needsApproval: true,
  inputs: [
    input('account', 'an account number of 9 digits'),
    input('amount', 'an amount in dollars above zero, as 12.50'),
  ],
});

async function openLoad(): Promise<void> {
  givenDefinitions(LOAD);
  await openDesk('/all-commands/load');
  await expectText(title, 'Load');
}

async function fillLoad(): Promise<void> {
  await field('Account').fill('200100017');
  await field('Amount').fill('500');
  await field('Reason').fill('Salary sent to the wrong programme');
}

test('the form of a command asks for its inputs and its reason, each required one before anything is sent', async () => {
  await openLoad();
  await expectAccessibleInBothSchemes();
  await press('Load');
  await expect.element(page.getByText('Enter: Account')).toBeVisible();
  await expect.element(page.getByText('Enter: Reason')).toBeVisible();
  await expect.element(field('Account')).toHaveFocus();
  expect(given('load')).toEqual([]);
});

test('a megabyte in a field is refused at the field, and nothing is sent', async () => {
  await openLoad();
  await fillLoad();
  await paste(field('Reason'), 'word '.repeat(200_000));
  await press('Load');
  await expect.element(page.getByText('Shorten: Reason')).toBeVisible();
  await expect.element(field('Reason')).toHaveFocus();
  expect(given('load')).toEqual([]);
});

test('a field has the words of its command where the same name means another thing', async () => {
  givenDefinitions({
    ...LOAD,
    name: 'change-contact',
    inputs: [input('to', 'the new email address or mobile number'), input('account', 'an account number of 9 digits')],
  });
  await openDesk('/all-commands/change-contact');
  await expect.element(field('New email or mobile')).toBeVisible();
  await expect.element(field('Account')).toBeVisible();
});

test('a command of two people is said to wait and is never shown as done', async () => {
  answerCommand('load', () => waits('41', '2026-11-27T09:58:00.000Z'));
  await openLoad();
  await fillLoad();
  await press('Load');
  await expectText(page.getByRole('status').filter({ hasText: 'Request 41' }), /Nothing has changed yet/);
  await expect.element(page.getByText('Done.')).not.toBeInTheDocument();
  await expect
    .element(page.getByRole('link', { name: 'See the request' }))
    .toHaveAttribute('href', '/desk/approvals/41');
  expect(given('load')[0]).toMatchObject({
    input: { account: '200100017', amount: '500' },
    reason: 'Salary sent to the wrong programme',
  });
});

test('after a lost answer the same change is sent again under the same key', async () => {
  let isLost = true;
  answerCommand('load', () => (isLost ? noAnswer() : waits('41', '2026-11-27T09:58:00.000Z')));
  await openLoad();
  await fillLoad();
  await press('Load');
  await expect.element(page.getByText('We’re not sure this went through')).toBeVisible();
  isLost = false;
  await press('Try again');
  await expect.element(page.getByText(/^Request 41 waits/)).toBeVisible();
  const keys = given('load').map(({ key }) => key);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

test('another change has another key', async () => {
  answerCommand('load', () => noAnswer());
  await openLoad();
  await fillLoad();
  await press('Load');
  await expect.element(page.getByText('We’re not sure this went through')).toBeVisible();
  await field('Amount').fill('600');
  await press('Load');
  await expect.poll(() => given('load').length).toBe(2);
  const [one, other] = given('load');
  expect(one?.key).not.toBe(other?.key);
});

test('a refusal is said at its field, and what was typed stays', async () => {
  answerCommand('load', () => refusal('input_invalid', 400, { field: 'amount' }));
  await openLoad();
  await fillLoad();
  await press('Load');
  await expect.element(page.getByText('Amount takes an amount in dollars above zero, as 12.50')).toBeVisible();
  await expect.element(field('Amount')).toHaveFocus();
  await expect.element(field('Account')).toHaveValue('200100017');
});

test('choices, switches and days have fields of their own, and a command of one person is done', async () => {
  givenDefinitions(
    definition('block-card', {
      inputs: [
        input('card', 'a card, as card:49'),
        input('why', 'lost or stolen', { choices: ['lost', 'stolen'] }),
        input('isQuiet', 'true or false', { isSwitch: true, isRequired: false }),
        input('until', 'a day, as 2026-11-30', { isRequired: false }),
      ],
    }),
  );
  answerCommand('block-card', () => done({ card: 'card:49', status: 'Blocked' }));
  await openDesk('/all-commands/block-card');
  await field('Card').fill('card:49');
  await page.getByRole('combobox', { name: 'Why' }).selectOptions('stolen');
  await page.getByRole('checkbox', { name: 'Is quiet' }).click();
  const until = page.getByRole('group', { name: 'Until (optional)' });
  await until.getByLabelText('Day').fill('5');
  await until.getByLabelText('Month').fill('12');
  await until.getByLabelText('Year').fill('2026');
  await press('Block card');
  await expect.element(page.getByText('Done.')).toBeVisible();
  await expect.element(page.getByRole('cell', { name: 'Blocked' })).toBeVisible();
  expect(given('block-card')[0]).toMatchObject({
    input: { card: 'card:49', why: 'stolen', isQuiet: true, until: '2026-12-05' },
  });
});

test('what became of a command is said in its words, and its form is put away until another is wanted', async () => {
  givenDefinitions(
    definition('report-card', { title: 'Report a card lost or stolen', inputs: [input('card', 'a card')] }),
  );
  answerRows('subjects', [
    { object: 'card:49', person: 'holder:48', name: 'Priya Nair', account: '200100207', card: '•••• 0231' },
  ]);
  answerCommand('report-card', () =>
    Response.json({
      rows: [{ card: 'card:49', status: 'Lost' }],
      hasMore: false,
      done: {
        words: 'The card is reported lost and can’t be used any more.',
        reference: '263300002313',
        next: 'The cardholder is told.',
        object: 'card:49',
      },
    }),
  );
  await openDesk('/all-commands/report-card');
  await field('Card').fill('card:49');
  await press('Report a card lost or stolen');
  const said = page.getByRole('status').filter({ hasText: 'The card is reported lost' });
  await expectText(said, /Number to read out ?26330 000231 3.*The cardholder is told\./);
  await expect
    .element(said.getByRole('link', { name: 'Priya Nair, •••• 0231' }))
    .toHaveAttribute('href', '/desk/people/48');
  await expectAccessibleInBothSchemes();
  // A second press has nothing to press, and no table repeats the answer.
  await expect.element(page.getByRole('button', { name: 'Report a card lost or stolen' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('cell', { name: 'Lost' })).not.toBeInTheDocument();
  expect(given('report-card')).toHaveLength(1);
  await press('Start another');
  await expect.element(field('Card')).toHaveFocus();
  await expect.element(field('Card')).toHaveValue('');
});

test('hostile words in an answer are words and nothing else', async () => {
  const words = '<img src=x onerror="document.title=1"><b>=HYPERLINK("x")</b>';
  givenDefinitions(definition('staff', { permission: 'look' }));
  answerCommand('staff', () => done({ name: words }));
  await openDesk('/all-commands/staff');
  await expect.element(page.getByRole('cell', { name: words })).toBeVisible();
  expect(document.querySelector('#root img')).toBeNull();
});

test('a command that the role may not give has no form', async () => {
  givenDefinitions(definition('load', { mayGive: false }));
  await openDesk('/all-commands/load');
  await expect.element(page.getByText('Your role doesn’t allow this.')).toBeVisible();
});
