import { runOn } from './postgres.ts';

/** Other people with cards, sign-ins, messages, payees, declined purchases and audit lines, in the same programme. */
export async function addPeople(
  ownerUrl: string,
  { cardId, holderId }: { readonly cardId: bigint; readonly holderId: bigint },
  count: number,
): Promise<void> {
  const many = `generate_series(1, ${count}) n`;
  const at = "timestamptz '2026-01-01' + n * interval '1 second'";
  await runOn(
    ownerUrl,
    `
    SET session_replication_role = replica;
    INSERT INTO holder (tenant_id, brand_id, first_name, surname, email, mobile)
      SELECT h.tenant_id, h.brand_id, 'Other' || n, 'Someone' || n, 'other' || n || '@example.com', '+614' || n
      FROM holder h, ${many} WHERE h.id = ${holderId};
    INSERT INTO ledger_account (tenant_id, kind, currency)
      SELECT c.tenant_id, 'cardholder', 'AUD' FROM card c, ${many} WHERE c.id = ${cardId};
    INSERT INTO member_account (tenant_id, brand_id, account_number, ledger_account_id, primary_holder_id)
      SELECT l.tenant_id, (SELECT brand_id FROM card WHERE id = ${cardId}), 800000000 + l.id, l.id, l.id
      FROM ledger_account l WHERE l.kind = 'cardholder' AND NOT EXISTS (SELECT FROM member_account m WHERE m.ledger_account_id = l.id);
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
    INSERT INTO payee (id, tenant_id, card_id, type, name, bsb, account_number)
      SELECT gen_random_uuid(), c.tenant_id, c.id + n, 3, 'Northside Rent ' || n, '062-000', '44' || n
      FROM card c, ${many} WHERE c.id = ${cardId};
    INSERT INTO payment_out (tenant_id, transfer_id, member_account_id, method, bsb, account_number, name, reference,
        remitter, amount, paid_on, value_date)
      SELECT c.tenant_id, 9000000 + n, 1000000 + n, 'external', '062-000', '44' || n, 'Northside Rent', 'rent', 'Other', 777,
             (${at})::date, (${at})::date
      FROM card c, ${many} WHERE c.id = ${cardId};
    RESET session_replication_role;
    ANALYZE`,
  );
}
