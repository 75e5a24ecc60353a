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

const STOCK: RowOf<'card-stock'> = {
  product: '3',
  name: 'Wattle Gift',
  scheme: 'eftpos',
  brand: 'wattle',
  unused: 640,
  used: 1024,
  lastsDays: 35,
};
const FILE: RowOf<'people-files'> = {
  file: '7',
  name: 'gift-1126.csv',
  brand: 'wattle',
  state: 'Ready',
  version: 1,
  rows: 2000,
  good: 1997,
  doubtful: 0,
  wrong: 3,
  known: 0,
  added: 0,
  refused: 0,
  opening: '0.00',
  cards: 1997,
  columns: 5,
  sender: 'Kate Lowe',
  sent: '2026-11-25T23:38:00.000Z',
  ended: '',
  erased: false,
};

test('stock says how long it lasts, batches where they are, and plastic why it waits', async () => {
  answerRows('card-stock', [STOCK, { ...STOCK, product: '4', name: 'Wattle Travel', unused: 86, lastsDays: 9 }]);
  // A file with people alone has no cards for the stock.
  answerRows('people-files', [FILE, { ...FILE, file: '8', name: 'members.csv', cards: 0 }]);
  answerRows('waiting-replacements', [
    {
      card: 'card:49',
      account: '200100023',
      number: '9036 00•• •••• 4118',
      as: 'lost',
      at: '2026-11-25T23:38:00.000Z',
      reference: '1',
    },
  ]);
  answerRows('plastic-orders', [
    {
      card: 'card:71',
      number: '9036 00•• •••• 0017',
      product: 'Wattle Everyday',
      state: 'failed',
      reason: 'no_address',
      ordered: '2026-11-25T23:38:00.000Z',
    },
  ]);
  answerRows('subjects', []);
  givenDefinitions(
    definition('release-replacement', {
      needsApproval: true,
      inputs: [{ name: 'card', isRequired: true, isSwitch: false, takes: 'a card' }],
    }),
  );
  answerCommand('release-replacement', () => waits('117', '2026-11-27T01:00:00.000Z'));
  await openDesk('/cards');
  await expectText(title, 'Cards');
  await expect
    .element(page.getByRole('row', { name: /Wattle Gift/ }))
    .toHaveTextContent('Wattle Gifteftpos · plastic · wattle6405 weeks');
  await expect
    .element(page.getByRole('row', { name: /Wattle Travel/ }))
    .toHaveTextContent('Wattle Traveleftpos · plastic · wattle869 days');
  await expect.element(page.getByText('Import: 3 errors')).toBeVisible();
  await expect.element(page.getByText('members.csv')).not.toBeInTheDocument();
  await expectAccessibleInBothSchemes();
  await page.getByRole('link', { name: 'Plastic' }).click();
  await expect.element(page.getByText('There’s no address to send it to')).toBeVisible();
  await page.getByRole('link', { name: 'Replacements 1' }).click();
  await page.getByRole('button', { name: /4118/ }).click();
  await field('Reason').fill('The holder called');
  await press('Let them order a new card');
  await expect.element(page.getByText(/^Request 117 waits/)).toBeVisible();
  expect(given('release-replacement').map(({ input }) => input)).toEqual([{ card: 'card:49' }]);
});
