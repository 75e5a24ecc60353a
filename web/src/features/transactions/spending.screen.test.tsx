import { getSpending, searchTransactions } from '@wattle/contract/transactions/transactions.ts';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectText, seeIn } from '../../../test-support/by-hand.ts';
import { givenAccount, givenRow, givenSpending, givenTransactions } from '../../../test-support/given-account.ts';
import { answer, sent } from '../../../test-support/given-server.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';

const open = () => openScreen('/cardHome', { as: 'account' });
const spent = page.getByRole('region', { name: 'Spent in November' });

afterEach(() => seeIn({}));

/** Contrast between a colour of the chart and the panel behind it, by WCAG 2. */
function contrastOf(mark: Element, property: 'fill' | 'stroke'): number {
  const pencil = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const luminance = (colour: string) => {
    if (!pencil) throw new Error('no canvas');
    pencil.fillStyle = colour;
    pencil.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...pencil.getImageData(0, 0, 1, 1).data].map((byte) => {
      const part = byte / 255;
      return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const panel = mark.closest('.panel');
  if (!panel) throw new Error('the chart lies on a panel');
  const [darker = 0, lighter = 0] = [
    luminance(getComputedStyle(mark).getPropertyValue(property)),
    luminance(getComputedStyle(panel).backgroundColor),
  ].toSorted((one, other) => one - other);
  return (lighter + 0.05) / (darker + 0.05);
}

test('a failed chart is loaded again', async () => {
  givenAccount();
  // The page also retries by itself, which would remove the button. So every answer is an error until the button is
  // pressed.
  let isPressed = false;
  document.addEventListener('click', () => (isPressed = true), { capture: true, once: true });
  const Months = [{ Month: '2026-11-01', Amount: 64.1 }];
  const spending = { Months, Categories: [], EarlierCategories: [], PreviousToDate: 0, InterestThisMonth: 0 };
  answer(getSpending, () => (isPressed ? spending : Response.json({ error: ['503'] }, { status: 503 })));
  await open();
  const failed = page.getByRole('region', { name: 'Spent by month' });
  await expectText(failed.getByRole('alert'), /couldn’t load/);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expectText(spent, /\$64\.10/);
  await expect.element(failed).not.toBeInTheDocument();
});

test('a category of this month opens its transactions', async () => {
  givenAccount();
  givenTransactions({ posted: [givenRow({ Category: 'groceries' })] });
  answer(getSpending, {
    Months: [{ Month: '2026-11-01', Amount: 64.1 }],
    Categories: [{ Category: 'groceries', Amount: 64.1 }],
    EarlierCategories: [],
    PreviousToDate: 0,
    InterestThisMonth: 0,
  });
  answer(searchTransactions, {
    Transactions: [givenRow({ Category: 'groceries' })],
    Total: 1,
    MoneyIn: 0,
    MoneyOut: 64.1,
    Months: [{ Month: '2026-11', Total: 1, MoneyIn: 0, MoneyOut: 64.1 }],
    HasMore: false,
    IsComplete: true,
  });
  await open();
  await spent.getByRole('link', { name: 'Groceries' }).click();
  await expect.element(page.getByRole('heading', { name: 'Transactions', level: 1 })).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Results' })).toBeVisible();
  expect(sent(searchTransactions)).toMatchObject([{ body: { category: 'groceries', from: '2026-11-01' } }]);
});

test('an account without a past month has no comparison', async () => {
  givenAccount();
  givenSpending([0, 0, 0, 0, 0, 64.1]);
  await open();
  await expectText(spent, /\$64\.10/);
  await expectText(spent, /^((?!by this day).)*$/);
});

test('this month is compared with the same day of the month before', async () => {
  givenAccount();
  givenSpending([0, 0, 0, 0, 30, 64.1], 20);
  await open();
  await expectText(spent, /\$44\.10 more than at this point in October/);
});

test('edges of earlier months are visible in dark mode and do not outshine this month', async () => {
  await seeIn({ scheme: 'dark' });
  givenAccount();
  givenSpending([310, 220, 405, 180, 90, 64.1]);
  await open();
  await expect.element(spent).toBeVisible();
  const [earlier, now] = [
    document.querySelector('g:not(.month-chart__now) > .month-chart__bar'),
    document.querySelector('.month-chart__now .month-chart__bar'),
  ];
  if (!earlier || !now) throw new Error('the chart has bars');
  const edge = contrastOf(earlier, 'stroke');
  expect(edge).toBeGreaterThanOrEqual(3);
  expect(edge).toBeLessThan(0.75 * contrastOf(now, 'fill'));
});

test('sums and charts are hidden with the balance', async () => {
  givenAccount();
  givenSpending([0, 0, 0, 0, 30, 64.1], 20);
  await open();
  await page.getByRole('button', { name: 'Hide balance' }).click();
  await expectText(spent, /•••• more than at this point in October/);
  await expectText(spent, /^[^$]*$/);
  await spent.getByRole('button', { name: 'Show as table' }).click();
  await expect.element(spent.getByRole('row', { name: 'November ••••' })).toBeVisible();
  await expectText(spent, /^[^$]*$/);
  await page.getByRole('button', { name: 'Show balance' }).click();
  await expectText(spent, /\$44\.10 more/);
});

test('an earlier month opens by category too, and ends on its last day', async () => {
  givenAccount();
  givenTransactions({ posted: [givenRow({ Category: 'travel' })] });
  answer(getSpending, {
    Months: [
      { Month: '2026-09-01', Amount: 200 },
      { Month: '2026-10-01', Amount: 0 },
      { Month: '2026-11-01', Amount: 64.1 },
    ],
    Categories: [{ Category: 'groceries', Amount: 64.1 }],
    EarlierCategories: [{ Month: '2026-09-01', Category: 'travel', Amount: 200 }],
    PreviousToDate: 0,
    InterestThisMonth: 0,
  });
  await open();
  await spent.getByRole('button', { name: 'September, $200.00' }).click();
  const september = page.getByRole('region', { name: 'Spent in September' });
  await expectText(september, /\$200\.00/);
  await expect.element(september.getByRole('link', { name: 'Groceries' })).not.toBeInTheDocument();
  await september.getByRole('link', { name: 'Travel' }).click();
  await expect
    .poll(() => sent(searchTransactions).at(-1)?.body)
    .toMatchObject({ category: 'travel', from: '2026-09-01', to: '2026-09-30' });
});
