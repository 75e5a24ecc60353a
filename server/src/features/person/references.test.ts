import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff, type TestStaff } from '../../../test-support/desk/desk.ts';
import { givenDispute } from '../../../test-support/disputes.ts';
import { givenBrand, givenProduct, givenTenant, type TestProduct } from '../../../test-support/factories.ts';
import { purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { runDue } from '../../../test-support/schedules.ts';
import { givenBankWords, givenCharge } from '../../../test-support/outside/given-charge.ts';
import { postApi } from '../../../test-support/signed-in.ts';
import { externalBody, givenPayer, postMoney, transferBody } from '../../../test-support/transfers.ts';

let test: TestApp;
let product: TestProduct;
let agent: TestStaff;
beforeAll(async () => {
  test = await givenApp();
  const brand = await givenBrand(test.ctx);
  const settings = { externalTransfers: true, internalTransfers: true, paymentLimit: 1_000_00, scamHoldAmount: 300_00 };
  product = await givenProduct(test.ctx, { brand, settings });
  agent = await givenStaff(test.ctx, brand.tenantId, { role: 'agent' });
});
afterAll(() => test.close());

type Row = Readonly<Record<string, unknown>>;

async function rows(command: string, input: Readonly<Record<string, string>>): Promise<readonly Row[]> {
  const { status, body } = await give(test, agent, command, { input });
  expect([command, input, status, body.error]).toEqual([command, input, 200, undefined]);
  return body.rows ?? [];
}
const personOf = ({ card }: { readonly card: { readonly holder: { readonly id: bigint } | null } }) =>
  `holder:${card.holder?.id}`;
/** Whom a text finds, and by what. */
const found = async (text: string) =>
  (await rows('search', { text })).map(({ person, by, match }) => [person, by, match]);
/** Lines of a timeline as a member of staff reads them. */
const told = async (person: string, kind?: string) =>
  (await rows('timeline', { person, ...(kind !== undefined && { kind }) })).map(
    ({ event, what, amount, state, reason }) => [event, what, amount, state, reason].join('|'),
  );

async function paid(user: Awaited<ReturnType<typeof givenPayer>>, given: object) {
  const body = externalBody(user.card.account, { DestinationAccountName: 'Ruby Taylor', ...given });
  const answer = await postMoney(test, 'transfer/external', user.headers, body);
  expect(answer.statusCode).toBe(200);
  return answer.json<{ ReceiptNumber: string; HeldUntil: string | null }>();
}

it('a held payment is found by its receipt and its payee, and is in the timeline and the payments until it is stopped', async () => {
  const user = await givenPayer(test.ctx, product, 2_000_00n);
  const person = personOf(user);
  const { ReceiptNumber: receipt, HeldUntil } = await paid(user, {
    Amount: 400,
    DestinationAccountName: 'Quondam Builders',
    DestinationAccountNumber: '44172209',
  });
  expect(HeldUntil).not.toBeNull();
  expect(await found(receipt)).toEqual([[person, 'receipt', `held payment ${receipt}`]]);
  expect(await found('quondam bui')).toEqual([[person, 'payee', 'paid or saved Quondam Builders']]);
  for (const kind of [undefined, 'money'])
    expect(await told(person, kind)).toContain(`held|Quondam Builders|-400.00|waiting|${receipt}`);
  expect(await told(person, 'card')).toEqual([]);
  const [one] = await test.ctx.asOwner<{ id: string }>('SELECT id FROM schedule WHERE receipt = $1', [receipt]);
  const stopped = { scheduledPaymentId: one?.id, accountNumber: user.card.account.accountNumber };
  expect((await postApi(test, 'schedulePayments/delete', user.headers, stopped)).statusCode).toBe(200);
  expect(await told(person)).toContain(`held|Quondam Builders|-400.00|stopped|${receipt}`);
  expect(await found(receipt)).toEqual([[person, 'receipt', `held payment ${receipt}`]]);
});

it('a scheduled payment is found, and a day on which it failed is in the timeline', async () => {
  const user = await givenPayer(test.ctx, product, 10_00n);
  const person = personOf(user);
  const planned = { PaymentFrequency: 21 as const, FutureDate: '2026-11-23' };
  const to = await givenPayer(test.ctx, product, 0n);
  const body = transferBody(user.card.account, to.card.account, { Amount: 50, ...planned });
  const made = await postMoney(test, 'transfer/internal', user.headers, body);
  const { ReceiptNumber: receipt } = made.json<{ ReceiptNumber: string }>();
  expect(await found(receipt)).toEqual([[person, 'receipt', `scheduled payment ${receipt}`]]);
  expect(await told(person)).toContain(`scheduled|Ruby Taylor|-50.00|planned|${receipt}`);
  for (const hour of ['00', '09', '23']) {
    test.ctx.setBusinessTime(`2026-11-23T${hour}:00:00.000Z`);
    await runDue(test.ctx, product.brand.tenantId);
  }
  const lines = await told(person);
  expect(lines).toContainEqual(
    expect.stringMatching(`^failed\\|Ruby Taylor\\|-50.00\\|insufficient_funds\\|${receipt}$`),
  );
  expect(lines).toContain(`scheduled|Ruby Taylor|-50.00|over|${receipt}`);
});

it('a dispute is found by its reference, opened and decided in the timeline', async () => {
  const { card, reference, id } = await givenDispute(test, 'Open', { brand: product.brand });
  const person = personOf({ card });
  expect(await found(reference)).toEqual([[person, 'receipt', `dispute ${reference}`]]);
  expect(await told(person, 'card')).toContain(`disputed|Corner Cafe|-12.34|notMine|${reference}`);
  expect((await told(person)).filter((line) => line.startsWith('decided'))).toEqual([]);
  await test.ctx.asOwner(
    "UPDATE dispute SET state = 'Resolved', resolution = 'lost', credited = 0, ended_at = opened_at WHERE id = $1",
    [id],
  );
  expect(await told(person)).toContain(`decided|Corner Cafe|-12.34|lost|${reference}`);
});

it('a lost card and a purchase are found by the numbers that the cardholder was given', async () => {
  const user = await givenPayer(test.ctx, product, 100_00n);
  const person = personOf(user);
  await sendNetwork(test, 'authorisations', purchaseOf(user.card));
  const [bought] = await test.ctx.asOwner<{ receipt: string }>('SELECT receipt FROM authorisation WHERE card_id = $1', [
    user.card.id,
  ]);
  expect(await found(bought?.receipt ?? '')).toEqual([[person, 'receipt', 'purchase at Corner Cafe']]);
  const lost = await give(test, agent, 'report-card', {
    input: { card: `card:${user.card.id}`, state: 'lost', checked: 'born' },
  });
  expect(lost.status).toBe(200);
  const [report] = await test.ctx.asOwner<{ reference: string }>(
    'SELECT reference FROM card_report WHERE card_id = $1',
    [user.card.id],
  );
  const reference = report?.reference ?? '';
  expect(await found(reference)).toEqual([[person, 'receipt', `card reported lost ${reference}`]]);
});

it('nothing is found for staff of another programme, and each line is shown once however it is paged', async () => {
  const user = await givenPayer(test.ctx, product, 2_000_00n);
  const person = personOf(user);
  const receipts = [];
  for (const [n, Amount] of [310, 320, 330].entries())
    receipts.push((await paid(user, { Amount, DestinationAccountNumber: `4417222${n}` })).ReceiptNumber);
  const all = await rows('timeline', { person });
  const paged: Row[] = [];
  for (let turn = 0; turn < all.length; turn += 1) {
    const after = String(all[turn - 1]?.['place']);
    paged.push((await rows('timeline', turn === 0 ? { person } : { person, after }))[0] ?? {});
  }
  expect(paged.map(({ event, reason }) => [event, reason])).toEqual(all.map(({ event, reason }) => [event, reason]));
  expect(all.filter(({ event }) => event === 'held').map(({ reason }) => reason)).toEqual(receipts.toReversed());
  const stranger = await givenStaff(test.ctx, (await givenTenant(test.ctx)).id);
  expect((await found('ruby tay')).map(([who]) => who)).toContain(person);
  for (const text of [receipts[0] ?? '', 'ruby tay']) {
    const { body } = await give(test, stranger, 'search', { input: { text } });
    expect([text, body.rows]).toEqual([text, []]);
  }
});

it('what was asked for about a person says how its request stands, and never that it was done', async () => {
  const user = await givenPayer(test.ctx, product, 0n);
  const person = personOf(user);
  const states = async () =>
    (await rows('timeline', { person, kind: 'staff' }))
      .filter(({ event }) => String(event).endsWith('change-name'))
      .map(({ event, state }) => `${String(event)} ${String(state)}`);
  const ask = async (surname: string) => {
    const asked = await give(test, agent, 'change-name', { input: { person, surname }, reason: 'married' });
    return asked.body.request?.id ?? '';
  };
  const manager = await givenStaff(test.ctx, product.brand.tenantId);
  const first = await ask('Newname');
  expect(await states()).toEqual(['asked.desk.change-name requested']);
  await give(test, manager, 'refuse', { input: { request: first, because: 'not shown' } });
  expect(await states()).toEqual(['asked.desk.change-name refused']);
  const second = await ask('Newname');
  await give(test, manager, 'approve', { input: { request: second } });
  expect(await states()).toEqual([
    'desk.change-name ok',
    'asked.desk.change-name done',
    'asked.desk.change-name refused',
  ]);
  await ask('Othername');
  test.ctx.advance(24 * 3_600_000);
  agent = await givenStaff(test.ctx, product.brand.tenantId, { role: 'agent' });
  expect((await states())[0]).toBe('asked.desk.change-name expired');
});

it('a person is found by the payment gateway’s id of a payment, its charge, a dispute and a warning', async () => {
  const user = await givenPayer(test.ctx, product, 0n);
  const ids = { charge: 'ch_3QyB7Zsearched', dispute: 'dp_1QyB7Zsearched', warning: 'issfr_1QyB7Zsearched' };
  await givenCharge(test.ctx, user.card, { ...ids, gatewayId: 'QFQTPCQ8HXSKGK82' });
  await givenBankWords(test.ctx, product.brand.tenantId, ids);
  const person = personOf(user);
  expect(await Promise.all([ids.charge, ids.dispute, ids.warning, 'QFQTPCQ8HXSKGK82'].map(found))).toEqual([
    [[person, 'gatewayId', 'charge by another card']],
    [[person, 'gatewayId', 'dispute of a charge by another card']],
    [[person, 'gatewayId', 'fraud warning of a charge by another card']],
    [[person, 'gatewayId', 'payment by another card']],
  ]);
  // Another programme's gateway may use the same id.
  const other = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const stranger = await givenStaff(test.ctx, other.tenantId, { role: 'agent' });
  const { body } = await give(test, stranger, 'search', { input: { text: ids.charge } });
  expect(body.rows).toEqual([]);
});
