import { BY_FILE } from '../../../test-support/given-payments.ts';
import { getPaymentCourse } from '@wattle/contract/settlement/payment-course.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type Root, createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { givenBrand } from '../../../test-support/brand-view.ts';
import { answer } from '../../../test-support/given-server.ts';
import { setBrand } from '../../brand/brand.ts';
import { loadTexts, startTexts, switchLanguage } from '../../i18n/i18n.ts';
import { PaymentCourse } from './payment-course.part.tsx';

const SENT = {
  State: 'Sent',
  ...BY_FILE,
  MadeAt: '2026-11-20T02:00:00Z',
  SentAt: '2026-11-20T07:00:00Z',
  SettledAt: null,
  ReturnedAt: null,
  ValueDate: '2026-11-20',
  ArrivalDate: '2026-11-23',
  Reason: null,
  Mistaken: null,
} as const;

let root: Root | undefined;
beforeEach(async () => {
  setBrand(givenBrand('wattle'));
  await startTexts();
  await switchLanguage('enAU', { remember: false });
  await loadTexts(['settlement']);
});
afterEach(() => root?.unmount());

test.each<['external' | 'bpay', string]>([
  // The general words, because it has no specific ones.
  ['external', 'Sent to our bank'],
  ['bpay', 'Sent to BPAY'],
])('a payment by %s that was sent says: %s', async (method, words) => {
  answer(getPaymentCourse, { Course: { ...SENT, Method: method }, Again: null });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <PaymentCourse accountNumber="700100200" receiptNumber="263240000001" />
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole('listitem').nth(1)).toHaveTextContent(`${words}20 Nov 2026, 6:00 pm`);
});

const CALLED = { ...SENT, Method: 'external', Rail: 'call', ArrivalDate: SENT.ValueDate } as const;

/** Shows the progress of a payment to Jordan and lists its steps. */
async function stepsOf(course: object, language: 'enAU' | 'zhCN' = 'enAU'): Promise<string> {
  await switchLanguage(language, { remember: false });
  await loadTexts(['settlement']);
  const Again = {
    Method: 'external',
    Name: 'Jordan',
    Bsb: '000111',
    AccountNumber: '44172208',
    Purpose: 3,
    Amount: 10,
    Description: 'Jordan',
    RecipientDescription: 'Bond',
  } as const;
  answer(getPaymentCourse, { Course: { ...CALLED, ...course }, Again });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <PaymentCourse accountNumber="700100200" receiptNumber="263240000001" hasAsk={false} />
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole('listitem').first()).toBeVisible();
  return document.body.textContent;
}

test.each([
  ['on its way', {}, 'On its way to the other bankIt usually arrives within a minute.'],
  ['in doubt', { State: 'Made', SentAt: null, IsUnsure: true }, 'Don’t pay again: we’re checking with the other bank.'],
  ['paid', { State: 'Settled', SettledAt: '2026-11-20T02:00:07Z', NetworkId: 'TBIX1' }, 'Network ID TBIX1'],
  [
    'not paid',
    { State: 'Returned', SentAt: null, ReturnedAt: '2026-11-20T02:00:07Z', Reason: 'noAccount' },
    'There’s no account with that number. Check it with Jordan.',
  ],
  ['by file after all', { Rail: 'file', SwitchedAt: '2026-11-20T02:00:07Z' }, 'Changed to a standard transfer'],
])('a payment that goes straight away says that it is %s', async (_, course, words) => {
  expect(await stepsOf(course)).toContain(words);
});

test('a payment in doubt says in Chinese not to pay again', async () => {
  expect(await stepsOf({ State: 'Made', SentAt: null, IsUnsure: true }, 'zhCN')).toContain('请勿重复付款');
});

test('the bank’s answer is asked for until it comes', async () => {
  expect(await stepsOf({})).toContain('On its way');
  answer(getPaymentCourse, {
    Course: { ...CALLED, State: 'Settled', SettledAt: '2026-11-20T02:00:07Z', NetworkId: null },
    Again: null,
  });
  await expect.poll(() => document.body.textContent, { timeout: 10_000 }).not.toContain('On its way');
});
