import { getPaymentCourse } from '@wattle/contract/settlement/payment-course.ts';
import { getAliasName, transferAlias } from '@wattle/contract/test-support/alias.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../test-support/accessible.ts';
import { expectAt, expectText, field, press, problems, title } from '../../../test-support/by-hand.ts';
import { givenAccount } from '../../../test-support/given-account.ts';
import { givenPayments } from '../../../test-support/given-payments.ts';
import { answer, refuse, sent } from '../../../test-support/given-server.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { ALIAS_TEXTS, alias } from '../../../test-support/alias/alias.method.tsx';
import { givenCard } from '../../../test-support/signed-in.ts';
import type { MethodDescriptor } from './payment-method.ts';
import { METHODS } from './methods.ts';

// A new payment method is one more entry of the list. This test adds one before a screen is loaded.
(METHODS as MethodDescriptor[]).push(alias);

const CARD = givenCard();
const WITH_ALIAS = { ...CARD, value: { ...CARD.value, IsAliasAllowed: true } };

beforeEach(() => {
  givenAccount([WITH_ALIAS]);
  givenPayments();
  answer(getAliasName, { Name: 'Jordan Lee' });
  // The contract has no payment course of a method that is not in its list.
  answer(getPaymentCourse, { Course: null, Again: null });
});

async function openForm(): Promise<void> {
  const Texts = { enAU: ALIAS_TEXTS, zhCN: ALIAS_TEXTS };
  await openScreen('/fundsTransfer', { as: 'account', settings: { Texts } });
  await page.getByRole('button', { name: /^An alias/ }).click();
}

async function openReview(): Promise<void> {
  await openForm();
  await field('Email address').fill(' jordan-lee@example.com ');
  await expect.element(page.getByText('Jordan Lee').first()).toBeVisible();
  await field('Amount in dollars').fill('1,250.5');
  await page.getByRole('button', { name: /^Description/ }).click();
  await field('Description they see').fill('Dinner');
  await press('Continue');
  await expectAt('/confirmTransfer');
}

test('a new payment method is checked by its own rule and by its call', async () => {
  await openForm();
  await expectText(title, 'Pay an alias');
  await field('Email address').fill('jordan');
  await press('Continue');
  await expect.poll(() => problems.elements().length).toBe(2);
  await expect.element(field('Email address')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessibleInBothSchemes();
});

test('a payment by a new method goes through form, review and receipt', async () => {
  answer(transferAlias, {
    ReceiptNumber: '263250000017',
    TransactionDate: '2026-11-20T02:00:00.000Z',
    HeldUntil: null,
  });
  givenAccount([{ ...WITH_ALIAS, value: { ...WITH_ALIAS.value, AvailableAccountBalance: 2000 } }]);
  await openReview();
  await expectText(title, 'Check this transfer');
  await expect.element(page.getByText('alias jordan-lee@example.com').first()).toBeVisible();
  await expect.element(page.getByText('There in a minute on Thursday 26 November')).toBeVisible();
  await expectAccessibleInBothSchemes();
  await press('Send $1,250.50 to Jordan Lee');
  await expectText(title, '$1,250.50 sent to Jordan Lee');
  await expect.element(page.getByText('Transfer to an alias')).toBeVisible();
  await expect.element(page.getByText('263250000017')).toBeVisible();
  expect(sent(transferAlias).map(({ body }) => body)).toEqual([
    {
      MemberNumber: '200100017',
      Alias: 'jordan-lee@example.com',
      AliasName: null,
      Amount: 1250.5,
      PaymentFrequency: 20,
      Description: '',
      Reference: 'Dinner',
      IsNewPayee: false,
      IsUpdatePayee: false,
      PayeeId: null,
    },
  ]);
});

test('a refusal of a new method links back to its field', async () => {
  refuse(transferAlias, 'insufficient_funds');
  givenAccount([{ ...WITH_ALIAS, value: { ...WITH_ALIAS.value, AvailableAccountBalance: 2000 } }]);
  await openReview();
  await press('Send $1,250.50 to Jordan Lee');
  await page.getByRole('link', { name: 'Change payment' }).click();
  await expectAt('/fundsTransfer');
  await expect.element(field('Email address')).toHaveValue(' jordan-lee@example.com ');
  await expect.element(field('Amount in dollars')).toHaveAttribute('aria-invalid', 'true');
});
