import { hash } from 'node:crypto';
import { insertFile } from '../../src/features/settlement/files/bank-file.store.ts';
import type { TestApp } from '../app.ts';
import type { DeskSample, Sample } from './desk-sample.ts';
import { givenAccount, givenBrand, givenCard, givenTenant } from '../factories.ts';

const stateOf = async ({ ctx }: TestApp, sql: string, values: readonly unknown[]): Promise<string> =>
  JSON.stringify(await ctx.asOwner(sql, values));

/** A file for the bank that may have been sent. */
async function givenUnsureFile(test: TestApp): Promise<DeskSample> {
  const { id: tenantId } = await givenTenant(test.ctx);
  const at = new Date(test.ctx.clocks.business.now());
  const [row] = await test.ctx.asOwner<{ id: string }>(
    `INSERT INTO bank_file (tenant_id, method, name, value_date, state, lines, cents, digest, content_cipher,
                            content_key_version, made_at, tried_at)
     VALUES ($1, 'external', 'one.aba', '2026-11-20', 'Made', 1, 100, $2, '\\x00', 1, $3, $3) RETURNING id::text`,
    [tenantId, Buffer.alloc(32), at],
  );
  const file = row?.id ?? '';
  return {
    tenantId,
    input: { file },
    state: () => stateOf(test, 'SELECT state, tried_at FROM bank_file WHERE id = $1', [file]),
    marked: [],
  };
}

/** A file for the bank as it was frozen. */
async function givenFrozenFile(test: TestApp): Promise<DeskSample> {
  const { ctx } = test;
  const { id: tenantId } = await givenTenant(ctx);
  const text = 'one line\r\n';
  const file = await ctx.database.transact(tenantId, (tx) =>
    insertFile(tx, ctx.secrets, {
      tenantId,
      method: 'external',
      name: 'one.aba',
      day: '2026-11-20',
      cents: 100n,
      lines: 1,
      text,
      digest: hash('sha256', text, 'buffer'),
      madeAt: ctx.clocks.business.now(),
    }),
  );
  return {
    tenantId,
    input: { file: String(file) },
    state: () => stateOf(test, 'SELECT state, tried_at FROM bank_file WHERE id = $1', [file]),
    marked: [],
  };
}

/** A bank file that waits for a second approval. */
async function givenWaitingAnswer(test: TestApp): Promise<DeskSample> {
  const { id: tenantId } = await givenTenant(test.ctx);
  const at = new Date(test.ctx.clocks.business.now());
  const [row] = await test.ctx.asOwner<{ id: string }>(
    `INSERT INTO bank_answer (tenant_id, name, digest, kind, state, lines, cents, content_cipher, content_key_version,
                              read_at)
     VALUES ($1, 'big.returns', $2, 'returns', 'Waiting', 1, 2000000, '\\x00', 1, $3) RETURNING id::text`,
    [tenantId, Buffer.alloc(32), at],
  );
  const answer = row?.id ?? '';
  return {
    tenantId,
    input: { answer },
    state: () => stateOf(test, 'SELECT state FROM bank_answer WHERE id = $1', [answer]),
    marked: [],
  };
}

/** A refused bank file. */
async function givenTrouble(test: TestApp): Promise<DeskSample> {
  const { id: tenantId } = await givenTenant(test.ctx);
  const [row] = await test.ctx.asOwner<{ id: string }>(
    `INSERT INTO bank_trouble (tenant_id, kind, file, reason, since) VALUES ($1, 'refused', 'odd.returns', 'no header', $2)
     RETURNING id::text`,
    [tenantId, new Date(test.ctx.clocks.security.now())],
  );
  const trouble = row?.id ?? '';
  return {
    tenantId,
    input: { trouble },
    state: () => stateOf(test, 'SELECT closed_at FROM bank_trouble WHERE id = $1', [trouble]),
    marked: [],
  };
}

/** A deposit for an unknown account. */
async function givenKept(test: TestApp): Promise<DeskSample> {
  const { tenantId, input } = await givenWaitingAnswer(test);
  await test.ctx.asOwner(
    `INSERT INTO bank_answer_line (tenant_id, bank_answer_id, line, kind, bsb, account_number, reference, cents, code,
                                   state, reason, remitter)
     VALUES ($1, $2, 2, 'deposit', '000001', '999999999', 'Salary', 100, '50', 'Suspense', 'unknownAccount', 'Acme')`,
    [tenantId, input['answer']],
  );
  const brand = await givenBrand(test.ctx, { tenant: { id: tenantId, name: 'Programme' } });
  const card = await givenCard(test.ctx, { brand });
  return {
    tenantId,
    input: { answer: input['answer'] ?? '', line: '2', account: card.account.accountNumber },
    state: () => stateOf(test, 'SELECT state FROM bank_answer_line WHERE bank_answer_id = $1', [input['answer']]),
    marked: [card.pan],
  };
}

/** Its line alone. */
async function givenKeptDeposit(test: TestApp): Promise<DeskSample> {
  const { input, ...rest } = await givenKept(test);
  return { ...rest, input: { answer: input['answer'] ?? '', line: '2' } };
}

/** One that should have gone two hours ago. */
const givenHeldTooLong = (test: TestApp) => givenHeld(test, -2 * 3_600_000);

/** A return that matches payments of several payers, or a debit that matches none. */
async function givenKeptReturn(test: TestApp, kind: 'return' | 'debitReturn'): Promise<DeskSample> {
  const { tenantId, input } = await givenWaitingAnswer(test);
  const answer = input['answer'] ?? '';
  await test.ctx.asOwner(
    `INSERT INTO bank_answer_line (tenant_id, bank_answer_id, line, kind, bsb, account_number, reference, cents, code,
                                   state, day, file_day)
     VALUES ($1, $2, 2, $3, '000101', '44172208', 'Bond', 100, '5', 'Suspense', 20, '2026-11-23')`,
    [tenantId, answer, kind],
  );
  const brand = await givenBrand(test.ctx, { tenant: { id: tenantId, name: 'Programme' } });
  const card = await givenCard(test.ctx, { brand });
  const { id: account, accountNumber } = card.account;
  await test.ctx.asOwner(
    `INSERT INTO payment_out (tenant_id, transfer_id, member_account_id, method, bsb, account_number, name, reference,
                              remitter, amount, paid_on, value_date, state)
     VALUES ($1, $2, $2, 'external', '000101', '44172208', 'Jordan Blake', 'Bond', 'Amelia', 100, '2026-11-20',
             '2026-11-20', 'Settled')`,
    [tenantId, account],
  );
  await test.ctx.asOwner(
    `WITH file AS (
       INSERT INTO bank_file (tenant_id, method, name, value_date, state, lines, cents, digest, content_cipher,
                              content_key_version, made_at)
       VALUES ($1, 'external', 'one.aba', '2026-11-20', 'Accepted', 1, 100, $3, '\\x00', 1, $4) RETURNING id)
     INSERT INTO bank_file_line (tenant_id, bank_file_id, line, transfer_id) SELECT $1, id, 1, $2 FROM file`,
    [tenantId, account, Buffer.alloc(32), new Date(test.ctx.clocks.business.now())],
  );
  return {
    tenantId,
    input: { answer, line: '2', ...(kind === 'return' ? { payment: String(account) } : { account: accountNumber }) },
    state: () => stateOf(test, 'SELECT state FROM bank_answer_line WHERE bank_answer_id = $1', [answer]),
    marked: [card.pan, '44172208'],
  };
}

/** The same, named by its line. */
async function givenLineOfReturn(test: TestApp): Promise<DeskSample> {
  const { input, ...rest } = await givenKeptReturn(test, 'return');
  return { ...rest, input: { answer: input['answer'] ?? '', line: '2' } };
}

/** A held payment. */
async function givenHeld(test: TestApp, dueInMs = 3_600_000): Promise<DeskSample> {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const { tenantId } = brand;
  const card = await givenCard(test.ctx, { brand });
  const at = new Date(test.ctx.clocks.business.now());
  const until = new Date(at.getTime() + dueInMs);
  const receipt = `26324${String(tenantId).padStart(8, '0')}`;
  await test.ctx.asOwner(
    `INSERT INTO schedule (id, tenant_id, brand_id, member_account_id, holder_id, kind, body, amount, frequency,
                           first_day, state, next_day, due_at, receipt, made_at, hold_id)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, 'internal', '{}', 35000, 21, '2026-11-21', 'Active', '2026-11-21', $5,
             $6, $7, 1)`,
    [tenantId, brand.id, card.account.id, card.holder?.id, until, receipt, at],
  );
  return {
    tenantId,
    input: { receipt },
    state: () =>
      stateOf(test, 'SELECT due_at FROM schedule WHERE receipt = $1 AND tenant_id = $2', [receipt, tenantId]),
    marked: [card.pan],
  };
}

const LOOK = { roles: ['viewer', 'agent', 'manager'], needsApproval: false, elsewhere: 'no rows' } as const;
const TWO = { roles: ['agent', 'manager'], needsApproval: true, elsewhere: 'not_found' } as const;

type Given = (test: TestApp) => Promise<DeskSample>;

/** A listed item, for a command without input. */
const listed =
  (given: Given): Given =>
  async (test) => ({ ...(await given(test)), input: {} });

/** A recalled payment that the bank has. */
async function givenMistakenPayment(test: TestApp): Promise<DeskSample> {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const { tenantId } = brand;
  const account = await givenAccount(test.ctx, { brand });
  const at = new Date(test.ctx.clocks.business.now());
  await test.ctx.asOwner(
    `INSERT INTO payment_out (tenant_id, transfer_id, member_account_id, method, bsb, account_number, name, reference,
                              remitter, amount, paid_on, value_date, state)
     VALUES ($1, $2, $2, 'external', '000101', '44172208', 'Jordan Blake', 'Bond', 'Amelia', 100, '2026-11-20', '2026-11-20', 'Settled')`,
    [tenantId, account.id],
  );
  const mistaken = `26324${String(tenantId).padStart(8, '0')}`;
  await test.ctx.asOwner(
    `INSERT INTO mistaken_payment (tenant_id, transfer_id, member_account_id, reference, rule, state, asked_at, changed_at)
     VALUES ($1, $2, $2, $3, 'tenDays', 'Asked', $4, $4)`,
    [tenantId, account.id, mistaken, at],
  );
  return {
    tenantId,
    input: { mistaken },
    state: () => stateOf(test, 'SELECT state FROM mistaken_payment WHERE reference = $1', [mistaken]),
    marked: ['44172208'],
  };
}

/** A payment that was reported as a scam, with its payee blocked. */
async function givenScamReport(test: TestApp): Promise<DeskSample & { readonly scam: string }> {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const { tenantId } = brand;
  const card = await givenCard(test.ctx, { brand });
  const scam = `26324${String(tenantId).padStart(8, '0')}`;
  const own = [tenantId, card.holder?.id, new Date(test.ctx.clocks.business.now())];
  await test.ctx.asOwner(
    `INSERT INTO blocked_payee (id, tenant_id, holder_id, destination, method, name, bsb, account_number, blocked_at,
                                made_by)
     VALUES (gen_random_uuid(), $1, $2, 'external:000101:44172208', 'external', 'Jordan Blake', '000101', '44172208', $3,
             'web:1')`,
    own,
  );
  await test.ctx.asOwner(
    `INSERT INTO scam_report (tenant_id, holder_id, reported_at, changed_at, brand_id, member_account_id, reference,
                              transfer_id, destination, name, amount, outcome, mistaken_reference, state)
     VALUES ($1, $2, $3, $3, $4, $5, $6, 1, 'external:000101:44172208', 'Jordan Blake', 35000, 'WithUs', NULL, 'Open')`,
    [...own, brand.id, card.account.id, scam],
  );
  return {
    tenantId,
    scam,
    input: { scam },
    state: () =>
      stateOf(test, 'SELECT state, (SELECT count(*) FROM blocked_payee) FROM scam_report WHERE reference = $1', [scam]),
    marked: ['44172208', card.pan],
  };
}
const closing = async (test: TestApp): Promise<DeskSample> => {
  const { scam, ...sample } = await givenScamReport(test);
  return { ...sample, input: { scam, outcome: 'confirmed' } };
};

/** A refund of 30.00 for a purchase of 20.00. */
async function givenExcessRefund(test: TestApp): Promise<DeskSample> {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const { tenantId } = brand;
  const card = await givenCard(test.ctx, { brand });
  const reference = `26324${String(tenantId).padStart(8, '0')}`;
  await test.ctx.asOwner(
    `INSERT INTO excess_refund (tenant_id, reference, member_account_id, purchase, refund, transfer_id, merchant, cents,
                                kept, taken, refunded, state, made_at, changed_at)
     VALUES ($1, $2, $3, 'TEST-1', 'TEST-2', 1, 'Corner Cafe', 3000, 0, 2000, 3000, 'Open', $4, $4)`,
    [tenantId, reference, card.account.id, new Date(test.ctx.clocks.business.now())],
  );
  return {
    tenantId,
    input: { case: reference },
    marked: [card.pan],
    state: () => stateOf(test, 'SELECT state FROM excess_refund WHERE reference = $1', [reference]),
  };
}

/** A correction that a card processor told. */
async function givenToldCase(test: TestApp): Promise<DeskSample> {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const { tenantId } = brand;
  const card = await givenCard(test.ctx, { brand });
  const reference = `26325${String(tenantId).padStart(8, '0')}`;
  await test.ctx.asOwner(
    `INSERT INTO told_case (tenant_id, reference, kind, message, member_account_id, transfer_id, cents, about, made_at,
                            changed_at)
     VALUES ($1, $2, 'correction', 'TEST-1', $3, 1, -300, 'Corner Cafe', $4, $4)`,
    [tenantId, reference, card.account.id, new Date(test.ctx.clocks.business.now())],
  );
  return {
    tenantId,
    input: { case: reference },
    marked: [card.pan],
    state: () => stateOf(test, 'SELECT state FROM told_case WHERE reference = $1', [reference]),
  };
}

/** A debt of a closed account. */
async function givenDebt(test: TestApp): Promise<DeskSample> {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const { tenantId } = brand;
  const account = await givenAccount(test.ctx, { brand });
  await test.ctx.asOwner(
    `INSERT INTO debt (tenant_id, member_account_id, transfer_id, cause, reference, debited, owed, is_former_holder, made_at)
     VALUES ($1, $2, 1, 'cardTopUp', 'CH-1', 100, 100, true, $3)`,
    [tenantId, account.id, new Date(test.ctx.clocks.business.now())],
  );
  return {
    tenantId,
    input: {},
    state: () => stateOf(test, 'SELECT owed, settled_at FROM debt WHERE member_account_id = $1', [account.id]),
    marked: [],
  };
}

/** An automatic top-up that waits for its code. */
async function givenAutoTopup(test: TestApp): Promise<DeskSample> {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const { tenantId } = brand;
  const account = await givenAccount(test.ctx, { brand });
  await test.ctx.asOwner(
    `INSERT INTO auto_topup (public_id, tenant_id, member_account_id, web_account_id, agreement_version, accepted_at,
                             account_name, bsb, account_number, trigger_amount, amount, maximum, state, code_hash,
                             code_until, deposit_by, deposit_transfer_id)
     VALUES (gen_random_uuid(), $1, $2, 1, '1', $3, 'Amelia', '000101', '44172208', 100, 200, 500, 'Pending', $4,
             '2026-12-20', '2026-11-25', 1)`,
    [tenantId, account.id, new Date(test.ctx.clocks.business.now()), Buffer.alloc(32)],
  );
  return {
    tenantId,
    input: { account: account.accountNumber },
    state: () => stateOf(test, 'SELECT state, ended_by FROM auto_topup WHERE member_account_id = $1', [account.id]),
    marked: ['44172208'],
  };
}

/** A debit that the bank has collected. */
async function givenCollected(test: TestApp): Promise<DeskSample> {
  const { tenantId, input, marked } = await givenAutoTopup(test);
  const [file] = await test.ctx.asOwner<{ id: string }>(
    `INSERT INTO bank_file (tenant_id, method, name, value_date, state, lines, cents, digest, content_cipher,
                            content_key_version, made_at)
     VALUES ($1, 'debit', 'debits.aba', '2026-11-20', 'Accepted', 1, 200, $2, '\\x00', 1, $3) RETURNING id::text`,
    [tenantId, Buffer.alloc(32), new Date(test.ctx.clocks.business.now())],
  );
  const [row] = await test.ctx.asOwner<{ id: string }>(
    `INSERT INTO direct_debit (tenant_id, auto_topup_id, member_account_id, name, bsb, account_number, amount, state,
                               fired_at, bank_file_id, line, credit_on)
     SELECT t.tenant_id, t.id, t.member_account_id, t.account_name, t.bsb, t.account_number, 200, 'Collected',
            t.accepted_at, $2, 1, '2026-11-25'
       FROM auto_topup t JOIN member_account a ON a.id = t.member_account_id WHERE a.account_number = $1
     RETURNING id::text`,
    [input['account'], file?.id],
  );
  const debit = row?.id ?? '';
  return {
    tenantId,
    input: { debit, amount: '2.00', code: '6' },
    marked,
    state: () => stateOf(test, 'SELECT state, reason FROM direct_debit WHERE id = $1', [debit]),
  };
}

/** Samples of the desk commands about files for and from the bank. */
export const BANK_SAMPLES: Readonly<Record<string, Sample>> = {
  'bank-files': { ...LOOK, given: listed(givenUnsureFile) },
  'print-bank-file': { ...TWO, needsApproval: false, given: givenFrozenFile },
  'make-bank-files': { ...LOOK, roles: ['agent', 'manager'], given: listed(givenUnsureFile) },
  'send-bank-file': { ...TWO, given: givenUnsureFile },
  'bank-answers': { ...LOOK, given: listed(givenWaitingAnswer) },
  'take-bank-answer': { ...TWO, given: givenWaitingAnswer },
  'bank-trouble': { ...LOOK, given: listed(givenTrouble) },
  'close-bank-trouble': { ...TWO, needsApproval: false, given: givenTrouble },
  outside: { ...LOOK, given: listed(givenTrouble) },
  debts: { ...LOOK, given: givenDebt },
  'end-auto-topup': { ...TWO, needsApproval: false, given: givenAutoTopup },
  'return-debit': { ...TWO, given: givenCollected },
  reconcile: { ...LOOK, given: listed(givenWaitingAnswer) },
  suspense: { ...LOOK, given: listed(givenKept) },
  'deposit-candidates': { ...LOOK, elsewhere: 'not_found', given: givenKeptDeposit },
  'release-suspense': { ...TWO, given: givenKept },
  'return-candidates': { ...LOOK, elsewhere: 'not_found', given: givenLineOfReturn },
  'return-to-payer': { ...TWO, given: (test) => givenKeptReturn(test, 'return') },
  'charge-suspense': { ...TWO, given: (test) => givenKeptReturn(test, 'debitReturn') },
  'payments-to-check': { ...LOOK, given: listed(givenHeldTooLong) },
  'held-payments': { ...LOOK, given: listed((test) => givenHeld(test)) },
  'release-held': { ...TWO, given: (test) => givenHeld(test) },
  'mistaken-payments': { ...LOOK, given: listed(givenMistakenPayment) },
  'request-mistaken': { ...TWO, needsApproval: false, given: givenMistakenPayment },
  'refuse-mistaken': { ...TWO, needsApproval: false, given: givenMistakenPayment },
  'recover-mistaken': { ...TWO, given: givenMistakenPayment },
  scams: { ...LOOK, given: listed(givenScamReport) },
  scam: { ...LOOK, elsewhere: 'not_found', given: givenScamReport },
  'close-scam': { ...TWO, needsApproval: false, given: closing },
  'excess-refunds': { ...LOOK, given: listed(givenExcessRefund) },
  'excess-refund': { ...LOOK, elsewhere: 'not_found', given: givenExcessRefund },
  'close-excess-refund': { ...TWO, needsApproval: false, given: givenExcessRefund },
  'told-cases': { ...LOOK, given: listed(givenToldCase) },
  'told-case': { ...LOOK, elsewhere: 'not_found', given: givenToldCase },
  'close-told-case': { ...TWO, needsApproval: false, given: givenToldCase },
  'unblock-payee': { ...TWO, needsApproval: false, given: givenScamReport },
};
