import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { sweep } from '../../../test-support/due-work.ts';
import {
  givenAccount,
  givenCard,
  givenHolder,
  givenProduct,
  givenSession,
  givenWebAccount,
  type TestCard,
} from '../../../test-support/factories.ts';
import { givenSubscription } from '../../../test-support/subscription.ts';
import { purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { givenUser, type Headers, postApi } from '../../../test-support/signed-in.ts';
import { postMoney, transferBody } from '../../../test-support/transfers.ts';
import { givenTransports } from '../../../test-support/outside/transports.ts';
import { givenRow } from '../../../test-support/statements.ts';
import { makeStatements } from '../statements/public.ts';
import { deliverDue } from '../messages/deliver-messages.due.ts';
import { sendAlerts } from './send-alerts.due.ts';

let test: TestApp;
beforeEach(async () => {
  test = await givenApp();
});
afterEach(() => test.close());

const SETTINGS = { internalTransfers: true, paymentLimit: null, alerts: { bankTransfer: true } };
const NONE = {
  AlertType: 1,
  IsBankTransfer: false,
  IsDebitCard: false,
  IsAutoTopUp: false,
  IsVoucherTopUp: false,
  IsDeclinedTransaction: false,
  IsStatementAlert: false,
  TransactionOverValue: null as number | null,
  LowBalance: null as number | null,
};
type Given = Partial<typeof NONE>;

async function givenListener(
  given: { language?: 'enAU' | 'zhCN'; mobile?: string; email?: string } = {},
  settings = {},
) {
  const product = await givenProduct(test.ctx, { settings: { ...SETTINGS, ...settings } });
  const holder = await givenHolder(test.ctx, { brand: product.brand, firstName: 'Mia', ...given });
  const user = await givenUser(test.ctx, { brand: product.brand, product, holder, balance: 100_000n });
  return { ...user, product };
}

const save = (card: TestCard, headers: Headers, ...alerts: Given[]) =>
  postApi(test, 'manageAlerts/saveAlerts', headers, {
    Card: card.reference,
    Alerts: alerts.map((alert) => ({ ...NONE, ...alert })),
  });

/** Messages since the last call: subjects of mails, texts of messages. */
async function sent() {
  await sweep(test.ctx, sendAlerts);
  const { transports, mails, texts } = givenTransports();
  await deliverDue(test.ctx, transports);
  return { mails: mails.map(({ subject }) => subject), texts: texts.map(({ text }) => text) };
}

async function makeAll({ brand }: TestCard, at: string): Promise<void> {
  while (await makeStatements(test.ctx, brand.tenantId, Date.parse(at), 50)) {
    // Until nothing is due.
  }
}

const NOTHING = { mails: [], texts: [] };
const codeOf = (response: { json(): { error?: string[] } }) => response.json().error?.[0] ?? 'ok';

describe('alerts', () => {
  it('are sent once for each purchase, on the channels that were chosen', async () => {
    const { card, headers } = await givenListener();
    expect(await sent()).toEqual(NOTHING);
    await sendNetwork(test, 'authorisations', purchaseOf(card));
    expect(await sent()).toEqual(NOTHING);
    await save(card, headers, { IsDebitCard: true }, { AlertType: 2, IsDeclinedTransaction: true });
    const purchase = purchaseOf(card);
    await sendNetwork(test, 'authorisations', purchase);
    await sendNetwork(test, 'authorisations', purchase);
    expect(await sent()).toEqual({ mails: ['$12.34 at Corner Cafe'], texts: [] });
    expect(await sent()).toEqual(NOTHING);
  });

  it('are pushed to the devices that have notifications on', async () => {
    const { card, headers } = await givenListener();
    const phone = givenSubscription('https://fcm.googleapis.com/phone');
    const device = { uuid: '6f1a2c3e-0d4b-4c5d-8e9f-a0b1c2d3e4f5', model: 'Pixel', version: '16', platform: 'Android' };
    await postApi(test, 'devices/register', headers, {
      ...device,
      name: 'My phone',
      registrationId: JSON.stringify(phone),
      fcmEnabled: true,
      enabled: true,
    });
    expect(codeOf(await save(card, headers, { AlertType: 3, IsDebitCard: true }))).toBe('ok');
    await sendNetwork(test, 'authorisations', purchaseOf(card));
    await sweep(test.ctx, sendAlerts);
    const { transports, notices } = givenTransports();
    await deliverDue(test.ctx, transports);
    expect(notices.map(({ to }) => to.endpoint)).toEqual([phone.endpoint]);
    expect(JSON.stringify(notices[0]?.payload)).toContain('$12.34 at Corner Cafe');
  });

  it('for a declined purchase give the reason in the person’s language, without numbers, balance or link', async () => {
    const { card, headers } = await givenListener({ language: 'zhCN', mobile: '0400000123' });
    await save(card, headers, { AlertType: 2, IsDeclinedTransaction: true });
    await sendNetwork(test, 'authorisations', purchaseOf(card, { amount: 90_000, channel: 'chip', pin: '0000' }));
    const { texts } = await sent();
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain('$900.00');
    expect(texts[0]).toContain('被拒');
    for (const secret of [card.pan, card.account.accountNumber, '1,000.00', 'http'])
      expect(texts[0]).not.toContain(secret);
  });

  it('for a large purchase replace the alert for the purchase', async () => {
    const { card, headers } = await givenListener();
    await save(card, headers, { IsDebitCard: true, TransactionOverValue: 50 });
    await sendNetwork(test, 'authorisations', purchaseOf(card, { amount: 49_99 }));
    await sendNetwork(test, 'authorisations', purchaseOf(card, { amount: 50_00 }));
    expect((await sent()).mails.toSorted()).toEqual(['$49.99 at Corner Cafe', 'Large purchase: $50.00 at Corner Cafe']);
  });

  it('for a low balance are sent when the balance falls below the limit, and again after it has recovered', async () => {
    const { card, headers } = await givenListener();
    await save(card, headers, { LowBalance: 990 });
    const purchase = purchaseOf(card);
    await sendNetwork(test, 'authorisations', purchase);
    expect((await sent()).mails).toEqual(['Your balance is below $990.00']);
    await sendNetwork(test, 'authorisations', purchaseOf(card));
    expect(await sent()).toEqual(NOTHING);
    await save(card, headers, { LowBalance: 500 });
    await sendNetwork(test, 'authorisations', purchaseOf(card));
    expect(await sent()).toEqual(NOTHING);
    await save(card, headers, { LowBalance: 980 });
    await sendNetwork(test, 'authorisations', purchaseOf(card));
    expect((await sent()).mails).toEqual(['Your balance is below $980.00']);
  });

  it('for a transfer are sent to payer and payee', async () => {
    const { card, headers, product } = await givenListener();
    const holder = await givenHolder(test.ctx, { brand: product.brand });
    const payee = await givenUser(test.ctx, { brand: product.brand, product, holder });
    await save(card, headers, { IsBankTransfer: true });
    await save(payee.card, payee.headers, { IsBankTransfer: true });
    await postMoney(test, 'transfer/internal', headers, transferBody(card.account, payee.card.account, { Amount: 25 }));
    expect((await sent()).mails.toSorted()).toEqual(['$25.00 was paid from your account', 'You’ve received $25.00']);
  });

  it('for a statement are sent to the primary holder once it is issued', async () => {
    const { card, headers } = await givenListener({}, { alerts: { statement: true } });
    await test.ctx.asOwner('UPDATE holder SET statement_frequency = 1 WHERE id = $1', [card.account.holder.id]);
    await save(card, headers, { IsStatementAlert: true });
    // The period of the first row, which has not ended.
    await makeAll(card, '2026-11-29T02:00:00Z');
    expect(await sent()).toEqual(NOTHING);
    await makeAll(card, '2026-12-20T02:00:00Z');
    expect((await sent()).mails).toEqual(['Your statement is ready']);
    await makeAll(card, '2026-12-21T02:00:00Z');
    expect(await sent()).toEqual(NOTHING);
  });

  it('report a redeemed voucher as a top-up', async () => {
    const { card, headers } = await givenListener();
    await save(card, headers, { IsVoucherTopUp: true });
    await givenRow(test.ctx, card.account, { kind: 'topUp', amount: 20_00n, at: TEST_START, from: 'vouchers' });
    await givenRow(test.ctx, card.account, { kind: 'topUp', amount: 30_00n, at: TEST_START });
    expect((await sent()).mails).toEqual(['$20.00 added to your account']);
  });

  it('are not sent for a transfer that was refused and rolled back', async () => {
    const { card, headers } = await givenListener();
    await save(card, headers, { IsBankTransfer: true });
    const payee = await givenAccount(test.ctx, { brand: card.brand });
    await givenCard(test.ctx, { account: payee });
    const refused = await postMoney(
      test,
      'transfer/internal',
      headers,
      transferBody(card.account, payee, { Amount: 5_000 }),
    );
    expect(codeOf(refused)).toBe('20240');
    expect(await sent()).toEqual(NOTHING);
  });

  it('reach a nominee for their own card alone', async () => {
    const { card, product } = await givenListener();
    const holder = await givenHolder(test.ctx, { brand: product.brand });
    const own = await givenCard(test.ctx, { account: card.account, holder, product });
    const webAccount = await givenWebAccount(test.ctx, { holder, account: card.account, extension: '01' });
    const { headers } = await givenSession(test.ctx, { webAccount });
    expect(codeOf(await save(own, headers, { IsDebitCard: true }))).toBe('ok');
    await sendNetwork(test, 'authorisations', purchaseOf(card));
    expect(await sent()).toEqual(NOTHING);
    await sendNetwork(test, 'authorisations', purchaseOf(own));
    expect((await sent()).mails).toEqual(['$12.34 at Corner Cafe']);
    expect(codeOf(await save(own, headers, { IsStatementAlert: true }))).toBe('10001');
  });

  it('tell a nominee of their own payments, and neither of the owner’s nor of a low balance', async () => {
    const { card, headers: owner, product } = await givenListener();
    const holder = await givenHolder(test.ctx, { brand: product.brand });
    const own = await givenCard(test.ctx, { account: card.account, holder, product });
    const webAccount = await givenWebAccount(test.ctx, { holder, account: card.account, extension: '01' });
    const { headers } = await givenSession(test.ctx, { webAccount });
    expect(codeOf(await save(own, headers, { LowBalance: 950 }))).toBe('10001');
    expect(codeOf(await save(own, headers, { IsBankTransfer: true }))).toBe('ok');
    // A row from the time before nominees were refused this alert.
    await test.ctx.asOwner(
      `UPDATE alert_setting SET low_balance = '{1}', low_balance_below = 95000 WHERE web_account_id = $1`,
      [webAccount.id],
    );
    const payee = await givenAccount(test.ctx, { brand: product.brand });
    await givenCard(test.ctx, { account: payee });
    const pay = (by: Headers, Amount: number) =>
      postMoney(test, 'transfer/internal', by, transferBody(card.account, payee, { Amount }));
    expect(codeOf(await pay(owner, 60))).toBe('ok');
    expect(await sent()).toEqual(NOTHING);
    expect(codeOf(await pay(headers, 40))).toBe('ok');
    const { mails } = await sent();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('$40.00');
  });
});

describe('POST manageAlerts/saveAlerts', () => {
  it('stores settings, which are read back for the card and for all accounts', async () => {
    const { card, headers } = await givenListener();
    const email = { ...NONE, IsDebitCard: true, TransactionOverValue: 250.5 };
    const sms = { ...NONE, AlertType: 2, LowBalance: 100, TransactionOverValue: 250.5 };
    expect(codeOf(await save(card, headers, email, sms))).toBe('ok');
    const said = {
      AccountNumber: card.account.accountNumber,
      Alerts: [email, sms],
      IsEmailAlertEnabled: true,
      IsSmsAlertEnabled: true,
      IsPushNotificationAlertEnabled: false,
    };
    expect((await postApi(test, 'manageAlerts/getAlerts', headers, { Card: card.reference })).json()).toEqual(said);
    expect((await postApi(test, 'manageAlerts/getAlertsByEntity', headers)).json()).toEqual({ Accounts: [said] });
    expect(codeOf(await save(card, headers))).toBe('ok');
    const none = await postApi(test, 'manageAlerts/getAlerts', headers, { Card: card.reference });
    expect(none.json()).toMatchObject({ Alerts: [] });
  });

  it.each<[string, Given[]]>([
    ['a way that comes twice', [{ IsDebitCard: true }, { IsDebitCard: true }]],
    ['a way that does not exist', [{ AlertType: 4, IsDebitCard: true }]],
    ['a device without notices', [{ AlertType: 3, IsDebitCard: true }]],
    ['two amounts of a kind', [{ LowBalance: 50 }, { AlertType: 2, LowBalance: 100 }]],
    ['an amount of nothing', [{ LowBalance: 0 }]],
    ['an amount below zero', [{ TransactionOverValue: -1 }]],
    ['a fraction of a cent', [{ TransactionOverValue: 1.001 }]],
  ])('is refused for %s', async (_, alerts) => {
    const { card, headers } = await givenListener();
    expect(codeOf(await save(card, headers, ...alerts))).toBe('20010');
  });

  it('is refused for SMS when the person has no mobile number', async () => {
    const { card, headers } = await givenListener({ mobile: '' });
    const response = await save(card, headers, { AlertType: 2, IsDebitCard: true });
    expect(response.json()).toMatchObject({ error: ['20010'], field: 'Alerts' });
  });

  it('is refused for alerts and channels that the product does not offer, and for another person’s card', async () => {
    const { card, headers } = await givenListener({}, { alerts: { bankTransfer: false, sms: false } });
    expect(codeOf(await save(card, headers, { IsBankTransfer: true }))).toBe('10001');
    expect(codeOf(await save(card, headers, { AlertType: 2, IsDebitCard: true }))).toBe('10001');
    const stranger = await givenListener();
    expect(codeOf(await save(card, stranger.headers, { IsDebitCard: true }))).toBe('10000');
    const asked = await postApi(test, 'manageAlerts/getAlerts', stranger.headers, { Card: card.reference });
    expect(codeOf(asked)).toBe('10000');
  });
});
