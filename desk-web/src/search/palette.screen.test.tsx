import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../web/test-support/accessible.ts';
import { expectAt, expectText, expectTexts, press } from '../../../web/test-support/by-hand.ts';
import {
  answerCall,
  answerCommand,
  answerRows,
  definition,
  done,
  given,
  givenDefinitions,
  givenSession,
  refusal,
  SESSION,
} from '../../test-support/given-desk.ts';
import { LOAD_REQUEST } from '../../test-support/given-request.ts';
import { openDesk } from '../../test-support/open-desk.tsx';
import type { FoundRow } from './use-answered.ts';

const ROW: FoundRow = {
  kind: 'person',
  object: 'holder:48',
  person: 'holder:48',
  name: 'Owen Hart',
  about: '',
  by: 'account',
  match: '',
  brand: 'Wattle',
  email: 'o••••@e••••.com',
  mobile: '•••• 231',
  accounts: '200 100 231',
  cards: '7765 Active',
  cardIds: 'card:52',
  state: '',
  amount: '',
  at: '',
};
const CARD: FoundRow = {
  ...ROW,
  kind: 'card',
  object: 'card:49',
  person: 'holder:9',
  name: 'Priya Nair',
  about: 'Everyday',
  cards: '0231',
  cardIds: '',
  state: 'Active',
};
const PAYMENT: FoundRow = {
  ...ROW,
  kind: 'payment',
  object: '263300000017',
  name: 'Priya Nair',
  about: 'Jordan Blake',
  state: 'Sent',
  amount: '350.00',
  at: '2026-11-25T22:58:00.000Z',
};

const ORDER: FoundRow = {
  ...ROW,
  kind: 'order',
  object: '263300000017',
  person: '',
  cards: '2',
  state: 'Issued',
  amount: '107.90',
};

const field = page.getByRole('combobox', { name: 'Search' });
// A page below has lists to choose from too.
const hits = page.getByRole('dialog').getByRole('option');

beforeEach(() => {
  givenDefinitions(
    definition('report-card', { title: 'Report a card lost or stolen' }),
    definition('charge-fee', { title: 'Charge a fee', needsApproval: true }),
    definition('erase-person', { title: 'Erase a person’s data', mayGive: false }),
    definition('subjects', { title: 'Name what ids stand for', permission: 'look' }),
  );
  answerRows('requests', [LOAD_REQUEST]);
  answerRows('subjects', []);
  answerRows('orders', []);
  answerRows('order', []);
});

async function openSearch(): Promise<void> {
  await openDesk('/all-commands');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await userEvent.keyboard('/');
  await expect.element(field).toHaveFocus();
}

test('a complaint of someone without an account is a hit that opens it', async () => {
  const complaint: FoundRow = {
    ...ROW,
    kind: 'complaint',
    object: '263330008124',
    person: '',
    name: 'Ana Silva',
    about: 'fee',
    state: 'Received',
    at: '2026-11-25T22:58:00.000Z',
  };
  answerRows('search-all', [complaint]);
  answerRows('complaint', []);
  answerRows('complaint-course', []);
  await openSearch();
  await userEvent.keyboard('ana silva');
  await expectTexts(hits, [/^Complaint of Ana Silva.*Reference 263330008124 · a fee.*Received$/]);
  await userEvent.keyboard('{Enter}');
  await expectAt('/desk/complaints/263330008124');
});

test('hits come as one types, in groups with their counts, the first chosen and the words marked', async () => {
  answerRows('search-all', [ROW, CARD, PAYMENT]);
  await openSearch();
  await userEvent.keyboard('0231');
  await expectTexts(hits, [
    /^Card ending 0231 · Priya Nair.*Active$/,
    /^Owen Hart/,
    /^Priya Nair to Jordan Blake.*\$350\.00/,
    /^Report card ending 0231 lost or stolen.*Priya Nair/,
  ]);
  await expectTexts(page.getByRole('group', { name: 'Kinds of hits' }).getByRole('button'), [
    'Everything 4',
    'Cards 1',
    'People 1',
    'Payments 1',
    'Actions 1',
  ]);
  await expect.element(hits.nth(0)).toHaveAttribute('aria-selected', 'true');
  await expect.element(field).toHaveAttribute('aria-activedescendant', hits.nth(0).element().id);
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    '0231',
    '0 231',
    '0 231',
    '0231',
  ]);
  await expectText(page.getByRole('status').filter({ hasText: 'hits' }), '4 hits');
  await expectAccessibleInBothSchemes();
  // The whole text was asked for once, and no beginning of it.
  expect(given('search-all').map(({ input }) => input)).toEqual([{ text: '0231' }]);
  await press('Payments 1');
  await expectTexts(hits, [/^Priya Nair to Jordan Blake/]);
});

test('arrows choose and go round, Enter opens, Escape closes and gives the focus back', async () => {
  answerRows('search-all', [ORDER, PAYMENT]);
  await openSearch();
  await userEvent.keyboard('0231');
  await expect.poll(() => hits.elements().length).toBe(2);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  await expect.element(hits.nth(1)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /^Search people/ })).toBeVisible();
  await press('Search people, cards, payments, orders or actions');
  await userEvent.keyboard('0231');
  await expect.poll(() => hits.elements().length).toBe(2);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expectAt('/desk/orders/263300000017');
});

test('Enter that comes before the answer opens the only hit, and of several none', async () => {
  let rows = [ORDER];
  answerRows('search-all', () => rows);
  await openSearch();
  await userEvent.keyboard('263300000017{Enter}');
  await expectAt('/desk/orders/263300000017');
  rows = [ROW, PAYMENT];
  await userEvent.keyboard('/');
  await userEvent.keyboard('0231{Enter}');
  await expect.poll(() => hits.elements().length).toBe(2);
  await expectAt('/desk/orders/263300000017');
});

test('an answer to words that have changed is dropped', async () => {
  const slow = Promise.withResolvers<void>();
  answerCommand('search-all', async ({ input: { text } }) => {
    if (text !== 'owen') return done();
    await slow.promise;
    return done(ROW);
  });
  await openSearch();
  await userEvent.keyboard('owen');
  await expect.poll(() => given('search-all').length).toBe(1);
  await userEvent.keyboard('x');
  await expect.element(page.getByText('Nothing matches “owenx”.')).toBeVisible();
  slow.resolve();
  await expect.poll(() => given('search-all').map(({ input: { text } }) => text)).toEqual(['owen', 'owenx']);
  await expect.element(page.getByText('Nothing matches “owenx”.')).toBeVisible();
  expect(hits.elements()).toEqual([]);
});

test('actions of the role, pages and requests that wait are found without asking the server', async () => {
  await openSearch();
  await userEvent.keyboard('lo');
  // A request to load, and the action about a lost card.
  await expectTexts(hits, [/^Load \$500\.00.*Waits$/, /^Report a card lost or stolen/]);
  await field.fill('er');
  await expect.element(page.getByText('Nothing matches “er”.')).toBeVisible();
  await field.fill('ap');
  await expectTexts(hits, [/^Approvals.*A page of the desk$/]);
  await userEvent.keyboard('{Enter}');
  await expectAt('/desk/approvals');
  expect(given('search-all')).toEqual([]);
});

test('what was opened is offered again when nothing is typed, until the member signs out', async () => {
  answerRows('search-all', [ORDER]);
  answerCall('sign-in', () => {
    givenSession({ ...SESSION, name: 'mia', fullName: 'Mia Costa' });
    return Response.json({});
  });
  await openSearch();
  await expect.element(page.getByText('What you can type')).toBeVisible();
  await userEvent.keyboard('263300000017{Enter}');
  await expectAt('/desk/orders/263300000017');
  await userEvent.keyboard('/');
  await expectTexts(hits, [/^Order 263300000017/]);
  await expect.element(page.getByRole('button', { name: '263300000017' })).toBeVisible();
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('263300000017');
  await userEvent.keyboard('{Escape}');
  await press('Sign out');
  await page.getByRole('textbox', { name: 'Programme number' }).fill('1');
  await page.getByRole('textbox', { name: 'Your name at the desk' }).fill('mia');
  await page.getByLabelText('Password').fill('Desk-Banksia-2026');
  await press('Sign in');
  await press('Search people, cards, payments, orders or actions');
  await expect.element(field).toHaveFocus();
  expect(hits.elements()).toEqual([]);
});

test('a refused search says why, and hostile words are words', async () => {
  answerCommand('search-all', () => refusal('card_number_given', 400));
  await openSearch();
  await field.fill('4111 1111 1111 1111');
  await expect.element(page.getByText(/^Never type a full card number here/)).toBeVisible();
  answerRows('search-all', [{ ...ROW, name: '<img src=x onerror=alert(1)>%_\\' }]);
  await field.fill('<img %_\\ (.*');
  await expect.element(hits.nth(0)).toBeVisible();
  await expectText(hits.nth(0), /<img src=x onerror=alert\(1\)>%_\\/);
  expect(document.querySelector('#root img')).toBeNull();
});

test('on a phone the search is the whole screen', async () => {
  answerRows('search-all', [ROW, CARD, PAYMENT]);
  await openDesk('/all-commands', { width: 390 });
  await press('Search people, cards, payments, orders or actions');
  await field.fill('0231');
  await expect.poll(() => hits.elements().length).toBe(4);
  const box = page.getByRole('dialog', { name: 'Search' }).element().getBoundingClientRect();
  expect([box.left, box.top, box.width]).toEqual([0, 0, 390]);
  await expectAccessibleInBothSchemes();
  await press('Close');
  await expect.element(field).not.toBeInTheDocument();
});
