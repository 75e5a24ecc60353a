import { getCardDetails } from '@wattle/contract/cards/home.ts';
import { getCardReplacementFee } from '@wattle/contract/cards/replace.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test-support/accessible.ts';
import { expectText, title } from '../../../test-support/by-hand.ts';
import { givenAccount, givenDetails } from '../../../test-support/given-account.ts';
import { givenPerson } from '../../../test-support/given-person.ts';
import { answer } from '../../../test-support/given-server.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { givenCard } from '../../../test-support/signed-in.ts';

const ofName = (name: RegExp) => page.getByRole('list', { name: 'Your cards' }).getByRole('button', { name });

test('a card that staff reported lost says what happened and when, and how a new one is ordered', async () => {
  givenAccount([givenCard({ CardStatus: 'Lost' })]);
  givenPerson();
  answer(getCardReplacementFee, { ReplacementFee: 9.95, StolenReplacementFee: 0, ArrivesBy: '2026-12-01' });
  // 6:02 am of today in Melbourne.
  const Report = { By: 'staff', At: '2026-11-19T19:02:00.000Z', ReferenceNumber: '263240000678' } as const;
  answer(getCardDetails, givenDetails({ Report, CanReplaceDamaged: false, CanBlock: false }));
  await openScreen('/cardHome', { as: 'account' });
  await expectText(title, 'Your card was reported lost today');
  await expect.element(page.getByText(/^You called us at 6:02 am and we cancelled it\./)).toBeVisible();
  const steps = page.getByRole('region', { name: 'What happened' }).getByRole('listitem');
  await expect
    .element(steps.nth(0))
    .toHaveTextContent('Reported lost by phoneToday, 6:02 am · reference 26324 000067 8');
  await expect
    .element(steps.nth(1))
    .toHaveTextContent('Card ending 0017 cancelledIt no longer works, on phones and watches too');
  await expect
    .element(steps.nth(2))
    .toHaveTextContent('Order a new card$9.95, sent to 14 Banksia Street, Fremantle WA 6160');
  await expect.element(steps.nth(3)).toHaveTextContent('Arrives by postBy Tuesday 1 December, if you order today');
  await expect.element(ofName(/^Wattle Everyday/)).toHaveAccessibleName(/Reported lost$/);
  const order = page.getByRole('link', { name: 'Order a new card' });
  await expect.element(order).toHaveAttribute('href', '/settings/block?why=lost');
  await expect.element(page.getByText(/blocked/i)).not.toBeInTheDocument();
  await expectAccessible();
});

const still = page.getByRole('region', { name: 'What still works' });

/** A lost card whose account has two scheduled payments, and the other cards of the account. */
function givenLost(others: readonly ReturnType<typeof givenCard>[]): void {
  const lost = givenCard({ CardStatus: 'Lost', AllowBankTransferTopUp: true });
  givenAccount([{ ...lost, CardDetails: { ...lost.CardDetails, ScheduledPaymentCount: 2 } }, ...others]);
  givenPerson();
  answer(getCardReplacementFee, { ReplacementFee: 9.95, StolenReplacementFee: 0, ArrivesBy: null });
  answer(getCardDetails, givenDetails({ CanReplaceDamaged: false, CanBlock: false }));
}

test('an account whose only card is lost takes money, and its scheduled payments wait for a card', async () => {
  givenLost([]);
  await openScreen('/cardHome', { as: 'account' });
  await expectText(still.getByRole('list'), 'Money inSame BSB and account number');
  await expect.element(page.getByText('2 scheduled payments need a card')).toBeVisible();
  await expectAccessible();
});

test('an account with another card goes on paying', async () => {
  const virtual = { MaskedCardNumber: '9036 00•• •••• 0058', CardName: 'One-shop card', IsVirtualCard: true };
  givenLost([givenCard(virtual)]);
  await openScreen('/cardHome', { as: 'account' });
  const rows = still.getByRole('listitem');
  await expectText(rows.nth(0), /^One-shop card ··\s0058Works as before$/);
  await expectText(rows.nth(1), /^Pay or transferWith One-shop card ··\s0058$/);
  await expectText(rows.nth(2), 'Money inSame BSB and account number');
  await expectText(rows.nth(3), 'Scheduled payments2 payments go ahead');
  await expect.element(page.getByText(/need a card/)).not.toBeInTheDocument();
  await expectAccessible();
});

test.each([
  [null, null, '2026-12-01', ['On its way', 'Arrives by Tuesday 1 December'], 'We make it and post it'],
  ['2026-11-23', null, '2026-12-01', ['In the post', 'Arrives by Tuesday 1 December'], 'Posted'],
  [
    null,
    null,
    '2026-11-18',
    ['On its way', 'It should have arrived by Wednesday 18 November'],
    'We make it and post it',
  ],
  ['2026-11-16', '2026-11-19', '2026-11-25', ['Delivered', 'Reported delivered on Thursday 19 November'], 'Posted'],
])('an ordered card says where it is (posted %s, arrived %s)', async (PostedOn, ArrivedOn, ArrivesBy, lines, step) => {
  givenAccount([givenCard({ CardStatus: 'Ordered' })]);
  answer(getCardDetails, givenDetails({ Delivery: { OrderedOn: '2026-11-12', PostedOn, ArrivedOn, ArrivesBy } }));
  await openScreen('/cardHome', { as: 'account' });
  const panel = page.getByRole('region', { name: 'Your new card' });
  for (const line of lines) await expect.element(panel.getByText(line)).toBeVisible();
  const steps = panel.getByRole('listitem');
  await expectText(steps.nth(0), 'OrderedThursday 12 November');
  await expectText(steps.nth(1), new RegExp(`^${step}`));
  await expectText(steps.nth(2), 'Activate it when it arrives');
  await expect
    .element(panel.getByRole('link', { name: 'It hasn’t arrived' }))
    .toHaveAttribute('href', '/settings/block?why=lost');
  await expectAccessible();
});
