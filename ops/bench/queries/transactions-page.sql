-- GET transaction
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL wattle.tenant_id = 'n';
SELECT id, tenant_id, brand_id, scope, card_id, web_account_id, holder_id, subject_hash, proved_at, any_proof_at
FROM session
WHERE id = ANY ($1::uuid[]) AND tenant_id = $2 AND revoked_at IS NULL AND ends_at > $3 AND last_active_at > $4
  AND scope <> 'view';
SELECT a.id AS member_account_id, a.ledger_account_id, l.version
FROM member_account a
JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id
WHERE a.tenant_id = $1 AND a.brand_id = $2 AND a.account_number = $3
  AND (a.primary_holder_id = $4 OR EXISTS (
     SELECT FROM card seen WHERE seen.tenant_id = a.tenant_id AND seen.member_account_id = a.id
        AND seen.holder_id = $4 AND seen.status NOT IN ('Replaced', 'Expired', 'Closed') AND seen.expiry >= $5));
SELECT e.seq, e.amount, e.balance_after, e.effective_at AS at, e.code, d.kind, d.category, d.description,
       d.counterparty, d.raw_description, d.channel, d.country, d.card_last4, d.public_id, d.reference,
       d.shop_amount, d.shop_currency, d.shop_exponent, d.shop_rate, part.asked AS asked_part, part.approved AS approved_part, part.cash AS cash_part
FROM entry e
LEFT JOIN transaction_detail d ON d.ledger_account_id = $2 AND d.seq = e.seq AND d.seq > $3 AND d.seq <= $4
LEFT JOIN posted_part part ON part.ledger_account_id = $2 AND part.seq = e.seq AND part.seq > $3 AND part.seq <= $4
WHERE e.tenant_id = $1 AND e.account_id = $2 AND e.seq > $3 AND e.seq <= $4
ORDER BY e.seq DESC;
COMMIT;
