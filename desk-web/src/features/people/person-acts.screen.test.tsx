import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../web/test-support/accessible.ts';
import { expectText, field, press } from '../../../../web/test-support/by-hand.ts';
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
import { AMELIA, event, givenPerson } from '../../../test-support/given-person.ts';
import { openDesk } from '../../../test-support/open-desk.tsx';

beforeEach(givenPerson);

test('a report of a card names it, checks the caller, says what will happen, and gives the reference to read out', async () => {
  givenDefinitions(definition('report-card'), definition('reissue-card', { needsApproval: true }));
  answerRows('holds', [
    {
      at: '2026-11-25T23:12:00.000Z',
      amount: '27.50',
      why: 'purchase',
      what: 'City Rail',
      card: '0017',
      until: '2026-12-02T23:12:00.000Z',
      reference: 'r-1',
    },
  ]);
  answerCommand('report-card', () => done({ card: 'card:49', status: 'Lost', reference: '263300006788' }));
  await openDesk('/people/48');
  await press('Report lost or stolen');
  const pane = page.getByRole('region', { name: 'Report card ending 0017' });
  await expectText(pane, /Amelia Chen · Wattle Everyday 200 100 017/);
  await expectText(pane, /Cancelled for good, straight away.*\$27\.50 may still be taken.*Everyday: \$2,486\.35/);
  await pane.getByRole('button', { name: 'Report card ending 0017 lost' }).click();
  await expect.element(pane.getByText(/^Check the caller first/)).toBeVisible();
  expect(given('report-card')).toEqual([]);
  await pane.getByLabelText('Full name and date of birth').click();
  await pane.getByLabelText('A purchase of the last 7 days').click();
  await pane.getByRole('button', { name: 'Report card ending 0017 lost' }).click();
  await expect.element(pane.getByText('Choose what happened')).toBeVisible();
  await expectAccessibleInBothSchemes();
  await pane.getByRole('radio', { name: /^Lost/ }).click();
  await pane.getByRole('button', { name: 'Report card ending 0017 lost' }).click();
  await expect.element(page.getByText('Card ending 0017 is cancelled.')).toBeVisible();
  await expect.element(page.getByText('26330 000678 8')).toBeVisible();
  expect(given('report-card').map(({ input }) => input)).toEqual([
    { card: 'card:49', state: 'lost', checked: 'born,purchase' },
  ]);
  // The check counts for the rest of the call.
  await expect.element(page.getByText('Checked in 2 ways')).toBeVisible();
  await press('Order a new card');
  await expect.element(page.getByRole('region', { name: 'Replace' })).toBeVisible();
});

test('a message is written at the person in their language, and is said to be on its way', async () => {
  givenDefinitions(
    definition('message-person', {
      inputs: [
        { name: 'person', isRequired: true, isSwitch: false, takes: 'holder:48' },
        { name: 'text', isRequired: true, isSwitch: false, takes: 'a text of 1 to 240 characters' },
      ],
    }),
  );
  answerCommand('message-person', () => refusal('link_given', 400, { field: 'text' }));
  await openDesk('/people/48');
  await press('Send a message');
  const pane = page.getByRole('region', { name: 'Send a message' });
  await expect.element(pane.getByText(/^Amelia Chen reads English\./)).toBeVisible();
  await expectAccessibleInBothSchemes();
  await pane.getByLabelText('Message').fill('See example.com');
  await pane.getByRole('button', { name: 'Send a message' }).click();
  await expect.element(pane.getByText('Leave out links and addresses of pages.')).toBeVisible();
  answerCommand('message-person', () => done({ person: 'holder:48', note: '7' }));
  await pane.getByLabelText('Message').fill('Your card is in the post.');
  await pane.getByRole('button', { name: 'Send a message' }).click();
  await expect
    .poll(() => given('message-person').at(-1)?.input)
    .toEqual({
      person: 'holder:48',
      text: 'Your card is in the post.',
    });
});

test('no message is offered to someone without a contact', async () => {
  givenDefinitions(definition('message-person'), definition('add-note'));
  answerRows('person', [{ ...AMELIA, email: '', mobile: '' }]);
  await openDesk('/people/48');
  await expect.element(page.getByRole('button', { name: 'Add a note' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Send a message' }).elements()).toEqual([]);
});

test('actions stand at the account and the card that they are about, which are never typed', async () => {
  givenDefinitions(
    definition('charge-fee', {
      needsApproval: true,
      inputs: [
        { name: 'account', isRequired: true, isSwitch: false, takes: 'an account number' },
        { name: 'amount', isRequired: true, isSwitch: false, takes: 'dollars' },
      ],
    }),
    definition('load', { mayGive: false }),
  );
  answerCommand('charge-fee', () => waits('57', '2026-11-27T01:00:00.000Z'));
  await openDesk('/people/48');
  const account = page.getByRole('group', { name: 'Actions: Everyday 200 100 017' });
  await expect.element(account.getByRole('button', { name: 'Charge a fee' })).toBeVisible();
  // What the role may not give is not offered.
  expect(account.getByRole('button', { name: 'Add money' }).elements()).toEqual([]);
  await account.getByRole('button', { name: 'Charge a fee' }).click();
  const pane = page.getByRole('region', { name: 'Charge a fee: Everyday 200 100 017' });
  expect(pane.getByLabelText('Account').elements()).toEqual([]);
  await pane.getByLabelText('Amount').fill('9.95');
  await pane.getByLabelText('Reason').fill('A second letter');
  await pane.getByRole('button', { name: 'Charge a fee' }).click();
  await expect.element(page.getByText(/^Request 57 waits/)).toBeVisible();
  expect(given('charge-fee').map(({ input }) => input)).toEqual([{ account: '200100017', amount: '9.95' }]);
});

test('a row opens: a decline says why and what to tell, and a fee is refunded from there', async () => {
  answerRows('timeline', [
    event({}),
    event({
      kind: 'money',
      event: 'fee',
      what: 'Replacement card fee',
      amount: '-9.95',
      state: '',
      card: '',
      detail: '',
      reason: '263300006788',
      account: '200100017',
      sequence: '12',
      place: 'b',
    }),
    event({
      kind: 'staff',
      event: 'asked.desk.load',
      by: 'Omar Aziz',
      what: '',
      detail: '',
      amount: '',
      card: '',
      reason: '',
      state: 'requested',
      request: '41',
      place: 'c',
    }),
  ]);
  answerRows('why-declined', [
    {
      at: '2026-11-25 23:12:00+00',
      amount: '2900.00',
      cleared: '0.00',
      merchant: 'Northside Travel',
      country: 'AU',
      mcc: '4722',
      channel: 'online',
      reason: 'noFunds',
      word: '',
      rule: '',
      figures: '',
      answer: '51',
      reference: 'n-1',
    },
  ]);
  givenDefinitions(
    definition('refund-fee', {
      needsApproval: true,
      inputs: [
        { name: 'account', isRequired: true, isSwitch: false, takes: 'an account number' },
        { name: 'sequence', isRequired: true, isSwitch: false, takes: 'a number' },
        { name: 'amount', isRequired: false, isSwitch: false, takes: 'dollars' },
      ],
    }),
  );
  answerCommand('refund-fee', () => waits('58', '2026-11-27T01:00:00.000Z'));
  await openDesk('/people/48');
  const list = page.getByRole('region', { name: 'Timeline' });
  const open = (row: number) => list.getByRole('button', { name: 'Details' }).nth(row).click();
  await open(0);
  await expectText(list, /The money available was less than the purchase\..*AU · MCC 4722.*51/);
  await expectText(list, /“There wasn’t enough money in the account for this purchase\.”/);
  await open(2);
  await expect
    .element(list.getByRole('link', { name: 'Open request 41' }))
    .toHaveAttribute('href', '/desk/approvals/41');
  await open(1);
  await expectAccessibleInBothSchemes();
  await list.getByRole('button', { name: 'Refund this fee' }).click();
  await field('Reason').fill('The card arrived bent');
  await page.getByRole('region', { name: 'Refund this fee' }).getByRole('button', { name: 'Refund this fee' }).click();
  await expect.element(page.getByText(/^Request 58 waits/)).toBeVisible();
  expect(given('refund-fee').map(({ input }) => input)).toEqual([{ account: '200100017', sequence: '12' }]);
});

test('the data of a person is saved as a file with a reason, by managers alone', async () => {
  givenDefinitions(definition('export-person', { permission: 'decide' }));
  answerRows('documents-of', []);
  answerCommand('export-person', () => done({ name: 'data-48.pdf', type: 'text/plain', content: 'eA==' }));
  await openDesk('/people/48/documents');
  const pane = page.getByRole('region', { name: 'Data file' });
  await pane.getByRole('button', { name: 'Save PDF' }).click();
  await expect.element(pane.getByText('Say why the file is made')).toBeVisible();
  expect(given('export-person')).toEqual([]);
  await pane.getByLabelText('Why the file is made').fill('Asked at the counter');
  await expectAccessibleInBothSchemes();
  await pane.getByRole('button', { name: 'Save PDF' }).click();
  await expect.element(pane.getByText('data-48.pdf saved.')).toBeVisible();
  expect(given('export-person').map(({ input }) => input)).toEqual([
    { person: 'holder:48', why: 'Asked at the counter', format: 'pdf' },
  ]);
});

const CARD_INPUTS = ['product', 'brand', 'holderOf', 'firstName', 'nameOnCard'].map((name) => ({
  name,
  isRequired: name === 'product',
  isSwitch: false,
  takes: 'a text',
}));

test('a card for a new account is chosen from what the person can get, and nothing about them is typed', async () => {
  givenDefinitions(definition('issue-card', { inputs: CARD_INPUTS }));
  const product = {
    product: '3',
    name: 'Wattle Travel',
    scheme: 'Mastercard',
    kind: 'plastic',
    brand: 'wattle',
  } as const;
  answerRows('products-of', [
    { ...product, holderOf: '200100017' },
    { ...product, product: '4', name: 'Wattle Online', kind: 'virtual', holderOf: '200100017' },
  ]);
  answerCommand('issue-card', () => done({ account: '200100099', number: '9036 00•• •••• 1234' }));
  await openDesk('/people/48');
  await press('Act for this person');
  await press('Issue a card on a new account');
  const drawer = page.getByRole('dialog', { name: 'Issue a card on a new account' });
  await drawer.getByRole('radio', { name: /Wattle Travel/ }).click();
  await expect.element(drawer.getByLabelText('Name on card (optional)')).toBeVisible();
  expect(drawer.getByRole('textbox').elements()).toHaveLength(1);
  await expectAccessibleInBothSchemes();
  await drawer.getByRole('button', { name: 'Issue Wattle Travel' }).click();
  await expect
    .poll(() => given('issue-card').map(({ input }) => input))
    .toEqual([{ product: '3', brand: 'wattle', holderOf: '200100017' }]);
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect.element(drawer).not.toBeInTheDocument();
});

test('another card on an account takes the account from the place of the action', async () => {
  givenDefinitions(
    definition('allocate-card', {
      needsApproval: true,
      inputs: ['account', 'product', 'nameOnCard'].map((name) => ({
        name,
        isRequired: name !== 'nameOnCard',
        isSwitch: false,
        takes: 'a text',
      })),
    }),
  );
  answerRows('products-of', [
    { product: '3', name: 'Wattle Travel', scheme: 'Mastercard', kind: 'plastic', brand: 'wattle', holderOf: '1' },
  ]);
  answerCommand('allocate-card', () => waits('61', '2026-11-27T01:00:00.000Z'));
  await openDesk('/people/48');
  await press('Another card');
  await field('Reason').fill('A second card');
  await press('Issue Wattle Travel');
  await expect.element(page.getByText(/^Request 61 waits/)).toBeVisible();
  expect(given('allocate-card').map(({ input }) => input)).toEqual([{ account: '200100017', product: '3' }]);
});

test('someone who can get no further card is told so, and Escape leaves the drawer', async () => {
  givenDefinitions(definition('issue-card', { inputs: CARD_INPUTS }));
  answerRows('products-of', []);
  await openDesk('/people/48');
  await press('Act for this person');
  await press('Issue a card on a new account');
  await expect.element(page.getByText('There’s no product that Amelia Chen can get a card of.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});
