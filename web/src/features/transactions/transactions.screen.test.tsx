import { getTransactions, searchTransactions } from '@wattle/contract/transactions/transactions.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../test-support/accessible.ts';
import { expectText, expectTexts, fillDate, press } from '../../../test-support/by-hand.ts';
import { givenAccount, givenRow, givenRows, givenTransactions } from '../../../test-support/given-account.ts';
import { answer, fail, sent } from '../../../test-support/given-server.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { givenCard } from '../../../test-support/signed-in.ts';

const posted = page.getByRole('region', { name: 'Posted' });
const pending = page.getByRole('region', { name: 'Pending' });
const shown = (words: string) => expect.element(page.getByText(words, { exact: true })).toBeVisible();
const open = (language: 'enAU' | 'zhCN' = 'enAU') => openScreen('/transactions', { as: 'account', language });
const closeFilters = () =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^Show .*transaction/ })
    .click();
const amounts = () => [...document.querySelectorAll('.row__amount')].map(({ textContent }) => textContent);

const hotel = { IsPending: true, Sequence: null, BalanceAfter: null, Category: 'travel' } as const;
const declined = givenRow({
  Sequence: null,
  TransactionId: 'declined',
  Description: 'Galah Cinema',
  IsDeclined: true,
  DeclineReason: 'cardOff',
  BalanceAfter: null,
});

test('shows 10, 20 or 50 rows, and restarts after a change', async () => {
  givenAccount();
  givenTransactions({ posted: givenRows(60) });
  await open();
  await shown('10 of 60 shown');
  const sizes = page.getByRole('group', { name: 'Show at a time' });
  await expect.element(sizes.getByRole('button', { name: '10', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await press('Show 10 more');
  await shown('20 of 60 shown');
  const query = sent(getTransactions).at(-1)?.query;
  expect(Object.fromEntries(query ?? [])).toMatchObject({ skip: '10', count: '10', asOf: '60' });
  await press('50');
  await shown('50 of 60 shown');
  await press('20');
  await shown('20 of 60 shown');
});

test('restarts with ten rows when another card is chosen', async () => {
  const online = givenCard({ MaskedCardNumber: '9036 00•• •••• 0025', AccountNumber: '200100025', CardName: 'Online' });
  givenAccount([givenCard(), online]);
  givenTransactions({ posted: givenRows(60) });
  await open();
  await press('20');
  await shown('20 of 60 shown');
  const choice = page.getByRole('combobox', { name: 'Choose a card' });
  await choice.selectOptions('Online ending 0025');
  await shown('10 of 60 shown');
  await choice.selectOptions('Wattle Everyday ending 0017');
  await shown('10 of 60 shown');
});

test('has no page size when all rows are shown, and no card name with one card', async () => {
  givenAccount([givenCard({ CardName: 'Tui Card', MaskedCardNumber: '9036 00•• •••• 0132' })]);
  givenTransactions({ posted: givenRows(3) });
  await open();
  await shown('3 of 3 shown');
  await expect.element(page.getByRole('group', { name: 'Show at a time' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /^Load/ })).not.toBeInTheDocument();
  await shown('Tui Card ·· 0132');
  await expect.element(page.getByRole('combobox', { name: 'Choose a card' })).not.toBeInTheDocument();
});

test('separates pending rows, by day and with held amounts', async () => {
  givenAccount();
  givenTransactions({
    posted: givenRows(3),
    pending: [
      givenRow({ ...hotel, TransactionId: 'a', Description: 'Redback Fuel', Amount: -100, IsEstimate: true }),
      givenRow({ ...hotel, TransactionId: 'b', Description: 'Bay Hotel', Amount: -20.5 }),
    ],
  });
  await open();
  await expectText(pending, /\$120\.50 held/);
  await expect.element(pending.getByRole('heading', { level: 3 })).toBeVisible();
  await expect.element(pending.getByText('Redback Fuel')).toBeVisible();
  await expect.element(pending.getByText('Final amount may be less').first()).toBeVisible();
  await expect.element(posted.getByText('Redback Fuel')).not.toBeInTheDocument();
});

test('shows the total of each complete day, and none for one that may continue', async () => {
  givenAccount();
  const days = ['2026-11-19', '2026-11-19', '2026-11-18', ...Array.from({ length: 8 }, () => '2026-11-17')];
  const rows = days.map((day, place) =>
    givenRow({ Sequence: days.length - place, TransactionDate: `${day}T02:00:00Z`, Amount: -(place + 1) }),
  );
  givenTransactions({ posted: rows });
  await open();
  const totals = () => [...document.querySelectorAll('.posted__day')].map((day) => day.querySelector('p')?.textContent);
  await expect.poll(totals).toEqual(['Day total −$3.00', 'Day total −$3.00', undefined]);
});

test('opens a row with all its details', async () => {
  givenAccount();
  const raw = { RawDescription: 'SQ *TIN ROOF 0042', Collector: 'Square' };
  givenTransactions({ posted: [givenRow({ Description: 'Tin Roof Noodles', ...raw })] });
  await open();
  await page.getByText('Tin Roof Noodles').click();
  for (const words of ['Paid through', 'Square', 'As sent by the shop', 'Ending 0017', 'Reference']) await shown(words);
  await expect.element(posted.getByText('Balance after', { exact: true }).last()).toBeVisible();
  await expect.element(page.getByText('Country', { exact: true })).not.toBeInTheDocument();
  await expectAccessible();
});

const SHOP_AMOUNT = { Amount: 1_200, Currency: 'USD', Exponent: 2, Rate: '1.5417' };

test('shows the amount of a foreign merchant, with the held fee while it is pending, and afterwards', async () => {
  givenAccount();
  const abroad = { Kind: 'purchase', Amount: -18.5, ShopAmount: SHOP_AMOUNT } as const;
  givenTransactions({
    posted: [givenRow({ ...abroad, Description: 'Blue Bottle' })],
    pending: [givenRow({ ...hotel, ...abroad, Description: 'Red Bottle', IsEstimate: false, HeldFee: 0.56 })],
  });
  await open();
  // 18.50 and 0.56.
  await expectText(pending, /\$19\.06 held/);
  await expect.element(pending.getByText('US$12.00 at 1.5417 · plus $0.56 fee held').first()).toBeVisible();
  await expect.element(posted.getByText('US$12.00 at 1.5417').first()).toBeVisible();
  await page.getByText('Red Bottle').click();
  await expectText(pending, /International transaction fee\$0\.56/);
  await page.getByText('Blue Bottle').click();
  await expectText(posted, /Shop’s amountUS\$12\.00 at 1\.5417/);
  await expectAccessible();
});

test.each([
  ['posted', 'US$12.00，汇率 1.5417'],
  ['pending', 'US$12.00，汇率 1.5417 · 另冻结手续费 $0.56'],
] as const)('shows it in Chinese, %s', async (where, words) => {
  givenAccount();
  const abroad = { Kind: 'purchase', Amount: -18.5, ShopAmount: SHOP_AMOUNT } as const;
  const held = { ...hotel, IsEstimate: false, HeldFee: 0.56 };
  givenTransactions({ posted: [], [where]: [givenRow({ ...(where === 'pending' && held), ...abroad })] });
  await open('zhCN');
  await expect.element(page.getByText(words).first()).toBeVisible();
});

test('names the country of a merchant outside of the home country of the product', async () => {
  givenAccount([givenCard({ HomeCountry: 'NZ' })]);
  givenTransactions({ posted: [givenRow({ Description: 'Tin Roof Noodles' })] });
  await open();
  await page.getByText('Tin Roof Noodles').click();
  await shown('Australia');
});

test('finds a declined purchase without the server, and explains it', async () => {
  givenAccount();
  givenTransactions({ posted: givenRows(2), declined: [declined] });
  await open();
  await press('Filters');
  await press('Declined');
  await closeFilters();
  await expectTexts(page.getByRole('listitem').filter({ hasText: 'Galah Cinema' }), [/The card was off/]);
  expect(sent(searchTransactions)).toEqual([]);
});

test('filters money in and out, and resets to all', async () => {
  givenAccount();
  const rows = givenRows(8).map((row, place) => (place < 2 ? { ...row, Amount: 30 } : row));
  givenTransactions({ posted: rows, pending: [givenRow({ ...hotel, TransactionId: 'a', Amount: -20 })] });
  await open();
  await press('Filters');
  await press('Money in');
  await shown('2 transactions · $60.00 in');
  expect(amounts()).toHaveLength(2);
  // Six posted dollars and the pending 20: what is listed is what is added up.
  await press('Money out');
  await shown('7 transactions · $26.00 out');
  await shown('Pending · tap');
  await shown('7 · $26.00 out');
  await closeFilters();
  await press('Remove filter: Money out');
  await shown('8 of 8 shown');
  await expect.poll(() => amounts().length).toBe(9);
});

test('searches by text, category and days, loads more, and is cleared where nothing is found', async () => {
  givenAccount();
  const bills = givenRows(25).map((row) => ({
    ...row,
    Description: 'Harbour Electricity',
    Category: 'bills' as const,
  }));
  givenTransactions({ posted: [givenRow({ Sequence: 26, Description: 'Southerly Design' }), ...bills] });
  await open();
  const search = page.getByRole('searchbox', { name: 'Search by name, category or amount' });
  await search.fill('electricity');
  await shown('25 transactions · $25.00 out');
  await expect.element(page.getByText('Southerly Design')).not.toBeInTheDocument();
  await press('Show 10 more');
  await expect.poll(() => amounts().length).toBe(20);
  await press('Filters');
  await page.getByRole('combobox', { name: 'Category' }).selectOptions('Fuel');
  await closeFilters();
  const nothing = page.getByRole('heading', { name: 'Nothing found' });
  await expect.element(nothing).toBeVisible();
  // Said once.
  await expect.element(page.getByText(/transactions? ·|^0 /)).not.toBeInTheDocument();
  await press('Remove filter: Fuel');
  await press('Filters');
  await press('Choose dates');
  await fillDate('To', '2001-01-01');
  await expect.poll(() => sent(searchTransactions).at(-1)?.body.to).toBe('2001-01-01');
  await fillDate('To', '');
  await closeFilters();
  await shown('25 transactions · $25.00 out');
  await expectAccessible();
  await search.fill('no such shop');
  await expect.element(nothing).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).last().click();
  await shown('Southerly Design');
});

test('has filters with presets and amounts, each a chip to take off', async () => {
  givenAccount();
  const rows = [4, 5, 20, 21].map((dollars, place) => givenRow({ Sequence: 5 - place, Amount: -dollars }));
  const old = givenRow({ Sequence: 1, TransactionDate: '2026-08-01T02:00:00Z', Amount: -6 });
  givenTransactions({ posted: [...rows, old] });
  await open();
  await press('Filters');
  await press('Last 3 months');
  await page.getByLabelText('At least').fill('5');
  await page.getByLabelText('Up to').fill('20');
  // It is 20 November.
  await expect
    .poll(() => sent(searchTransactions).at(-1)?.body)
    .toMatchObject({ from: '2026-08-20', atLeast: 5, atMost: 20 });
  await shown('2 transactions · $25.00 out');
  await shown('That’s everything since 20 Aug 2026.');
  await expectAccessible();
  await closeFilters();
  const on = page.getByRole('list', { name: 'Filters on' });
  await expectTexts(on.getByRole('listitem'), [/Last 3 months/, /\$5\.00 – \$20\.00/, 'Clear all']);
  await press('Remove filter: Last 3 months');
  await shown('3 transactions · $31.00 out');
  await press('Clear all');
  await shown('5 of 5 shown');
});

test('keeps loaded rows when loading more fails', async () => {
  givenAccount();
  givenTransactions({ posted: givenRows(60) });
  await open();
  await shown('10 of 60 shown');
  answer(getTransactions, () => Response.json({ error: ['429'] }, { status: 429 }));
  await press('Show 10 more');
  await shown('We couldn’t load more transactions. Try again.');
  expect(amounts()).toHaveLength(10);
  givenTransactions({ posted: givenRows(60) });
  await press('Show 10 more');
  await shown('20 of 60 shown');
  await expect.element(page.getByText('We couldn’t load more transactions. Try again.')).not.toBeInTheDocument();
});

test('reports that there are no rows yet', async () => {
  givenAccount();
  await open();
  await expect.element(page.getByRole('heading', { name: 'No transactions yet' })).toBeVisible();
  await expectAccessible();
});

test('the key / goes to the search, but not from where someone types or a dialog is open', async () => {
  givenAccount();
  givenTransactions({ posted: givenRows(3) });
  await open();
  const search = page.getByRole('searchbox');
  await expect.element(search).toHaveAttribute('aria-keyshortcuts', '/');
  await userEvent.keyboard('/');
  await expect.element(search).toHaveFocus();
  await expect.element(search).toHaveValue('');
  await userEvent.keyboard('1/2');
  await expect.element(search).toHaveValue('1/2');
  await search.fill('');
  await press('Filters');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('/');
  await expect.element(search).not.toHaveFocus();
});

test('a search without an answer searches the rows of the page, and says so', async () => {
  givenAccount();
  givenTransactions({ posted: givenRows(12) });
  await open();
  await shown('10 of 12 shown');
  fail(searchTransactions, 500);
  await page.getByRole('searchbox').fill('Shop 5');
  await shown('We couldn’t search all your transactions. These are the ones already on this page.');
  await expect.element(page.getByText('Shop 5', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Shop 6', { exact: true })).not.toBeInTheDocument();
  await expectAccessible();
  givenTransactions({ posted: givenRows(12) });
  await press('Try again');
  await shown('1 transaction · $1.00 out');
});

test('the export is beside the title', async () => {
  givenAccount();
  givenTransactions({ posted: givenRows(3) });
  await open();
  const [heading, button] = [
    page.getByRole('heading', { level: 1 }),
    page.getByRole('button', { name: 'Export', exact: true }),
  ];
  await expect.element(button).toBeVisible();
  const [one, other] = [heading, button].map((found) => found.element().getBoundingClientRect());
  expect(
    Math.abs((one?.top ?? 0) + (one?.height ?? 0) / 2 - (other?.top ?? 0) - (other?.height ?? 0) / 2),
  ).toBeLessThan(2);
  expect(one?.right).toBeLessThanOrEqual(other?.left ?? 0);
});
