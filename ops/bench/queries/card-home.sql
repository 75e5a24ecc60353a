-- GET card/cards
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL wattle.tenant_id = 'n';
SELECT id, tenant_id, brand_id, scope, card_id, web_account_id, holder_id, subject_hash, proved_at, any_proof_at
FROM session
WHERE id = ANY ($1::uuid[]) AND tenant_id = $2 AND revoked_at IS NULL AND ends_at > $3 AND last_active_at > $4
  AND scope <> 'view';
SELECT c.id, c.tenant_id, c.member_account_id, c.holder_id, a.account_number, a.ledger_account_id,
       (SELECT coalesce(max((p.settings ->> 'interestRate')::float8), 0)
          FROM cards_of_account(c.tenant_id, c.member_account_id, $4) AS deciding
          JOIN product p ON p.tenant_id = c.tenant_id AND p.id = deciding.product_id) AS account_rate,
       EXISTS (SELECT FROM card one WHERE one.tenant_id = c.tenant_id AND one.member_account_id = c.member_account_id
                 AND one.status NOT IN ('NotIssued', 'Ordered', 'Closed')) AS is_account_activated,
       c.masked_number, c.last4, c.connection_id IS NOT NULL AS is_of_processor, c.expiry, c.status, c.card_name, c.embossed_name, c.is_allocated, c.is_upgrade_requested,
       c.is_upgraded, c.contactless_on, (coalesce(c.restricted_by, CASE WHEN c.status = 'Restricted' THEN 'programme' END) = 'programme') IS TRUE AS is_held, c.spend_limit, p.product_type, p.scheme, p.is_reloadable,
       (c.holder_id <> a.primary_holder_id) IS TRUE AS is_nominees, p.is_virtual, c.virtual_kind,
       c.locked_merchant, p.is_upgradeable,
       p.art, p.art_is_dark, picture.version AS art_version, b.identifier AS brand, p.settings AS product_settings,
       i.features AS instance_features, t.features AS tenant_features, b.settings -> 'Features' AS brand_features,
       l.balance, l.held, l.aside, l.version
FROM card c
JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id
JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
JOIN brand b ON b.tenant_id = c.tenant_id AND b.id = c.brand_id
JOIN tenant t ON t.id = c.tenant_id
CROSS JOIN instance_setting i
LEFT JOIN brand_asset picture ON picture.brand_id = c.brand_id AND picture.name = 'card-' || p.art || '.svg'
WHERE c.tenant_id = $1 AND c.brand_id = $2 AND c.holder_id = $3
ORDER BY c.is_default DESC, c.id;
SELECT m.id AS member_account_id, a.state,
       EXISTS (SELECT FROM direct_debit d WHERE d.member_account_id = m.id AND d.state IN ('Made', 'Sent', 'Collected'))
         AS has_in_flight
  FROM unnest($2::bigint[]) AS m (id)
  LEFT JOIN auto_topup a ON a.tenant_id = $1 AND a.member_account_id = m.id AND a.state <> 'Cancelled';
SELECT account.id AS account, years.*
FROM unnest($2::bigint[]) AS account (id)
CROSS JOIN LATERAL (
  SELECT coalesce(sum(x.amount) FILTER (WHERE x.kind = 'interest' AND x.day >= $3::date), 0)::bigint AS "interestThisYear",
         coalesce(sum(x.amount) FILTER (WHERE x.kind = 'interest' AND x.day < $3::date), 0)::bigint AS "interestLastYear",
         coalesce(-sum(x.amount) FILTER (WHERE x.kind <> 'interest' AND x.day >= $3::date), 0)::bigint AS "withheldThisYear",
         coalesce(-sum(x.amount) FILTER (WHERE x.kind <> 'interest' AND x.day < $3::date), 0)::bigint AS "withheldLastYear"
  FROM (
    SELECT d.kind, e.amount, (e.effective_at AT TIME ZONE 'Australia/Melbourne')::date AS day
    FROM transaction_detail d
    JOIN entry e ON e.account_id = d.ledger_account_id AND e.seq = d.seq
    WHERE d.tenant_id = $1 AND d.ledger_account_id = account.id AND d.kind IN ('interest', 'withholdingTax')
  ) x
  WHERE x.day >= $4::date
) years;
SELECT a.id, a.payment_limit, coalesce(paid.cents, 0)::bigint AS paid_today
FROM member_account a
LEFT JOIN payment_count paid ON paid.tenant_id = $1 AND paid.member_account_id = a.id AND paid.since = $3::date
  AND paid.counter = $4
WHERE a.tenant_id = $1 AND a.id = ANY ($2::bigint[]);
SELECT c.id AS card_id, count(s.id)::integer AS count
FROM card c
LEFT JOIN schedule s ON s.tenant_id = $1 AND s.member_account_id = c.member_account_id AND s.holder_id = c.holder_id
  AND s.state = 'Active'
WHERE c.tenant_id = $1 AND c.id = ANY ($2::bigint[])
GROUP BY c.id;
COMMIT;

-- POST card/details
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL wattle.tenant_id = 'n';
SELECT id, tenant_id, brand_id, scope, card_id, web_account_id, holder_id, subject_hash, proved_at, any_proof_at
FROM session
WHERE id = ANY ($1::uuid[]) AND tenant_id = $2 AND revoked_at IS NULL AND ends_at > $3 AND last_active_at > $4
  AND scope <> 'view';
SELECT c.id, c.tenant_id, c.member_account_id, c.holder_id, a.account_number, a.ledger_account_id,
       (SELECT coalesce(max((p.settings ->> 'interestRate')::float8), 0)
          FROM cards_of_account(c.tenant_id, c.member_account_id, $4) AS deciding
          JOIN product p ON p.tenant_id = c.tenant_id AND p.id = deciding.product_id) AS account_rate,
       c.masked_number, c.last4, c.connection_id IS NOT NULL AS is_of_processor, c.expiry, c.status, c.card_name, c.embossed_name, c.is_allocated, c.is_upgrade_requested,
       c.is_upgraded, c.contactless_on, (coalesce(c.restricted_by, CASE WHEN c.status = 'Restricted' THEN 'programme' END) = 'programme') IS TRUE AS is_held, c.spend_limit, p.product_type, p.scheme, p.is_reloadable,
       (c.holder_id <> a.primary_holder_id) IS TRUE AS is_nominees, p.is_virtual, c.virtual_kind,
       c.locked_merchant, p.is_upgradeable,
       p.art, p.art_is_dark, picture.version AS art_version, b.identifier AS brand, p.settings AS product_settings,
       i.features AS instance_features, t.features AS tenant_features, b.settings -> 'Features' AS brand_features,
       l.balance, l.held, l.aside, l.version
FROM card c
JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id
JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
JOIN brand b ON b.tenant_id = c.tenant_id AND b.id = c.brand_id
JOIN tenant t ON t.id = c.tenant_id
CROSS JOIN instance_setting i
LEFT JOIN brand_asset picture ON picture.brand_id = c.brand_id AND picture.name = 'card-' || p.art || '.svg'
WHERE c.tenant_id = $1 AND c.brand_id = $2 AND c.holder_id = $3
  AND a.account_number = $5 AND c.masked_number = $6 AND c.expiry = $7;
SELECT m.id AS member_account_id, a.state,
       EXISTS (SELECT FROM direct_debit d WHERE d.member_account_id = m.id AND d.state IN ('Made', 'Sent', 'Collected'))
         AS has_in_flight
  FROM unnest($2::bigint[]) AS m (id)
  LEFT JOIN auto_topup a ON a.tenant_id = $1 AND a.member_account_id = m.id AND a.state <> 'Cancelled';
SELECT account.id AS account, years.*
FROM unnest($2::bigint[]) AS account (id)
CROSS JOIN LATERAL (
  SELECT coalesce(sum(x.amount) FILTER (WHERE x.kind = 'interest' AND x.day >= $3::date), 0)::bigint AS "interestThisYear",
         coalesce(sum(x.amount) FILTER (WHERE x.kind = 'interest' AND x.day < $3::date), 0)::bigint AS "interestLastYear",
         coalesce(-sum(x.amount) FILTER (WHERE x.kind <> 'interest' AND x.day >= $3::date), 0)::bigint AS "withheldThisYear",
         coalesce(-sum(x.amount) FILTER (WHERE x.kind <> 'interest' AND x.day < $3::date), 0)::bigint AS "withheldLastYear"
  FROM (
    SELECT d.kind, e.amount, (e.effective_at AT TIME ZONE 'Australia/Melbourne')::date AS day
    FROM transaction_detail d
    JOIN entry e ON e.account_id = d.ledger_account_id AND e.seq = d.seq
    WHERE d.tenant_id = $1 AND d.ledger_account_id = account.id AND d.kind IN ('interest', 'withholdingTax')
  ) x
  WHERE x.day >= $4::date
) years;
SELECT a.id, a.payment_limit, coalesce(paid.cents, 0)::bigint AS paid_today
FROM member_account a
LEFT JOIN payment_count paid ON paid.tenant_id = $1 AND paid.member_account_id = a.id AND paid.since = $3::date
  AND paid.counter = $4
WHERE a.tenant_id = $1 AND a.id = ANY ($2::bigint[]);
SELECT DISTINCT ON (d.member_account_id) d.member_account_id, l.floor - (l.balance - l.held) AS amount, d.cause, d.made_at
  FROM debt d
  JOIN member_account a ON a.tenant_id = d.tenant_id AND a.id = d.member_account_id
  JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id AND l.is_below_floor
 WHERE d.tenant_id = $1 AND d.member_account_id = ANY ($2::bigint[]) AND d.settled_at IS NULL AND NOT d.is_former_holder
 ORDER BY d.member_account_id, d.id DESC;
SELECT p.member_account_id, p.frequency, p.first_day::text, (l.balance - l.held - least(l.aside, greatest(l.balance - l.held, 0))) AS left_to_spend
  FROM payday p
  JOIN member_account a ON a.tenant_id = p.tenant_id AND a.id = p.member_account_id AND a.primary_holder_id = p.holder_id
  JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id
 WHERE p.tenant_id = $1 AND p.member_account_id = ANY ($2::bigint[]) AND NOT a.is_closed;
SELECT card_id, sum(cents)::bigint AS spent
FROM (
  SELECT o.card_id,
         CASE o.status WHEN 'approved' THEN o.current_amount + o.cleared_amount
                       WHEN 'cleared' THEN greatest(o.current_amount, o.cleared_amount)
                       ELSE o.cleared_amount END
         - coalesce((SELECT sum(i.counted) FROM purchase_increment i
                      WHERE i.tenant_id = $1 AND i.authorisation_id = o.id AND i.counted > 0), 0) AS cents
  FROM authorisation o
  WHERE o.tenant_id = $1 AND o.card_id = ANY ($2::bigint[]) AND o.day = $3::date
  UNION ALL
  SELECT i.card_id, i.counted FROM purchase_increment i
  WHERE i.tenant_id = $1 AND i.card_id = ANY ($2::bigint[]) AND i.day = $3::date AND i.counted > 0
) AS parts
GROUP BY card_id;
SELECT EXISTS (SELECT FROM member_account WHERE tenant_id = $1 AND id = $4
                  AND primary_holder_id = 
coalesce((SELECT holder_id FROM web_account WHERE tenant_id = $1 AND id = $2),
         (SELECT holder_id FROM card WHERE tenant_id = $1 AND id = $3))) AS is_primary;
COMMIT;

-- POST transaction/recent
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL wattle.tenant_id = 'n';
SELECT id, tenant_id, brand_id, scope, card_id, web_account_id, holder_id, subject_hash, proved_at, any_proof_at
FROM session
WHERE id = ANY ($1::uuid[]) AND tenant_id = $2 AND revoked_at IS NULL AND ends_at > $3 AND last_active_at > $4
  AND scope <> 'view';
SELECT c.id, c.tenant_id, c.member_account_id, c.holder_id, a.account_number, a.ledger_account_id,
       (SELECT coalesce(max((p.settings ->> 'interestRate')::float8), 0)
          FROM cards_of_account(c.tenant_id, c.member_account_id, $4) AS deciding
          JOIN product p ON p.tenant_id = c.tenant_id AND p.id = deciding.product_id) AS account_rate,
       c.masked_number, c.last4, c.connection_id IS NOT NULL AS is_of_processor, c.expiry, c.status, c.card_name, c.embossed_name, c.is_allocated, c.is_upgrade_requested,
       c.is_upgraded, c.contactless_on, (coalesce(c.restricted_by, CASE WHEN c.status = 'Restricted' THEN 'programme' END) = 'programme') IS TRUE AS is_held, c.spend_limit, p.product_type, p.scheme, p.is_reloadable,
       (c.holder_id <> a.primary_holder_id) IS TRUE AS is_nominees, p.is_virtual, c.virtual_kind,
       c.locked_merchant, p.is_upgradeable,
       p.art, p.art_is_dark, picture.version AS art_version, b.identifier AS brand, p.settings AS product_settings,
       i.features AS instance_features, t.features AS tenant_features, b.settings -> 'Features' AS brand_features,
       l.balance, l.held, l.aside, l.version
FROM card c
JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id
JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
JOIN brand b ON b.tenant_id = c.tenant_id AND b.id = c.brand_id
JOIN tenant t ON t.id = c.tenant_id
CROSS JOIN instance_setting i
LEFT JOIN brand_asset picture ON picture.brand_id = c.brand_id AND picture.name = 'card-' || p.art || '.svg'
WHERE c.tenant_id = $1 AND c.brand_id = $2 AND c.holder_id = $3
  AND a.account_number = $5 AND c.masked_number = $6 AND c.expiry = $7;
SELECT e.seq, e.amount, e.balance_after, e.effective_at AS at, e.code, d.kind, d.category, d.description,
       d.counterparty, d.raw_description, d.channel, d.country, d.card_last4, d.public_id, d.reference,
       d.shop_amount, d.shop_currency, d.shop_exponent, d.shop_rate, part.asked AS asked_part, part.approved AS approved_part, part.cash AS cash_part
FROM entry e
LEFT JOIN transaction_detail d ON d.ledger_account_id = $2 AND d.seq = e.seq AND d.seq > $3 AND d.seq <= $4
LEFT JOIN posted_part part ON part.ledger_account_id = $2 AND part.seq = e.seq AND part.seq > $3 AND part.seq <= $4
WHERE e.tenant_id = $1 AND e.account_id = $2 AND e.seq > $3 AND e.seq <= $4
ORDER BY e.seq DESC;
(SELECT 
o.status, o.public_id, o.amount, o.current_amount, o.fee_held, o.at, o.merchant_name, o.merchant_raw,
o.merchant_country, coalesce(given.category, o.category) AS category, o.channel, o.mcc, o.is_estimate, o.decline_reason, o.receipt, c.last4, o.shop_amount,
o.shop_currency, o.shop_exponent, o.shop_rate, fact.asked_amount, fact.approved_amount, fact.cash_amount,
CASE WHEN CASE WHEN $5::bigint IS NULL THEN c.holder_id = $4::bigint ELSE c.id = $5 END THEN lim.spend_limit END AS spend_limit,
CASE WHEN CASE WHEN $5::bigint IS NULL THEN c.holder_id = $4::bigint ELSE c.id = $5 END THEN lim.limit_left END AS limit_left, EXISTS (SELECT FROM purchase_ending p
    WHERE p.tenant_id = o.tenant_id AND p.authorisation_id = o.id AND p.kind = 'tooLate') AS is_too_late, EXISTS (SELECT FROM purchase_ending p
    WHERE p.tenant_id = o.tenant_id AND p.authorisation_id = o.id AND p.kind = 'elsewhere') AS is_elsewhere
 FROM authorisation o JOIN card c ON c.tenant_id = o.tenant_id AND c.id = o.card_id
 
 JOIN member_account a ON a.tenant_id = o.tenant_id AND a.id = o.member_account_id
 LEFT JOIN merchant_category given
   ON given.tenant_id = o.tenant_id AND given.ledger_account_id = a.ledger_account_id AND given.merchant = o.merchant_name
 LEFT JOIN purchase_fact fact ON fact.tenant_id = o.tenant_id AND fact.authorisation_id = o.id
 LEFT JOIN limit_decline lim ON lim.tenant_id = o.tenant_id AND lim.authorisation_id = o.id
 WHERE o.tenant_id = $1 AND o.member_account_id = $2 AND o.status = 'approved'
 ORDER BY o.at DESC, o.id DESC)
UNION ALL
(SELECT 
o.status, o.public_id, o.amount, o.current_amount, o.fee_held, o.at, o.merchant_name, o.merchant_raw,
o.merchant_country, coalesce(given.category, o.category) AS category, o.channel, o.mcc, o.is_estimate, o.decline_reason, o.receipt, c.last4, o.shop_amount,
o.shop_currency, o.shop_exponent, o.shop_rate, fact.asked_amount, fact.approved_amount, fact.cash_amount,
CASE WHEN CASE WHEN $5::bigint IS NULL THEN c.holder_id = $4::bigint ELSE c.id = $5 END THEN lim.spend_limit END AS spend_limit,
CASE WHEN CASE WHEN $5::bigint IS NULL THEN c.holder_id = $4::bigint ELSE c.id = $5 END THEN lim.limit_left END AS limit_left, EXISTS (SELECT FROM purchase_ending p
    WHERE p.tenant_id = o.tenant_id AND p.authorisation_id = o.id AND p.kind = 'tooLate') AS is_too_late, EXISTS (SELECT FROM purchase_ending p
    WHERE p.tenant_id = o.tenant_id AND p.authorisation_id = o.id AND p.kind = 'elsewhere') AS is_elsewhere
 FROM authorisation o JOIN card c ON c.tenant_id = o.tenant_id AND c.id = o.card_id
 
 JOIN member_account a ON a.tenant_id = o.tenant_id AND a.id = o.member_account_id
 LEFT JOIN merchant_category given
   ON given.tenant_id = o.tenant_id AND given.ledger_account_id = a.ledger_account_id AND given.merchant = o.merchant_name
 LEFT JOIN purchase_fact fact ON fact.tenant_id = o.tenant_id AND fact.authorisation_id = o.id
 LEFT JOIN limit_decline lim ON lim.tenant_id = o.tenant_id AND lim.authorisation_id = o.id
 WHERE o.tenant_id = $1 AND o.member_account_id = $2 AND o.status = 'declined' AND o.at >= $3
 ORDER BY o.at DESC, o.id DESC LIMIT 50)
UNION ALL
(SELECT 
o.status, o.public_id, o.amount, o.current_amount, o.fee_held, o.at, o.merchant_name, o.merchant_raw,
o.merchant_country, coalesce(given.category, o.category) AS category, o.channel, o.mcc, o.is_estimate, o.decline_reason, o.receipt, c.last4, o.shop_amount,
o.shop_currency, o.shop_exponent, o.shop_rate, fact.asked_amount, fact.approved_amount, fact.cash_amount,
CASE WHEN CASE WHEN $5::bigint IS NULL THEN c.holder_id = $4::bigint ELSE c.id = $5 END THEN lim.spend_limit END AS spend_limit,
CASE WHEN CASE WHEN $5::bigint IS NULL THEN c.holder_id = $4::bigint ELSE c.id = $5 END THEN lim.limit_left END AS limit_left, EXISTS (SELECT FROM purchase_ending p
    WHERE p.tenant_id = o.tenant_id AND p.authorisation_id = o.id AND p.kind = 'tooLate') AS is_too_late, EXISTS (SELECT FROM purchase_ending p
    WHERE p.tenant_id = o.tenant_id AND p.authorisation_id = o.id AND p.kind = 'elsewhere') AS is_elsewhere
 FROM authorisation o JOIN card c ON c.tenant_id = o.tenant_id AND c.id = o.card_id
 
 JOIN member_account a ON a.tenant_id = o.tenant_id AND a.id = o.member_account_id
 LEFT JOIN merchant_category given
   ON given.tenant_id = o.tenant_id AND given.ledger_account_id = a.ledger_account_id AND given.merchant = o.merchant_name
 LEFT JOIN purchase_fact fact ON fact.tenant_id = o.tenant_id AND fact.authorisation_id = o.id
 LEFT JOIN limit_decline lim ON lim.tenant_id = o.tenant_id AND lim.authorisation_id = o.id
 WHERE o.tenant_id = $1 AND o.member_account_id = $2 AND o.status IN ('reversed', 'expired') AND o.cleared_amount = 0 AND o.at >= $3
 ORDER BY o.at DESC, o.id DESC LIMIT 50);
SELECT r.public_id, r.amount, r.at, r.merchant_name, r.merchant_raw, r.merchant_country, r.category, r.channel,
       r.receipt, c.last4
FROM pending_refund r JOIN card c ON c.tenant_id = r.tenant_id AND c.id = r.card_id
WHERE r.tenant_id = $1 AND r.member_account_id = $2 AND r.ended_at IS NULL AND r.ends_at > $3
ORDER BY r.at DESC LIMIT 50;
COMMIT;
