import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { give, givenStaff } from '../../../test-support/desk.ts';
import { givenBrand, givenCard, givenTenant, givenWebAccount } from '../../../test-support/factories.ts';
import { givenRecordedApp, type RecordedApp, tableReadsOf } from '../../../test-support/query-plans.ts';

/** Tables that grow with the programme. */
const GROWING = new Set([
  'holder',
  'web_account',
  'member_account',
  'ledger_account',
  'card',
  'transfer',
  'transaction_detail',
  'authorisation',
  'outbox_message',
  'audit_log',
  'session',
  'device',
  'staff_note',
  'customer_care',
  'client_address',
  'desk_request',
  'payment_out',
]);
/** So many other people there are. */
const MANY = 20_000;
/** A page has 50 rows and one more. */
const ENOUGH = 60;

let given: RecordedApp;
beforeAll(async () => {
  given = await givenRecordedApp();
});
afterAll(() => given.close());

it('no command about a person reads more because the programme has more people', { timeout: 120_000 }, async () => {
  const { app, ctx, sent, plain } = given;
  const brand = await givenBrand(ctx, { tenant: await givenTenant(ctx) });
  const card = await givenCard(ctx, { brand, balance: 10_000n });
  if (!card.holder) throw new Error('a holder');
  await givenWebAccount(ctx, { holder: card.holder, account: card.account });
  await fillWithOthers(card.id, card.holder.id);
  const staff = await givenStaff(ctx, brand.tenantId);
  const person = `holder:${card.holder.id}`;
  const account = card.account.accountNumber;
  const commands: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ...[card.holder.email, account, '0400000000', 'other19999', 'someone19999 other19999', card.cardId, person].map(
      (text) => ['search', { text }] as const,
    ),
    ['search', { text: 'corner cafe 7.77' }],
    ...[
      'person',
      'timeline',
      'accounts',
      'cards-of',
      'messages-of',
      'sign-ins-of',
      'devices-of',
      'documents-of',
      'notes',
    ].map((command) => [command, { person }] as const),
    ...['card', 'money', 'signIn', 'message', 'staff'].map((kind) => ['timeline', { person, kind }] as const),
    ['account-transactions', { account }],
    ['holds', { account }],
  ];
  const faults: string[] = [];
  let looked = 0;
  for (const [command, input] of commands) {
    const from = sent.length;
    const { status, body } = await give({ app }, staff, command, { input, key: randomUUID() });
    expect([command, input, status, body.error]).toEqual([command, input, 200, undefined]);
    for (const statement of sent.slice(from)) {
      if (!/^[\s(]*(SELECT|WITH)\b/.test(statement.sql) || statement.sql.includes('INSERT')) continue;
      for (const { table, how, rows } of await tableReadsOf(plain, statement)) {
        if (!GROWING.has(table)) continue;
        looked += 1;
        if (how === 'Seq Scan' || rows > ENOUGH)
          faults.push(`${command}: ${how} of ${rows} of ${table}:${statement.sql}`);
      }
    }
  }
  expect(faults).toEqual([]);
  expect(looked).toBeGreaterThan(100);
});

/** Other people with cards, sign-ins, messages, declined purchases and audit lines, in the same programme. */
async function fillWithOthers(cardId: bigint, holderId: bigint): Promise<void> {
  const many = `generate_series(1, ${MANY}) n`;
  const at = "timestamptz '2026-01-01' + n * interval '1 second'";
  await given.ctx.asOwner(`
    SET session_replication_role = replica;
    INSERT INTO holder (tenant_id, brand_id, first_name, surname, email, mobile)
      SELECT h.tenant_id, h.brand_id, 'Other' || n, 'Someone' || n, 'other' || n || '@example.com', '+614' || n
      FROM holder h, ${many} WHERE h.id = ${holderId};
    INSERT INTO ledger_account (tenant_id, kind, currency)
      SELECT c.tenant_id, 'cardholder', 'AUD' FROM card c, ${many} WHERE c.id = ${cardId};
    INSERT INTO member_account (tenant_id, brand_id, account_number, ledger_account_id, primary_holder_id)
      SELECT l.tenant_id, (SELECT brand_id FROM card WHERE id = ${cardId}), 800000000 + l.id, l.id, l.id
      FROM ledger_account l WHERE NOT EXISTS (SELECT FROM member_account m WHERE m.ledger_account_id = l.id);
    INSERT INTO card (tenant_id, brand_id, product_id, member_account_id, holder_id, pan_cipher, pan_key_version, pan_hash,
                      pan_hash_key_version, masked_number, last4, card_id, expiry, status, card_name, created_at)
      SELECT c.tenant_id, c.brand_id, c.product_id, 1000000 + n, ${holderId} + 1 + n, '', 1, decode(lpad(to_hex(n), 8, '0'), 'hex'), 1,
             'x' || n, lpad((n % 10000)::text, 4, '0'), 20000000000 + n, '2029-11', 'Active', 'Other', ${at}
      FROM card c, ${many} WHERE c.id = ${cardId};
    INSERT INTO authorisation (tenant_id, public_id, reference, card_id, member_account_id, is_advice, amount, current_amount,
        status, answer, decline_reason, merchant_name, merchant_country, mcc, category, channel, is_estimate, receipt, at, day)
      SELECT c.tenant_id, gen_random_uuid(), 'OTHER-' || n, c.id + n, 999999, false, 777, 777, 'declined', '51', 'noFunds',
             'Other Shop ' || n, 'AU', '5814', 'eatingOut', 'chip', false, '00000000017', ${at}, (${at})::date
      FROM card c, ${many} WHERE c.id = ${cardId};
    INSERT INTO outbox_message (tenant_id, brand_id, holder_id, message_id, dedup_key, channel, template, language,
        queued_at, due_at, next_attempt_at, delivered_at)
      SELECT h.tenant_id, h.brand_id, h.id, gen_random_uuid(), 'other' || h.id, 'email', 'contactChanged', 'enAU', now(), now(), now(), now()
      FROM holder h WHERE h.id <> ${holderId};
    INSERT INTO session (id, tenant_id, brand_id, scope, holder_id, card_id, created_at, last_active_at, refreshed_at, ends_at)
      SELECT gen_random_uuid(), h.tenant_id, h.brand_id, 'card', h.id, h.id, now(), now(), now(), now()
      FROM holder h WHERE h.id <> ${holderId};
    INSERT INTO audit_log (tenant_id, at, actor, action, object, outcome)
      SELECT c.tenant_id, ${at}, 'web:' || 100000 + n, 'session.opened', 'session:' || n, 'ok' FROM card c, ${many} WHERE c.id = ${cardId};
    INSERT INTO audit_log (tenant_id, at, actor, action, object, outcome)
      SELECT c.tenant_id, ${at}, 'staff:1', 'desk.block-card', 'card:' || 100000 + n, 'ok' FROM card c, ${many} WHERE c.id = ${cardId};
    RESET session_replication_role;
    ANALYZE`);
}
