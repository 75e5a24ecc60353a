import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { brandFields, postForm } from '../../../test-support/app.ts';
import { givenBank } from '../../../test-support/outside/bank.ts';
import { codeOf } from '../../../test-support/cookies.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { askForTicket } from '../../../test-support/files/downloads.ts';
import { sweep } from '../../../test-support/due-work.ts';
import {
  givenCard,
  givenHolder,
  givenSession,
  givenWebAccount,
  type TestCard,
} from '../../../test-support/factories.ts';
import { purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { getApi, postApi } from '../../../test-support/signed-in.ts';
import { postMoney, transferBody } from '../../../test-support/transfers.ts';
import { sendAlerts } from '../alerts/send-alerts.due.ts';
import { readSubscribers } from '../live-updates/live.store.ts';

// An owner and a nominee on one account, each a thief of the other.
const SETTINGS = { scamHoldAmount: 300_00, alerts: { bankTransfer: true } };
const bank = await givenBank(SETTINGS);
const { test, tenantId, givenPayer, newDay } = bank;
afterAll(() => bank.close());

type Person = Awaited<ReturnType<typeof givenPayer>>;
let owner: Person;
let nominee: Awaited<ReturnType<typeof givenNomineeOf>>;
let other: Person;

/** A nominee with a card, a sign-in account-NN, and the alerts that an activation gives. */
async function givenNomineeOf({ card }: Person) {
  const { account, brand } = card;
  const product = await bank.givenOtherProduct(SETTINGS);
  const holder = await givenHolder(test.ctx, { brand, firstName: 'Ruby' });
  const own = await givenCard(test.ctx, { account, holder, product });
  const names = [
    { name: `${account.accountNumber}-01`, kind: 'nominee' as const },
    { name: holder.email, kind: 'email' as const },
  ];
  const webAccount = await givenWebAccount(test.ctx, { holder, account, extension: '01', names });
  const { headers, id } = await givenSession(test.ctx, { webAccount });
  return { card: own, holder, webAccount, headers, sessionId: id };
}

beforeEach(async () => {
  newDay();
  owner = await givenPayer(2_000_00n);
  other = await givenPayer(0n);
  nominee = await givenNomineeOf(owner);
});

const number = () => owner.card.account.accountNumber;
const post = ({ headers }: Person, path: string, body: object) => postApi(test, path, headers, body);

async function buy(card: TestCard): Promise<number> {
  const bought = purchaseOf(card);
  await sendNetwork(test, 'authorisations', bought);
  await sendNetwork(test, 'clearings', { ...bought, reference: `${bought.reference}C`, original: bought.reference });
  const [row] = await test.ctx.asOwner<{ seq: string }>(
    "SELECT max(seq) AS seq FROM transaction_detail WHERE ledger_account_id = $1 AND kind = 'purchase'",
    [card.account.ledgerAccountId],
  );
  return Number(row?.seq);
}
const pay = async (person: Person, Amount = 25) => {
  const body = transferBody(owner.card.account, other.card.account, { Amount });
  const paid = await postMoney(test, 'transfer/internal', person.headers, body);
  return paid.json<{ ReceiptNumber: string }>().ReceiptNumber;
};
const dispute = (person: Person, Sequence: number) =>
  post(person, 'dispute/open', { accountNumber: number(), Sequence, Reason: 'notMine', Explanation: 'Not I.' });
const look = async (person: Person, Sequence: number) =>
  (await post(person, 'dispute/get', { accountNumber: number(), Sequence })).json<{
    CanDispute: boolean;
    Dispute: { DisputeId: string; State: string } | null;
  }>();
const withdraw = (person: Person, DisputeId = '') => post(person, 'dispute/withdraw', { DisputeId });
const report = (person: Person, receiptNumber: string) =>
  post(person, 'transfer/reportScam', { accountNumber: number(), receiptNumber });
const messagesTo = async ({ holder }: Person) =>
  (
    await test.ctx.asOwner<{ template: string }>(
      'SELECT DISTINCT template FROM outbox_message WHERE holder_id = $1 ORDER BY template',
      [holder.id],
    )
  ).map(({ template }) => template);
const endNominee = async () => {
  const member = await givenStaff(test.ctx, tenantId);
  const input = { nominee: `card:${nominee.card.id}` };
  const { status } = await give(test, member, 'end-nominee', { input, reason: 'the owner called' });
  expect(status).toBe(200);
};
const die = async ({ holder }: Person) => {
  const [asker, approver] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
  const input = { person: `holder:${holder.id}`, on: '2026-11-19' };
  const asked = await give(test, asker, 'record-death', { input, reason: 'the family called' });
  const { status } = await give(test, approver, 'approve', { input: { request: asked.body.request?.id ?? '' } });
  expect(status).toBe(200);
};
const wantAlerts = async (person: Person) => {
  const none = { IsAutoTopUp: false, IsVoucherTopUp: false, IsStatementAlert: false };
  const alert = { ...none, AlertType: 1, IsBankTransfer: true, IsDebitCard: true, IsDeclinedTransaction: true };
  const body = { Card: person.card.reference, Alerts: [{ ...alert, TransactionOverValue: null, LowBalance: null }] };
  expect(codeOf(await post(person, 'manageAlerts/saveAlerts', body))).toBeUndefined();
};
const settingsOf = ({ webAccount }: Person) =>
  test.ctx.asOwner('SELECT FROM alert_setting WHERE web_account_id = $1', [webAccount.id]);
const notesOf = ({ webAccount }: Person) =>
  test.ctx.asOwner('SELECT kind FROM notification WHERE web_account_id = $1', [webAccount.id]);

describe('a nominee', () => {
  it('disputes purchases by their own card alone', async () => {
    const [owners, theirs] = [await buy(owner.card), await buy(nominee.card)];
    expect((await look(nominee, owners)).CanDispute).toBe(false);
    expect(codeOf(await dispute(nominee, owners))).toBe('20301');
    expect((await look(nominee, theirs)).CanDispute).toBe(true);
    expect(codeOf(await dispute(nominee, theirs))).toBeUndefined();
    expect(codeOf(await dispute(owner, owners))).toBeUndefined();
    expect((await look(nominee, owners)).Dispute).toBeNull();
  });

  it('has a dispute that the owner is told of, sees and withdraws, to make one of their own', async () => {
    const sequence = await buy(nominee.card);
    expect(codeOf(await dispute(nominee, sequence))).toBeUndefined();
    expect(await messagesTo(owner)).toEqual(['nomineeReported']);
    const seen = await look(owner, sequence);
    expect(seen).toMatchObject({ CanDispute: false, Dispute: { State: 'Open' } });
    expect(codeOf(await withdraw(other, seen.Dispute?.DisputeId))).toBe('404');
    expect(codeOf(await withdraw(owner, seen.Dispute?.DisputeId))).toBeUndefined();
    expect(await look(owner, sequence)).toMatchObject({ CanDispute: true, Dispute: { State: 'Cancelled' } });
    expect(codeOf(await dispute(owner, sequence))).toBeUndefined();
    expect((await look(nominee, sequence)).Dispute).toMatchObject({ State: 'Cancelled' });
  });

  it('reports payments that they made alone, and the owner all of the account and is told', async () => {
    const [owners, theirs, asOwner] = [await pay(owner), await pay(nominee), await pay(nominee)];
    expect(codeOf(await report(nominee, owners))).toBe('404');
    const named = { accountNumber: number(), receiptNumber: owners };
    expect(codeOf(await post(nominee, 'transfer/getScamReport', named))).toBe('404');
    expect(codeOf(await report(nominee, theirs))).toBeUndefined();
    expect(await messagesTo(owner)).toEqual(['nomineeReported']);
    expect(codeOf(await report(owner, asOwner))).toBeUndefined();
    expect(codeOf(await report(owner, owners))).toBeUndefined();
  });

  it('asks back no payment of the owner as a mistaken one', async () => {
    const [owners, theirs] = [
      await bank.pay(owner, { Amount: 20, DestinationAccountNumber: '44170021' }),
      await bank.pay(nominee, { Amount: 20, DestinationAccountNumber: '44170022' }),
    ];
    const ask = (person: Person, receiptNumber: string) =>
      post(person, 'transfer/reportMistakenPayment', { accountNumber: number(), receiptNumber });
    expect(codeOf(await ask(nominee, owners))).toBe('404');
    expect(codeOf(await ask(nominee, theirs))).toBeUndefined();
    expect(codeOf(await ask(nominee, theirs))).toBeUndefined();
    expect(await messagesTo(owner)).toContain('nomineeReported');
  });

  it('has a held payment that the owner may stop as a scam, and cannot stop one of the owner', async () => {
    const [owners, theirs] = [await pay(owner, 350), await pay(nominee, 360)];
    expect(codeOf(await report(nominee, owners))).toBe('404');
    expect((await report(owner, theirs)).json()).toMatchObject({ Outcome: 'Stopped' });
    const [row] = await test.ctx.asOwner('SELECT held::int FROM ledger_account WHERE id = $1', [
      owner.card.account.ledgerAccountId,
    ]);
    expect(row).toEqual({ held: 350_00 });
  });
});

describe('a former nominee', () => {
  /** Every way to look into the account: each is answered to a nominee. */
  async function looks(person: Person, receiptNumber: string): Promise<number[]> {
    const accountNumber = number();
    const months = { fromMonth: '2026-11', toMonth: '2027-11', format: 'csv' };
    const rows = { fromSequence: 1, toSequence: 9, format: 'csv' };
    const ask = (kind: string, parameters: object) =>
      askForTicket(test, person.headers, kind, { accountNumber, ...parameters });
    const answers = [
      await getApi(test, `transaction?accountNumber=${accountNumber}&skip=0&count=10`, person.headers),
      await getApi(test, `schedulePayments?accountNumber=${accountNumber}`, person.headers),
      await post(person, 'transfer/getPaymentCourse', { accountNumber, receiptNumber }),
      await post(person, 'transaction/search', { accountNumber, text: 'Cafe', count: 10 }),
      await post(person, 'transaction/merchant', { accountNumber, Sequence: 2 }),
      await post(person, 'transaction/getNotes', { accountNumber }),
      await post(person, 'transaction/getReceipts', { accountNumber }),
      await post(person, 'dispute/get', { accountNumber, Sequence: 2 }),
      await ask('generateExportTransactionReportByDateRange', months),
      await ask('generateTransactionReportBySequenceRange', rows),
      await ask('transferReceipt', { receiptNumber }),
    ];
    return answers.map(({ statusCode }) => statusCode);
  }

  it('never sees a row of the account again, whatever they ask', async () => {
    await buy(owner.card);
    const receiptNumber = await pay(nominee);
    const own = await givenCard(test.ctx, { brand: owner.card.brand, holder: nominee.holder });
    expect(await looks(nominee, receiptNumber)).toEqual(Array.from({ length: 11 }, () => 200));
    await endNominee();
    await buy(owner.card);
    // Their session goes on, since they have another account.
    expect((await post(nominee, 'card/details', { Card: own.reference })).statusCode).toBe(200);
    expect(await looks(nominee, receiptNumber)).toEqual(Array.from({ length: 11 }, () => 400));
    const [subscriber] = await test.ctx.database.read(tenantId, (tx) =>
      readSubscribers(tx, tenantId, [nominee.sessionId], {
        nowMs: test.ctx.clocks.security.now(),
        idleMs: 900_000,
      }),
    );
    expect(subscriber?.accounts).toEqual([String(own.account.id)]);
  });

  it('is also one whose card has expired without a successor', async () => {
    await buy(owner.card);
    const receiptNumber = await pay(nominee);
    await wantAlerts(nominee);
    await test.ctx.asOwner("UPDATE card SET expiry = '2026-10' WHERE id = $1", [nominee.card.id]);
    expect(await looks(nominee, receiptNumber)).toEqual(Array.from({ length: 11 }, () => 400));
    await sendNetwork(test, 'authorisations', purchaseOf(owner.card));
    await sweep(test.ctx, sendAlerts);
    expect(await messagesTo(nominee)).toEqual([]);
    const { card, holder } = nominee;
    await givenCard(test.ctx, { account: card.account, holder, status: 'Ordered' });
    expect(await looks(nominee, receiptNumber)).toEqual(Array.from({ length: 11 }, () => 200));
  });

  it('keeps the sign-in to an account of their own, by its number, and none to the former', async () => {
    const own = await givenCard(test.ctx, {
      brand: owner.card.brand,
      holder: nominee.holder,
    });
    await endNominee();
    const by = (userName: string) => {
      const password = { grant_type: 'password', userName, password: nominee.webAccount.password };
      return postForm(test.app, '/api/token', { ...brandFields(owner.card.brand), ...password });
    };
    expect(codeOf(await by(`${number()}-01`))).toBe('20040');
    expect(codeOf(await by(nominee.holder.email))).toBeUndefined();
    expect((await post(nominee, 'card/details', { Card: own.reference })).statusCode).toBe(200);
    expect((await post(nominee, 'card/details', { Card: nominee.card.reference })).statusCode).toBe(400);
    expect((await post(nominee, 'card/isPrimaryAccount', {})).json()).toBe(true);
    const [login] = await test.ctx.asOwner('SELECT role, extension, member_account_id FROM web_account WHERE id = $1', [
      nominee.webAccount.id,
    ]);
    expect(login).toMatchObject({ role: 'primary', extension: null, member_account_id: String(own.account.id) });
  });

  it('hears nothing more of the account, from the moment of the end', async () => {
    await wantAlerts(nominee);
    await wantAlerts(owner);
    await sendNetwork(test, 'authorisations', purchaseOf(nominee.card));
    await endNominee();
    expect(await settingsOf(nominee)).toEqual([]);
    expect(await settingsOf(owner)).toHaveLength(1);
    await buy(owner.card);
    await sweep(test.ctx, sendAlerts);
    expect(await messagesTo(nominee)).toEqual([]);
    expect(await notesOf(nominee)).toEqual([]);
    expect(await messagesTo(owner)).toContain('alertPurchase');
  });

  it('has no dispute: it is the owner’s, who is told and decides', async () => {
    const sequence = await buy(nominee.card);
    const { DisputeId: id } = (await dispute(nominee, sequence)).json<{ DisputeId: string }>();
    await givenCard(test.ctx, { brand: owner.card.brand, holder: nominee.holder });
    await endNominee();
    expect(await messagesTo(owner)).toEqual(['disputeNews', 'nomineeReported']);
    expect(codeOf(await post(nominee, 'dispute/answer', { DisputeId: id, Text: 'Mine after all' }))).toBe('404');
    expect(codeOf(await withdraw(nominee, id))).toBe('404');
    expect(codeOf(await withdraw(owner, id))).toBeUndefined();
  });
});

describe('a person who has died', () => {
  it('hears nothing more, and neither do those whose cards end with it', async () => {
    await wantAlerts(nominee);
    await wantAlerts(owner);
    await sendNetwork(test, 'authorisations', purchaseOf(owner.card));
    const sequence = await buy(nominee.card);
    await dispute(nominee, sequence);
    await die(owner);
    const before = [await messagesTo(owner), await messagesTo(nominee)];
    expect([await settingsOf(owner), await settingsOf(nominee)]).toEqual([[], []]);
    await sweep(test.ctx, sendAlerts);
    expect([await messagesTo(owner), await messagesTo(nominee)]).toEqual(before);
    expect([await notesOf(owner), await notesOf(nominee)]).toEqual([[], []]);
  });

  it('leaves a dispute on the account of another to its owner', async () => {
    const sequence = await buy(nominee.card);
    await dispute(nominee, sequence);
    await die(nominee);
    const { Dispute } = await look(owner, sequence);
    expect(codeOf(await withdraw(owner, Dispute?.DisputeId))).toBeUndefined();
  });
});
