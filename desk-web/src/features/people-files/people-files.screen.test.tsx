import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../web/test-support/accessible.ts';
import { expectAt, expectText, field, press, title } from '../../../../web/test-support/by-hand.ts';
import type { RowOf } from '../../calls/commands.ts';
import {
  answerCommand,
  answerRows,
  definition,
  done,
  given,
  givenDefinitions,
  refusal,
  waits,
} from '../../../test-support/given-desk.ts';
import { openDesk } from '../../../test-support/open-desk.tsx';

const FILE: RowOf<'people-file'> = {
  file: '3',
  name: 'members-november.csv',
  brand: 'stumps',
  state: 'Ready',
  version: 1,
  rows: 248,
  good: 241,
  doubtful: 1,
  wrong: 6,
  known: 0,
  added: 0,
  refused: 0,
  cards: 0,
  opening: '0.00',
  columns: 4,
  sender: 'Kate Lowe',
  sent: '2026-11-25T23:36:00.000Z',
  ended: '',
  erased: false,
};

const cell = (row: number, field: string, value: string, reason = ''): RowOf<'people-file-rows'> => ({
  row,
  state: row === 183 ? 'Doubtful' : 'Wrong',
  field,
  value,
  reason,
  isKept: false,
  account: '',
  number: '',
  cardId: '',
});
const CELLS = [
  cell(14, 'firstName', 'Jo'),
  cell(14, 'dateOfBirth', '31/02/1988', 'is no day: write the day as 1990-04-25'),
  cell(14, 'mobile', '0400 000 114'),
  cell(14, 'accessCode', '••••', 'must be 6 digits'),
  cell(183, 'firstName', 'Iris'),
  cell(183, 'dateOfBirth', '1993-06-30'),
  cell(183, 'mobile', '0400 000 006', 'also Isla Brown, 200 200 023'),
  cell(183, 'accessCode', ''),
];

const input = (name: string, isRequired = true) => ({ name, isRequired, isSwitch: false, takes: 'a number' });
const COMMANDS = [
  definition('correct-people-row'),
  definition('add-people', {
    needsApproval: true,
    inputs: [input('file'), input('version'), { ...input('money', false), choices: ['received', 'goodwill'] }],
  }),
  definition('send-people-file', {
    inputs: [input('brand'), { ...input('dates', false), choices: ['day-first', 'month-first'] }, input('name', false)],
    takesFile: { maximum: 10 * 1024 * 1024, kind: 'workbook' },
  }),
];

test('each error is said at its cell and corrected there, a doubt is settled, and the good rows are asked for', async () => {
  let file = FILE;
  answerRows('people-file', () => [file]);
  answerRows('people-file-rows', CELLS);
  givenDefinitions(...COMMANDS);
  answerCommand('correct-people-row', () => {
    file = { ...FILE, version: 2, good: 242, wrong: 5 };
    return done({ file: '3', row: 14, state: 'Good', version: 2 });
  });
  answerCommand('keep-people-row', () => done({ file: '3', row: 183, state: 'Good', version: 3 }));
  answerCommand('add-people', () => waits('116', '2026-11-27T01:00:00.000Z'));
  await openDesk('/people-files/3');
  await expectText(title, 'members-november.csv');
  const born = page.getByRole('row', { name: /^14/ }).getByRole('cell').nth(1);
  await expect.element(born).toHaveTextContent('31/02/1988Is no day: write the day as 1990-04-25');
  await expect.element(page.getByText('Also Isla Brown, 200 200 023')).toBeVisible();
  await expectAccessibleInBothSchemes();
  // A code is not corrected here.
  await expect.element(page.getByRole('button', { name: /Access code in row 14/ })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Correct Born in row 14: 31/02/1988' }).click();
  await field('Born').fill('28/02/1988');
  await press('Save');
  expect(given('correct-people-row').map((call) => call.input)).toEqual([
    { file: '3', row: '14', field: 'dateOfBirth', value: '28/02/1988' },
  ]);
  await press('Add it: another person');
  expect(given('keep-people-row').map((call) => call.input)).toEqual([{ file: '3', row: '183' }]);
  await field('Reason').fill('Members of November');
  await press('Ask to add 242 rows');
  await expect.element(page.getByText(/^Request 116 waits/)).toBeVisible();
  expect(given('add-people').map((call) => call.input)).toEqual([{ file: '3', version: '2', money: 'received' }]);
});

test('a file with opening balances shows what they come to, and asks where the money comes from', async () => {
  answerRows('people-file', [{ ...FILE, opening: '4820.00' }]);
  answerRows('people-file-rows', CELLS);
  givenDefinitions(...COMMANDS);
  answerCommand('add-people', () => waits('117', '2026-11-27T01:00:00.000Z'));
  await openDesk('/people-files/3');
  await expect.element(page.getByText('$4,820.00')).toBeVisible();
  await page.getByRole('combobox', { name: 'Opening balances come from' }).selectOptions('The programme’s income');
  await field('Reason').fill('Members of November');
  await press('Ask to add 241 rows');
  await expect.element(page.getByText(/^Request 117 waits/)).toBeVisible();
  expect(given('add-people').map((call) => call.input)).toEqual([{ file: '3', version: '1', money: 'goodwill' }]);
});

test('a file is sent, a file that cannot be read says why, and a viewer corrects nothing', async () => {
  answerRows('people-files', [FILE]);
  answerRows('programme', [
    { brand: 'stumps', name: 'Stumps', site: '', timeZone: 'Australia/Melbourne', colours: '' },
  ]);
  givenDefinitions(...COMMANDS.map((one) => (one.name === 'correct-people-row' ? { ...one, mayGive: false } : one)));
  answerRows('people-file', [FILE]);
  answerRows('people-file-rows', CELLS);
  const words = 'is a workbook: in the spreadsheet choose Save as, CSV UTF-8';
  answerCommand('send-people-file', ({ file }) =>
    file?.name === 'members.xlsx'
      ? refusal('file_unreadable', 400, { field: 'file', words })
      : done({ ...FILE, isAgain: false }),
  );
  await openDesk('/people-files');
  await expect.element(page.getByText('6 errors')).toBeVisible();
  const choose = (name: string) => page.getByLabelText('File', { exact: true }).upload(new File(['a'], name));
  await choose('members.xlsx');
  await press('Check the file');
  await expect.element(page.getByText(/We can’t read this file: is a workbook/)).toBeVisible();
  await expectAccessibleInBothSchemes();
  await choose('members.csv');
  await press('Check the file');
  await expectAt('/desk/people-files/3');
  expect(given('send-people-file').at(-1)?.input).toEqual({ brand: 'stumps', name: 'members.csv' });
  await expect.element(page.getByText('31/02/1988')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /Correct Born/ })).not.toBeInTheDocument();
});
