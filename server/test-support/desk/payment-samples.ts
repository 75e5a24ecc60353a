import { randomUUID } from 'node:crypto';
import { chargeFee } from '../../src/features/fees/public.ts';
import { loadKind } from '../../src/features/desk-loads/load.kind.ts';
import type { TestApp } from '../app.ts';
import type { DeskSample, Sample } from './desk-sample.ts';
import { givenDispute } from '../disputes.ts';
import { givenClosureAsked, givenPerson } from './ending-samples.ts';
import { givenBrand, givenCard, givenProduct, givenTenant } from '../factories.ts';
import { givenUser, postApi } from '../signed-in.ts';
import { externalBody, postMoney } from '../transfers.ts';

/** A payment to another bank. */
async function givenPayment(test: TestApp) {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const product = await givenProduct(test.ctx, {
    brand,
    settings: { externalTransfers: true, paymentLimit: 9_000_00 },
  });
  const { card, headers } = await givenUser(test.ctx, { brand, product, balance: 100_00n });
  const answer = await postMoney(test, 'transfer/external', headers, externalBody(card.account));
  const receipt = answer.json<{ ReceiptNumber: string }>().ReceiptNumber;
  return { brand, card, headers, receipt, marked: ['44172208', card.pan, card.holder?.email ?? ''] };
}

async function givenReceipt(test: TestApp): Promise<DeskSample> {
  const { brand, receipt, marked } = await givenPayment(test);
  return { tenantId: brand.tenantId, input: { receipt }, state: async () => '', marked };
}

/** The same, asked back as a payment to the wrong account. */
async function givenMistaken(test: TestApp): Promise<DeskSample> {
  const { brand, card, headers, receipt, marked } = await givenPayment(test);
  const { accountNumber } = card.account;
  const body = { accountNumber, receiptNumber: receipt };
  const asked = await postApi(test, 'transfer/reportMistakenPayment', headers, body);
  const [row] = await test.ctx.asOwner<{ reference: string }>(
    'SELECT reference FROM mistaken_payment WHERE tenant_id = $1',
    [brand.tenantId],
  );
  if (!row) throw new Error(`asking back answered ${asked.statusCode} ${asked.body}`);
  return { tenantId: brand.tenantId, input: { mistaken: row.reference }, state: async () => '', marked };
}

/** A load of the desk. */
async function givenLoad(test: TestApp): Promise<DeskSample> {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const { tenantId } = brand;
  const card = await givenCard(test.ctx, { brand });
  const loaded = await test.ctx.payments.submit({
    tenantId,
    kind: loadKind,
    key: randomUUID(),
    actor: 'desk',
    input: { accountNumber: card.account.accountNumber, amount: 50_00n, type: 'received' },
  });
  const sql = 'SELECT taken_back::text FROM desk_load WHERE tenant_id = $1';
  return {
    tenantId,
    input: { receipt: loaded.ok ? loaded.value.receiptNumber : '' },
    state: async () => JSON.stringify(await test.ctx.asOwner(sql, [tenantId])),
    marked: [card.pan, card.holder?.email ?? ''],
  };
}

/** A fee that was charged. */
async function givenFee(test: TestApp): Promise<DeskSample> {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const { tenantId } = brand;
  const card = await givenCard(test.ctx, { brand, balance: 50_00n });
  const { accountNumber, ledgerAccountId } = card.account;
  const fee = { tenantId, actor: 'desk', key: randomUUID(), accountNumber, name: 'other', amount: 5_00n } as const;
  await chargeFee(test.ctx, fee);
  const [row] = await test.ctx.asOwner<{ seq: string }>(
    "SELECT seq::text FROM transaction_detail WHERE ledger_account_id = $1 AND kind = 'fee'",
    [ledgerAccountId],
  );
  const sql = 'SELECT refunded::text FROM fee_refund WHERE tenant_id = $1';
  return {
    tenantId,
    input: { account: accountNumber, sequence: row?.seq ?? '' },
    state: async () => JSON.stringify(await test.ctx.asOwner(sql, [tenantId])),
    marked: [card.pan, card.holder?.email ?? ''],
  };
}

async function givenCase(test: TestApp): Promise<DeskSample> {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const { card, reference } = await givenDispute(test, 'Open', { brand });
  const marked = [card.pan, card.holder?.email ?? ''];
  return { tenantId: brand.tenantId, input: { dispute: reference }, state: async () => '', marked };
}

async function givenEnding(test: TestApp): Promise<DeskSample> {
  const { brand, card, account } = await givenPerson(test);
  await givenClosureAsked(test, account);
  const marked = [card.pan, card.holder?.email ?? ''];
  return { tenantId: brand.tenantId, input: {}, state: async () => '', marked };
}

/** A person whose look-ups of PayIDs were stopped. */
async function givenLookUpStop(test: TestApp): Promise<DeskSample> {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const { tenantId } = brand;
  const card = await givenCard(test.ctx, { brand });
  await test.ctx.asOwner(
    `INSERT INTO pay_id_stop (id, tenant_id, asker, holder_id, why, at, until)
     VALUES ($1, $2, $3, $4, 'closePhones', now(), now() + interval '1 day')`,
    [randomUUID(), tenantId, `holder:${card.holder?.id}`, card.holder?.id],
  );
  return { tenantId, input: {}, state: async () => '', marked: [card.pan, card.holder?.email ?? ''] };
}

const listed =
  (given: (test: TestApp) => Promise<DeskSample>) =>
  async (test: TestApp): Promise<DeskSample> => ({ ...(await given(test)), input: {} });
const LOOK = { roles: ['viewer', 'agent', 'manager'], needsApproval: false } as const;

/** Samples of payments, loads and cases. */
export const PAYMENT_SAMPLES: Readonly<Record<string, Sample>> = {
  payments: { ...LOOK, elsewhere: 'no rows', given: listed(givenReceipt) },
  payment: { ...LOOK, elsewhere: 'not_found', given: givenReceipt },
  loads: { ...LOOK, elsewhere: 'no rows', given: listed(givenLoad) },
  'take-back-load': { roles: ['agent', 'manager'], needsApproval: true, elsewhere: 'not_found', given: givenLoad },
  'refund-fee': { roles: ['agent', 'manager'], needsApproval: true, elsewhere: 'not_found', given: givenFee },
  cases: { ...LOOK, elsewhere: 'no rows', given: listed(givenCase) },
  'dispute-facts': { ...LOOK, elsewhere: 'not_found', given: givenCase },
  'mistaken-facts': { ...LOOK, elsewhere: 'not_found', given: givenMistaken },
  'pay-id-stops': { ...LOOK, elsewhere: 'no rows', given: givenLookUpStop },
  'ending-cases': { ...LOOK, elsewhere: 'no rows', given: givenEnding },
};
