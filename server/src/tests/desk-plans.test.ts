import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { give, givenStaff } from '../../test-support/desk/desk.ts';
import { fillAll } from '../../test-support/desk/filled-search.ts';
import { givenBrand, givenProduct, givenTenant } from '../../test-support/factories.ts';
import { givenRecordedApp, growingReads, type RecordedApp } from '../../test-support/query-plans.ts';
import { givenUser } from '../../test-support/signed-in.ts';
import { externalBody, postMoney, transferBody } from '../../test-support/transfers.ts';
import { PAYMENT_SEARCH } from '../features/settlement/payments/payment-search.store.ts';

/** Tables that grow with the programme. */
const GROWING = new Set([
  'holder',
  'member_account',
  'ledger_account',
  'card',
  'transfer',
  'transaction_detail',
  'authorisation',
  'payment_out',
  'schedule',
  'due_work',
  'dispute',
  'complaint',
  'mistaken_payment',
  'scam_report',
  'excess_refund',
  'session',
  'bank_file_line',
  'bank_answer_line',
  'outbox_message',
  'audit_log',
  'book_statement',
  'book_statement_line',
  'book_match',
  'payment_search',
]);
/** So many other rows of each there are. */
const MANY = 20_000;
/** A page has 50 rows and one more, and each kind of a merged queue is read as far. */
const ENOUGH = 60;

let given: RecordedApp;
beforeAll(async () => {
  given = await givenRecordedApp();
});
afterAll(() => given.close());

it('no queue or search of the desk reads more because the programme is large and old', {
  timeout: 180_000,
}, async () => {
  const { app, ctx, sent } = given;
  const brand = await givenBrand(ctx, { tenant: await givenTenant(ctx) });
  const settings = { internalTransfers: true, externalTransfers: true, paymentLimit: null };
  const product = await givenProduct(ctx, { brand, settings });
  const payer = await givenUser(ctx, { brand, product, balance: 100_00n });
  const payee = await givenUser(ctx, { brand, product, balance: 0n });
  const out = await postMoney({ app }, 'transfer/external', payer.headers, externalBody(payer.card.account));
  const receipt = out.json<{ ReceiptNumber: string }>().ReceiptNumber;
  const within = transferBody(payer.card.account, payee.card.account);
  expect((await postMoney({ app }, 'transfer/internal', payer.headers, within)).statusCode).toBe(200);
  await fillWithOthers(payer.card.id, brand.tenantId);
  const staff = await givenStaff(ctx, brand.tenantId);
  const account = payer.card.account.accountNumber;
  const commands: readonly (readonly [string, Readonly<Record<string, string>>, number?])[] = [
    ...[{}, { receipt }, { account }, { amount: '7.77' }, { account, amount: '1.00' }].map(
      (input) => ['payments', input] as const,
    ),
    // By an amount alone: payments of many amounts are here.
    ['search-all', { text: '$7.77' }],
    // Of complaints of people without an account.
    ['search-all', { text: 'visitor777' }],
    ['search-all', { text: 'writer777' }],
    ['search-all', { text: 'visitor777@example.net' }],
    ...['made', 'sent', 'settled', 'returned', 'inDoubt'].map((state) => ['payments', { state }] as const),
    ['payment', { receipt }],
    ...[
      'payments-to-check',
      'held-payments',
      'dead-letters',
      'cases',
      'disputes',
      'complaints',
      'scams',
      'excess-refunds',
      'closures',
      'people-files',
      'card-stock',
      'card-letters',
      'plastic-orders',
      'voucher-batches',
    ].map((command) => [command, {}] as const),
    ['ending-cases', {}],
    ['ending-cases', { state: 'ended' }],
    ...['money-held', 'money-between', 'differences', 'statements-read'].map((command) => [command, {}] as const),
    ['unmatched', { account: 'bank' }],
    // The months around its last statement have one line a day.
    ['month-end', {}, 200],
    ['signed-months', {}],
    ['suspense-by-age', {}],
    ['outbox', {}],
    ['running', {}],
    ['sign-ins-today', {}],
  ];
  const faults: string[] = [];
  let looked = 0;
  for (const [command, input, enough = ENOUGH] of commands) {
    const from = sent.length;
    const { status, body } = await give({ app }, staff, command, { input, key: randomUUID() });
    expect([command, input, status, body.error]).toEqual([command, input, 200, undefined]);
    const reads = await growingReads(given, { from, growing: GROWING, enough });
    looked += reads.looked;
    faults.push(...reads.faults.map((fault) => `${command} ${JSON.stringify(input)}: ${fault}`));
  }
  // Files read every account, and of their entries those since the period alone.
  for (const report of ['trial-balance', 'journal', 'float', 'fees', 'interest', 'suspense', 'month-end', 'breakage']) {
    const from = sent.length;
    const { status, body } = await give({ app }, staff, 'report', { input: { report, format: 'csv' } });
    expect([report, status, body.error]).toEqual([report, 200, undefined]);
    const growing = new Set(['transfer', 'transaction_detail', 'bank_answer_line', 'book_match', 'audit_log']);
    const reads = await growingReads(given, { from, growing, enough: 200 });
    faults.push(...reads.faults.map((fault) => `report ${report}: ${fault}`));
  }
  expect(faults).toEqual([]);
  expect(looked).toBeGreaterThan(60);
});

/** Other people, and payments, purchases, sessions and ended cases of the same programme by the thousand. */
async function fillWithOthers(cardId: bigint, tenantId: number): Promise<void> {
  const many = `generate_series(1, ${MANY}) n`;
  const at = "timestamptz '2026-01-01' + n * interval '1 second'";
  await given.ctx.asOwner(`
    SET session_replication_role = replica;
    INSERT INTO holder (tenant_id, brand_id, first_name, surname, email, mobile)
      SELECT c.tenant_id, c.brand_id, 'Other' || n, 'Someone' || n, 'other' || n || '@example.com', '+614' || n
      FROM card c, ${many} WHERE c.id = ${cardId};
    INSERT INTO ledger_account (tenant_id, kind, currency, closed_at)
      SELECT c.tenant_id, 'cardholder', 'AUD', CASE n % 2 WHEN 0 THEN ${at} END FROM card c, ${many} WHERE c.id = ${cardId};
    INSERT INTO member_account (tenant_id, brand_id, account_number, ledger_account_id, primary_holder_id, is_closed)
      SELECT l.tenant_id, (SELECT brand_id FROM card WHERE id = ${cardId}), 800000000 + l.id, l.id, l.id, l.closed_at IS NOT NULL
      FROM ledger_account l
      WHERE l.kind = 'cardholder' AND NOT EXISTS (SELECT FROM member_account m WHERE m.ledger_account_id = l.id);
    INSERT INTO transfer (tenant_id, effective_at, posted_at, amount, debit_account_id, debit_seq, debit_balance, debit_credited,
        debit_posted_at, credit_account_id, credit_seq, credit_balance, credit_credited, credit_posted_at, code, forced,
        request_hash, key)
      SELECT c.tenant_id, ${at}, ${at}, 100 + n % 5000, 1000000 + n, 1, 0, 0, ${at}, 3000000 + n, 1, 0, 0, ${at},
             CASE n % 4 WHEN 0 THEN 6 ELSE 1 END, false, decode(repeat('00', 16), 'hex'), 'other:' || n
      FROM card c, ${many} WHERE c.id = ${cardId};
    INSERT INTO payment_out (tenant_id, transfer_id, member_account_id, method, bsb, account_number, name, reference,
        remitter, amount, paid_on, value_date, state, reason, returned_at)
      SELECT t.tenant_id, t.id, 5000000 + t.id, 'external', '000101', '44172208', 'Other', 'Other', 'Other', t.amount,
             '2026-01-01', '2026-01-01', CASE t.id % 8 WHEN 0 THEN 'Returned' ELSE 'Settled' END,
             CASE t.id % 8 WHEN 0 THEN '5' END, CASE t.id % 8 WHEN 0 THEN t.effective_at END
      FROM transfer t WHERE t.key LIKE 'other:%' AND t.code = 6;
    INSERT INTO session (id, tenant_id, brand_id, scope, holder_id, card_id, created_at, last_active_at, refreshed_at, ends_at)
      SELECT gen_random_uuid(), h.tenant_id, h.brand_id, 'card', h.id, h.id, '2025-01-01', now(), now(), now()
      FROM holder h WHERE h.first_name LIKE 'Other%';
    INSERT INTO authorisation (tenant_id, public_id, reference, card_id, member_account_id, is_advice, amount, current_amount,
        status, answer, decline_reason, merchant_name, merchant_country, mcc, category, channel, is_estimate, receipt, at, day)
      SELECT c.tenant_id, gen_random_uuid(), 'OTHER-' || n, c.id + n, 999999, false, 777, 777, 'declined', '51', 'noFunds',
             'Other Shop ' || n, 'AU', '5814', 'eatingOut', 'chip', false, '00000000017', ${at}, (${at})::date
      FROM card c, ${many} WHERE c.id = ${cardId};
    INSERT INTO book_statement (tenant_id, account, name, digest, first_day, last_day, opening, closing, read_at)
      SELECT c.tenant_id, 'bank', 'other' || n, decode(lpad(to_hex(n), 64, '0'), 'hex'), date '1970-01-01' + n,
             date '1970-01-01' + n, 0, 0, ${at}
      FROM card c, ${many} WHERE c.id = ${cardId};
    INSERT INTO book_statement_line (tenant_id, statement_id, line, account, day, cents, reference, words, is_matched)
      SELECT tenant_id, id, 1, account, last_day, 100, 'OTHER', 'Other', true FROM book_statement;
    UPDATE transfer t SET debit_account_id = a.id, debit_seq = 1000000 + t.id FROM ledger_account a
      WHERE t.key LIKE 'other:%' AND a.tenant_id = t.tenant_id AND a.kind = 'bank';
    INSERT INTO book_match (tenant_id, account, transfer_id, statement_id, line)
      SELECT t.tenant_id, 'bank', t.id, s.id, 1 FROM transfer t
      JOIN book_statement s ON s.name = 'other' || substr(t.key, 7) WHERE t.key LIKE 'other:%';
    INSERT INTO book_compared (tenant_id, account, up_to_seq)
      SELECT tenant_id, 'bank', max(debit_seq) FROM transfer WHERE key LIKE 'other:%' GROUP BY tenant_id;
    INSERT INTO complaint (id, tenant_id, brand_id, reference, name, contact, way, language, page, subject, words, state,
        opened_at, acknowledge_by, answer_by, ended_at)
      SELECT gen_random_uuid(), c.tenant_id, c.brand_id, 'other' || n, 'Visitor' || n || ' Writer' || n,
             'Visitor' || n || '@example.net', 'email', 'enAU', '', 'fee', 'A fee', 'Closed', ${at}, ${at},
             (${at})::date, ${at}
      FROM card c, ${many} WHERE c.id = ${cardId};
    INSERT INTO due_work (tenant_id, job, key, is_recurring, clock, planned_at, due_at, not_before, done_at)
      SELECT c.tenant_id, 'other.job', 'key' || n, false, 'security', ${at}, ${at}, ${at}, ${at}
      FROM card c, ${many} WHERE c.id = ${cardId};
    RESET session_replication_role;
    ANALYZE`);
  // As the maintenance of PostgreSQL does by itself.
  await given.ctx.asOwner("SELECT brin_summarize_new_values('authorisation_by_time')");
  // As due work does by itself.
  await fillAll(given.ctx, tenantId, PAYMENT_SEARCH, 2_000);
  await given.ctx.asOwner('ANALYZE payment_search, search_fill');
}
