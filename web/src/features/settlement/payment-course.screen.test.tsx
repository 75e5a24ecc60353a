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
