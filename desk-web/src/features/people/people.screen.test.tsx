import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../web/test-support/accessible.ts';
import { button, expectAt, expectText, field, press, title } from '../../../../web/test-support/by-hand.ts';
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

const HOSTILE = '<img src=x onerror="document.title=1"> =2+5';

beforeEach(givenPerson);

test('search lists who was found and by what, and opens the person by id alone', async () => {
  answerRows('search', [
    {
      person: 'holder:48',
      card: '',
      name: HOSTILE,
      by: 'purchase',
      match: 'Northside Travel, 2026-11-26',
      brand: 'Wattle',
      email: 'a••••@e••••.com',
      mobile: '',
      accounts: '200100017',
      cards: '0017 Active',
      cardIds: 'card:49',
    },
  ]);
  answerRows('search-all', [], { hasMore: true });
  await openDesk('/people');
  await press('Search people, cards, payments, orders or actions');
  await page.getByRole('combobox', { name: 'Search' }).fill('northside travel 2900');
  await press('See everyone found');
  await expectAt('/desk/search');
  await expect.element(page.getByText('Northside Travel, 2026-11-26')).toBeVisible();
  expect(given('search').at(-1)?.input).toEqual({ text: 'northside travel 2900', page: '1' });
  await expectAccessibleInBothSchemes();
  await page.getByRole('link', { name: HOSTILE }).click();
  await expectAt('/desk/people/48');
});

test('a person shows money, cards, masked details and what happened, with its reason', async () => {
  await openDesk('/people/48');
  await expectText(title, /^Amelia Chen/);
  await expect.element(page.getByText('$2,486.35')).toBeVisible();
  await expect.element(page.getByText('Declined: Not enough money')).toBeVisible();
  await expect.element(page.getByText('Card ending 0017 · online')).toBeVisible();
  await expect.element(page.getByText('a••••@e••••.com')).toBeVisible();
  await expect.element(page.getByText(/Sign-in locked/)).not.toBeInTheDocument();
  await expectAccessibleInBothSchemes();
});

test('a lock is said in words and leads to unlocking it, which waits for a second person', async () => {
  answerRows('person', [
    { ...AMELIA, lock: 'account', lockedUntil: '2026-11-26T00:04:00.000Z', wrongTries: 5, lockOf: 'web:1' },
  ]);
  givenDefinitions(
    definition('unlock', {
      needsApproval: true,
      inputs: [{ name: 'signIn', takes: 'a sign-in', isRequired: true, isSwitch: false }],
    }),
  );
  answerCommand('unlock', () => waits('7', '2026-11-27T00:00:00.000Z'));
  await openDesk('/people/48');
  await expect.element(page.getByText('5 wrong tries today.')).toBeVisible();
  await press('Unlock');
  await field('Reason').fill('answered three questions');
  await page.getByRole('region', { name: 'Unlock' }).getByRole('button', { name: 'Unlock' }).click();
  await expect.element(page.getByText('Request 7 waits for a second person. Nothing has changed yet.')).toBeVisible();
  expect(given('unlock').map(({ input }) => input)).toEqual([{ signIn: 'web:1' }]);
});

test('a masked detail is shown with a reason, and nothing else is asked for', async () => {
  givenDefinitions(
    definition('reveal', {
      inputs: [
        { name: 'person', takes: 'a person', isRequired: true, isSwitch: false },
        { name: 'detail', takes: 'a detail', isRequired: true, isSwitch: false },
        { name: 'because', takes: 'why you need it', isRequired: true, isSwitch: false },
      ],
    }),
  );
  answerCommand('reveal', () => done({ person: 'holder:48', detail: 'email', value: 'amelia.chen@example.com' }));
  await openDesk('/people/48');
  await press('Show: Email');
  await field('Because').fill('asked to confirm it');
  await button('Show a detail').click();
  await expect.element(page.getByRole('cell', { name: 'amelia.chen@example.com' })).toBeVisible();
  expect(given('reveal').map(({ input }) => input)).toEqual([
    { because: 'asked to confirm it', person: 'holder:48', detail: 'email' },
  ]);
});

test('filters ask for one kind, and older rows are asked for from the last place', async () => {
  answerRows('timeline', ({ input }) => [event({ what: 'after' in input ? 'Older Shop' : 'Newer Shop' })], {
    hasMore: true,
  });
  await openDesk('/people/48');
  await press('Card');
  await expect.poll(() => given('timeline').at(-1)?.input).toEqual({ person: 'holder:48', kind: 'card' });
  await press('Older');
  await expect.element(page.getByText(/Older Shop/)).toBeVisible();
  expect(given('timeline').at(-1)?.input).toEqual({ person: 'holder:48', kind: 'card', after: 'cGxhY2Ux' });
});

test('what is held, planned, failed, disputed or asked for is told as what it is', async () => {
  const money = { kind: 'money', what: 'Quondam Builders', amount: '-400.00', card: '', reason: '26330000017' };
  const staff = { kind: 'staff', by: 'Omar Aziz', what: '', detail: '', amount: '', card: '', reason: '' };
  answerRows('timeline', [
    event({ ...money, event: 'held', state: 'waiting', place: 'a' }),
    event({ ...money, event: 'scheduled', state: 'stopped', place: 'b' }),
    event({ ...money, event: 'failed', state: 'insufficient_funds', place: 'c' }),
    event({ event: 'disputed', state: 'notMine', place: 'd' }),
    event({ event: 'decided', state: 'lost', place: 'e' }),
    event({ ...staff, event: 'asked.desk.change-contact', state: 'requested', place: 'f' }),
    event({ ...staff, event: 'asked.desk.change-contact', state: 'refused', place: 'g' }),
    event({ ...staff, event: 'desk.change-contact', state: 'ok', place: 'h' }),
  ]);
  await openDesk('/people/48');
  const list = page.getByRole('region', { name: 'Timeline' });
  for (const words of [
    /Held payment, Quondam Builders.*Receipt 26330000017 · held, not paid yet.*−\$400\.00/,
    /Scheduled payment, Quondam Builders.*stopped, nothing was paid/,
    /Payment not made, Quondam Builders.*not enough money/,
    /Dispute opened, Northside Travel.*Reference 52190263932 · not theirs/,
    /Dispute decided, Northside Travel.*not refunded/,
    /Omar Aziz, asked for: change contact.*Waits for a second person/,
    /Omar Aziz, asked for: change contact.*Refused or withdrawn: nothing changed/,
    /Omar Aziz, changed the contact/,
  ])
    await expectText(list, words);
});

test('words of people are text and nothing else, in notes and in the timeline', async () => {
  answerRows('notes', [{ note: '1', at: '2026-11-25T23:12:00.000Z', by: 'Omar Aziz', text: HOSTILE }]);
  answerRows('timeline', [event({ what: HOSTILE })]);
  await openDesk('/people/48');
  await expect.element(page.getByText(`, ${HOSTILE}`)).toBeVisible();
  await page.getByRole('link', { name: 'Notes' }).click();
  await expectAt('/desk/people/48/notes');
  await expect.element(page.getByText(HOSTILE)).toBeVisible();
  expect(document.querySelectorAll('#root img')).toHaveLength(0);
});

test('a person of another programme is not there', async () => {
  answerCommand('person', () => refusal('not_found', 404));
  await openDesk('/people/999');
  await expect.element(page.getByText('We can’t find that in your programme.')).toBeVisible();
});

test('the account is viewed with a reason, by a link that is used once and expires', async () => {
  givenDefinitions(definition('view-as', { permission: 'view' }));
  const ticket = `00000000-0000-4000-8000-000000000001.${'a'.repeat(43)}`;
  const answerTicket = (leftMs: number) =>
    answerCommand('view-as', () => {
      const endsAt = new Date(Date.now() + leftMs).toISOString();
      return done({ person: 'holder:48', page: '/wattle/viewAs', ticket, endsAt });
    });
  answerTicket(60_000);
  await openDesk('/people/48');
  await press('View as the cardholder');
  await press('Ask for the view');
  await expect.element(page.getByText('Say why you need it')).toBeVisible();
  await field('Why you need it').fill('says the balance is wrong');
  await press('Ask for the view');
  const link = page.getByRole('link', { name: 'Open the account in a new tab' });
  await expect.element(link).toHaveAttribute('href', `/wattle/viewAs#${ticket}`);
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
  expect(given('view-as').map(({ input }) => input)).toEqual([
    { person: 'holder:48', because: 'says the balance is wrong' },
  ]);
  await expectAccessibleInBothSchemes();
  answerTicket(0);
  await press('Close');
  await press('View as the cardholder');
  await field('Why you need it').fill('says the balance is wrong');
  await press('Ask for the view');
  await expect.element(page.getByText('The link has expired.')).toBeVisible();
  await expect.element(link).not.toBeInTheDocument();
});

test('a person without a sign-in has no view', async () => {
  givenDefinitions(definition('view-as', { permission: 'view' }));
  answerRows('person', [{ ...AMELIA, signIn: 'card:49' }]);
  await openDesk('/people/48');
  await expect.element(button('Act for this person')).toBeVisible();
  await expect.element(button('View as the cardholder')).not.toBeInTheDocument();
});

test('a member who only looks has no view', async () => {
  givenDefinitions(definition('view-as', { permission: 'view', mayGive: false }));
  answerRows('person', [AMELIA]);
  await openDesk('/people/48');
  await expect.element(button('Act for this person')).toBeVisible();
  await expect.element(button('View as the cardholder')).not.toBeInTheDocument();
});

test('an account below zero can be written off by two people, and no other account', async () => {
  const one = {
    name: 'Everyday',
    bsb: '000-001',
    role: 'primary',
    held: '0.00',
    keptAside: '0.00',
    available: '0.00',
    dailyLimit: '',
    paidToday: '0.00',
  };
  answerRows('accounts', [
    { ...one, account: '200100017', balance: '12.00', debts: 0, state: 'open' },
    { ...one, account: '200100025', balance: '-7.50', debts: 1, state: 'open' },
  ]);
  answerRows('holds', []);
  answerRows('account-transactions', []);
  givenDefinitions(
    definition('write-off-balance', {
      needsApproval: true,
      inputs: [
        { name: 'account', isRequired: true, isSwitch: false, takes: 'an account number' },
        { name: 'amount', isRequired: false, isSwitch: false, takes: 'dollars' },
      ],
    }),
  );
  answerCommand('write-off-balance', () => waits('56', '2026-11-27T01:00:00.000Z'));
  await openDesk('/people/48/accounts');
  const accounts = page.getByRole('table', { name: 'Accounts' });
  await expect.element(accounts.getByRole('button', { name: /200 100 025/ })).toBeVisible();
  await expect.element(button('Write off')).not.toBeInTheDocument();
  await accounts.getByRole('button', { name: /200 100 025/ }).click();
  await expect
    .element(page.getByText(/^The balance is −\$7\.50\. All that it’s below zero is written off/))
    .toBeVisible();
  await field('Reason').fill('Not worth collecting');
  await expectAccessibleInBothSchemes();
  await press('Write off');
  await expect.element(page.getByText(/^Request 56 waits for a second person/)).toBeVisible();
  expect(given('write-off-balance').map(({ input }) => input)).toEqual([{ account: '200100025' }]);
});
