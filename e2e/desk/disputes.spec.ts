import { getPaymentCourse } from '@wattle/contract/settlement/payment-course.ts';
import { runSim } from '../support/commands.ts';
import { callsOf, givenDispute, givenPayment, givenReport } from '../support/desk-cases.ts';
import { approveAtDesk, openRequest, signInAtDesk } from '../support/desk-page.ts';
import { givenWebPerson, type OwnPerson } from '../support/own-people.ts';
import type { RunningServer } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';

const MB = 1024 * 1024;
/** Reaches past the next cut-off from any day: no holidays keep the bank closed for a week. */
const PAST_CUT_OFF = '7d';
/** Files are made every minute and sent every 30 seconds. */
const SENT_WITHIN_MS = 90_000;

// The clock of the programme is moved.
test.use({ ownServer: true });

/** Moves the clock until the bank has a payment. Before that, its payer stops it and no one asks for it. */
async function sendToBank(server: RunningServer, person: OwnPerson, receiptNumber: string): Promise<void> {
  await runSim(server, ['clock', '--forward', PAST_CUT_OFF]);
  const call = await callsOf(server, person);
  const body = { accountNumber: person.account, receiptNumber };
  const state = async () =>
    (await call<{ Course: { State: string } | null }>('POST', getPaymentCourse.path, body)).Course?.State;
  await expect.poll(state, { timeout: SENT_WITHIN_MS }).toMatch(/^(Sent|Settled)$/);
}

test('a dispute is read, asked about and decided by two people, and its cardholder has the money', {
  tag: '@desktop',
}, async ({ page, server }) => {
  const person = await givenWebPerson(server, ['Mia', 'Cole'], { brand: 'stumps', money: '300.00' });
  // The largest file that a cardholder may send.
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(10 * MB - 15), Buffer.from('%%EOF\n')]);
  const file = { name: 'booking.pdf', bytes };
  const reference = await givenDispute(server, person, { amount: '184.00', merchant: 'Northside Travel', file });
  await signInAtDesk(page, 'kate');
  await page.getByRole('link', { name: 'Disputes' }).click();
  const cases = page.getByRole('table', { name: 'Open cases' });
  await cases.locator(`a[href$="/disputes/dispute/${reference}"]`).click();
  const title = /^Mia Cole disputes \$184\.00 at Northside Travel/;
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText('The parcel did not come.')).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('row').filter({ hasText: 'booking.pdf' }).getByRole('button', { name: 'Save' }).click();
  expect((await saved).suggestedFilename()).toBe('booking.pdf');

  await page.getByRole('button', { name: 'Ask Mia Cole' }).click();
  await page.getByLabel('Words', { exact: true }).fill('When was it to come?');
  await page.getByRole('region', { name: 'Ask Mia Cole' }).getByRole('button', { name: 'Ask Mia Cole' }).click();
  await expect(page.getByText('Your question went to the cardholder.')).toBeVisible();
  await expect(page.getByText('When was it to come?')).toBeVisible();
  const call = await callsOf(server, person);
  const row = { accountNumber: person.account, Sequence: 2 };
  const { Dispute } = await call<{ Dispute: { DisputeId: string } }>('POST', 'dispute/get', row);
  await call('POST', 'dispute/answer', { DisputeId: Dispute.DisputeId, Text: 'On the tenth.' });
  await expect(page.getByText('On the tenth.')).toBeVisible({ timeout: 45_000 });

  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await page.getByRole('radio', { name: 'The programme pays' }).click();
  await expect(page.getByText('Mia Cole gets $184.00 back for good, from the income of the programme.')).toBeVisible();
  await expect(page.getByText('This dispute was never sent to the network')).toBeVisible();
  await page.getByRole('button', { name: 'End it all the same' }).click();
  await page.getByLabel('Reason', { exact: true }).fill('The shop has closed');
  await page.getByRole('button', { name: 'End the dispute: The programme pays' }).click();
  await approveAtDesk(page, 'omar', await openRequest(page));
  await page.goto(`/desk/disputes/dispute/${reference}`);
  await expect(page.getByText(/^Ended .+: written off$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resolve', exact: true })).toHaveCount(0);
  const { Transactions } = await call<{ Transactions: readonly { BalanceAfter: number }[] }>(
    'GET',
    `transaction?accountNumber=${person.account}&count=1&skip=0`,
  );
  expect(Transactions[0]?.BalanceAfter).toBe(300);
});

test('a payment to the wrong account is asked back, and a scam is closed', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  test.setTimeout(60_000 + SENT_WITHIN_MS);
  const person = await givenWebPerson(server, ['Mia', 'Cole'], { brand: 'stumps', money: '500.00' });
  const paid = await givenPayment(server, person, { amount: 20, to: 'Reef Dive' });
  await sendToBank(server, person, paid);
  const mistaken = await givenReport(server, person, 'reportMistakenPayment', paid);
  const held = await givenPayment(server, person, { amount: 310, to: 'Wilson Street', account: '44172209' });
  const scam = await givenReport(server, person, 'reportScam', held);
  await signInAtDesk(page, 'kate');
  await page.getByRole('link', { name: 'Disputes' }).click();
  const cases = page.getByRole('table', { name: 'Open cases' });
  await cases.locator(`a[href$="/disputes/mistaken/${mistaken}"]`).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/sent \$20\.00 to the wrong account: Reef Dive/);
  await page.getByRole('button', { name: 'The bank was asked' }).click();
  const asked = page.getByRole('region', { name: 'The bank was asked' });
  await asked.getByRole('button', { name: 'The bank was asked' }).click();
  await expect(page.getByText('Waits for the bank')).toBeVisible();
  await expect(page.getByRole('button', { name: 'The bank was asked' })).toHaveCount(0);

  await page.goto(`/desk/disputes/scam/${scam}`);
  await expect(page.getByText('It was held and stopped.')).toBeVisible();
  await page.getByRole('button', { name: 'Finish the case' }).click();
  await page.getByLabel('Outcome').selectOption({ index: 1 });
  const finish = page.getByRole('region', { name: 'Finish the case' });
  await finish.getByRole('button', { name: 'Finish the case' }).click();
  await expect(page.getByText(/^(Confirmed|Dismissed)$/).first()).toBeVisible();
  await page.getByRole('link', { name: 'Disputes' }).first().click();
  await expect(cases.locator(`a[href$="/disputes/mistaken/${mistaken}"]`)).toBeVisible();
  await expect(cases.locator(`a[href$="/disputes/scam/${scam}"]`)).toHaveCount(0);
});
