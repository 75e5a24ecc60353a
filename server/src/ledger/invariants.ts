/** A rule that holds in every ledger, and a query that returns the rows that break it. */
export type Invariant = {
  /** Name in reports and tests. */
  readonly name: string;
  readonly rule: string;
  /** Columns: the ids of the broken rows, and `detail`. Runs as an owner who sees every tenant. */
  readonly broken: string;
};

/** The end of a hold has the number 0. Until then the newest event says how much is held. */
const HELD_NOW = `
SELECT h.tenant_id, h.id, h.account_id, h.forced,
       CASE WHEN bool_or(e.number = 0) THEN 0
            ELSE coalesce((array_agg(e.keep ORDER BY e.number DESC))[1], h.amount) END AS keep
FROM hold h LEFT JOIN hold_event e ON e.tenant_id = h.tenant_id AND e.hold_id = h.id
GROUP BY h.tenant_id, h.id, h.account_id, h.forced, h.amount`;

const CHAIN = `
SELECT account_id, seq, amount, balance_after,
       coalesce(lag(seq) OVER chain, 0) AS last_seq, coalesce(lag(balance_after) OVER chain, 0) AS last_balance,
       credited_after, coalesce(lag(credited_after) OVER chain, 0) AS last_credited
FROM entry WINDOW chain AS (PARTITION BY account_id ORDER BY seq)`;

const TOTALS = `
SELECT DISTINCT ON (account_id) account_id, count(*) OVER chain AS entries, sum(amount) OVER chain AS total,
       last_value(seq) OVER chain AS last_seq, last_value(balance_after) OVER chain AS last_balance,
       last_value(credited_after) OVER chain AS last_credited, last_value(posted_at) OVER chain AS last_posted_at
FROM entry
WINDOW chain AS (PARTITION BY account_id ORDER BY seq ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
ORDER BY account_id`;

/**
 * True if the tolerance of the hold that transfer `t` captures covers the excess, and the debited
 * account `a` had funds above its floor for the held part.
 */
const TOLERATED = `
SELECT FROM hold_event c JOIN hold h ON h.tenant_id = c.tenant_id AND h.id = c.hold_id
CROSS JOIN LATERAL (
  SELECT coalesce((SELECT k.keep FROM hold_event k WHERE k.tenant_id = h.tenant_id AND k.hold_id = h.id AND k.number > 0
                   ORDER BY k.number DESC LIMIT 1), h.amount) AS keep
) AS last
WHERE c.tenant_id = t.tenant_id AND c.transfer_id = t.id AND t.debit_balance + t.amount - last.keep >= a.floor
  AND t.amount BETWEEN last.keep + 1 AND last.keep + h.tolerance + last.keep * h.tolerance_points / 10000`;

/** A transfer as text: debited account, credited account, amount. */
const sides = (from: 'debit' | 'credit', to: 'debit' | 'credit') => `
SELECT t.tenant_id, t.id, format('%s from %s to %s', t.amount, t.${from}_account_id, t.${to}_account_id) AS sides
FROM transfer t
WHERE EXISTS (SELECT FROM reversal r WHERE r.tenant_id = t.tenant_id AND t.id IN (r.transfer_id, r.reversal_id))`;

export const INVARIANTS: readonly Invariant[] = [
  {
    name: 'chain-without-gap',
    rule: 'the entries of an account are numbered 1, 2, 3 … without a gap',
    broken: `
      SELECT account_id, seq, format('follows seq %s', last_seq) AS detail
      FROM (${CHAIN}) AS c WHERE seq <> last_seq + 1`,
  },
  {
    name: 'running-balance',
    rule: 'each entry leaves the balance of the one before it plus its own amount',
    broken: `
      SELECT account_id, seq, format('%s and %s leave %s', last_balance, amount, balance_after) AS detail
      FROM (${CHAIN}) AS c WHERE last_balance::numeric + amount <> balance_after`,
  },
  {
    name: 'account-balance',
    rule: "an account's balance is the sum of its entries and what the last of them left",
    broken: `
      SELECT a.id AS account_id,
             format('balance %s, sum of entries %s, last entry left %s', a.balance, coalesce(t.total, 0),
                    coalesce(t.last_balance, 0)) AS detail
      FROM ledger_account a LEFT JOIN (${TOTALS}) AS t ON t.account_id = a.id
      WHERE a.balance <> coalesce(t.total, 0) OR a.balance <> coalesce(t.last_balance, 0)`,
  },
  {
    name: 'account-version',
    rule: "an account's version is the number of its entries and the seq of the last",
    broken: `
      SELECT a.id AS account_id,
             format('version %s, %s entries, last seq %s', a.version, coalesce(t.entries, 0),
                    coalesce(t.last_seq, 0)) AS detail
      FROM ledger_account a LEFT JOIN (${TOTALS}) AS t ON t.account_id = a.id
      WHERE a.version <> coalesce(t.entries, 0) OR a.version <> coalesce(t.last_seq, 0)`,
  },
  {
    name: 'credited-so-far',
    rule: 'each entry says the sum of all credits up to it',
    broken: `
      SELECT account_id, seq, format('%s and %s give %s', last_credited, greatest(amount, 0), credited_after) AS detail
      FROM (${CHAIN}) AS c WHERE last_credited::numeric + greatest(amount, 0) <> credited_after`,
  },
  {
    name: 'posting-time',
    rule: "an entry is posted at its transfer's time, and never before the entry in front of it",
    broken: `
      SELECT account_id, seq, format('posted %s, asked for %s, the one before %s', posted_at, asked, last) AS detail
      FROM (SELECT *, lag(posted_at) OVER (PARTITION BY account_id ORDER BY seq) AS last FROM (
        SELECT debit_account_id AS account_id, debit_seq AS seq, debit_posted_at AS posted_at, posted_at AS asked
        FROM transfer
        UNION ALL SELECT credit_account_id, credit_seq, credit_posted_at, posted_at FROM transfer) AS side) AS c
      WHERE posted_at <> greatest(asked, last)`,
  },
  {
    name: 'account-snapshot',
    rule: "an account's credits and posting time are those of its last entry",
    broken: `
      SELECT a.id AS account_id,
             format('credited %s, last posted %s; the entries %s, %s', a.credited, a.last_posted_at,
                    coalesce(t.last_credited, 0), t.last_posted_at) AS detail
      FROM ledger_account a LEFT JOIN (${TOTALS}) AS t ON t.account_id = a.id
      WHERE a.credited <> coalesce(t.last_credited, 0) OR a.last_posted_at IS DISTINCT FROM t.last_posted_at`,
  },
  {
    name: 'closed-empty',
    rule: 'a closed account has no balance and no hold',
    broken: `
      SELECT id AS account_id, format('balance %s, held %s', balance, held) AS detail
      FROM ledger_account WHERE closed_at IS NOT NULL AND (balance <> 0 OR held <> 0)`,
  },
  {
    name: 'reversal',
    rule: 'a transfer is taken back once, by another one of the same amount the other way round',
    broken: `
      SELECT r.tenant_id, r.transfer_id, r.reversal_id,
             format('%s of them; %s and %s', count(*) OVER (PARTITION BY r.tenant_id, r.transfer_id),
                    coalesce(o.sides, 'no transfer'), coalesce(n.sides, 'no transfer')) AS detail
      FROM reversal r
      LEFT JOIN (${sides('debit', 'credit')}) AS o ON o.tenant_id = r.tenant_id AND o.id = r.transfer_id
      LEFT JOIN (${sides('credit', 'debit')}) AS n ON n.tenant_id = r.tenant_id AND n.id = r.reversal_id
      WHERE o.sides IS DISTINCT FROM n.sides OR o.sides IS NULL OR (r.tenant_id, r.transfer_id) IN (
        SELECT tenant_id, transfer_id FROM reversal GROUP BY tenant_id, transfer_id HAVING count(*) > 1)`,
  },
  {
    name: 'transfer-sides',
    rule: 'a transfer moves more than nothing, between two accounts of one currency',
    broken: `
      SELECT t.tenant_id, t.id AS transfer_id,
             format('%s from %s (%s) to %s (%s)', t.amount, t.debit_account_id, d.currency, t.credit_account_id,
                    c.currency) AS detail
      FROM transfer t
      LEFT JOIN ledger_account d ON d.id = t.debit_account_id
      LEFT JOIN ledger_account c ON c.id = t.credit_account_id
      WHERE t.amount <= 0 OR t.debit_account_id = t.credit_account_id OR d.currency <> c.currency`,
  },
  {
    name: 'transfer-payload',
    rule: "a transfer's key stands for the payload that its row shows",
    // Must equal the text that transferHash in payload.ts hashes.
    broken: `
      SELECT t.tenant_id, t.id AS transfer_id, 'request hash of another payload' AS detail
      FROM transfer t
      LEFT JOIN hold_event h ON h.tenant_id = t.tenant_id AND h.transfer_id = t.id
      LEFT JOIN reversal r ON r.tenant_id = t.tenant_id AND r.reversal_id = t.id
      WHERE t.request_hash <> substring(sha256(convert_to(concat_ws('|', 'transfer', t.debit_account_id,
        t.credit_account_id, t.amount, t.code, CASE WHEN t.forced THEN 'true' ELSE 'false' END,
        coalesce(h.hold_id::text, ''), r.transfer_id), 'UTF8'))
        FROM 1 FOR 16)`,
  },
  {
    name: 'one-tenant',
    rule: 'a transfer and both of its accounts exist and belong to one tenant',
    broken: `
      SELECT e.account_id, e.seq, e.transfer_id,
             format('transfer of tenant %s, account of %s', e.tenant_id, coalesce(a.tenant_id::text, 'none')) AS detail
      FROM entry e LEFT JOIN ledger_account a ON a.id = e.account_id
      WHERE a.tenant_id IS DISTINCT FROM e.tenant_id`,
  },
  {
    name: 'account-held',
    rule: 'what an account holds is the sum of its open holds',
    broken: `
      SELECT a.id AS account_id, format('held %s, open holds %s', a.held, coalesce(sum(h.keep), 0)) AS detail
      FROM ledger_account a LEFT JOIN (${HELD_NOW}) AS h ON h.account_id = a.id
      GROUP BY a.id, a.held HAVING a.held <> coalesce(sum(h.keep), 0)`,
  },
  {
    name: 'hold-resolved-once',
    rule: 'a hold ends once, and the events before that are numbered 1, 2, 3 …',
    broken: `
      SELECT tenant_id, hold_id, format('%s ends, %s events up to number %s', ends, events, last) AS detail
      FROM (SELECT tenant_id, hold_id, count(*) FILTER (WHERE number = 0 OR keep = 0) AS ends,
                   count(*) FILTER (WHERE number > 0) AS events, count(DISTINCT number) FILTER (WHERE number > 0) AS numbers,
                   coalesce(max(number), 0) AS last
            FROM hold_event GROUP BY tenant_id, hold_id) AS e
      WHERE ends > 1 OR events <> last OR numbers <> last`,
  },
  {
    name: 'hold-course',
    rule: 'a reduced hold keeps less than before and one that is added to more, as its key says',
    // Must equal the text that additionHash in payload.ts hashes.
    broken: `
      SELECT tenant_id, hold_id, number, format('%s from %s to %s', kind, before, keep) AS detail
      FROM (SELECT e.*, coalesce(lag(e.keep) OVER (PARTITION BY e.tenant_id, e.hold_id ORDER BY e.number), h.amount) AS before
            FROM hold_event e JOIN hold h ON h.tenant_id = e.tenant_id AND h.id = e.hold_id WHERE e.number > 0) AS e
      WHERE (kind = 'reduced' AND keep >= before) OR (kind = 'added' AND request_hash <> substring(sha256(convert_to(
        concat_ws('|', 'addition', hold_id, keep - before), 'UTF8')) FROM 1 FOR 16))`,
  },
  {
    name: 'hold-capture',
    rule: 'an event belongs to a hold, and the transfer that captures it debits its account',
    broken: `
      SELECT e.tenant_id, e.hold_id, e.transfer_id,
             CASE WHEN h.id IS NULL THEN 'no such hold' ELSE 'no debit of its account by this transfer' END AS detail
      FROM hold_event e
      LEFT JOIN hold h ON h.tenant_id = e.tenant_id AND h.id = e.hold_id
      LEFT JOIN transfer d
        ON d.tenant_id = e.tenant_id AND d.id = e.transfer_id AND d.debit_account_id = h.account_id
      WHERE h.id IS NULL OR (e.kind = 'captured' AND d.id IS NULL) OR (e.kind <> 'captured' AND e.transfer_id IS NOT NULL)`,
  },
  {
    name: 'hold-payload',
    rule: "a hold's key stands for the payload that its row shows, on an account of its tenant",
    // Must equal the text that holdHash in payload.ts hashes.
    broken: `
      SELECT h.tenant_id, h.id AS hold_id, 'request hash of another payload, or no such account' AS detail
      FROM hold h LEFT JOIN ledger_account a ON a.tenant_id = h.tenant_id AND a.id = h.account_id
      WHERE a.id IS NULL OR h.request_hash <> substring(sha256(convert_to(concat_ws('|', 'hold', h.account_id, h.amount,
        CASE WHEN h.forced THEN 'true' ELSE 'false' END,
        CASE WHEN h.tolerance > 0 OR h.tolerance_points > 0 THEN h.tolerance || '|' || h.tolerance_points END), 'UTF8'))
        FROM 1 FOR 16)`,
  },
  {
    name: 'floor-at-every-entry',
    rule: 'no voluntary debit left a balance under the floor, but for the tolerance of the hold that it captured',
    broken: `
      SELECT t.debit_account_id AS account_id, t.debit_seq AS seq, t.id AS transfer_id,
             format('left %s under the floor %s', t.debit_balance, a.floor) AS detail
      FROM transfer t JOIN ledger_account a ON a.id = t.debit_account_id
      WHERE t.debit_balance < a.floor AND NOT t.forced AND NOT EXISTS (${TOLERATED})`,
  },
  {
    name: 'floor-now',
    rule: 'an account under its floor is marked so and was taken there by a forced posting or hold, or a tolerance',
    broken: `
      SELECT a.id AS account_id,
             format('balance %s, held %s, floor %s, marked %s', a.balance, a.held, a.floor, a.is_below_floor) AS detail
      FROM ledger_account a
      WHERE a.is_below_floor <> (a.floor IS NOT NULL AND a.balance - a.held < a.floor)
         OR (a.floor IS NOT NULL AND a.balance - a.held < a.floor
             AND NOT EXISTS (SELECT FROM transfer t
                             WHERE t.debit_account_id = a.id AND (t.forced OR EXISTS (${TOLERATED})))
             AND NOT EXISTS (SELECT FROM (${HELD_NOW}) AS h WHERE h.account_id = a.id AND h.forced AND h.keep > 0))`,
  },
];

/** Accounts below their floor. Forced postings may cause this; verify reports it for information. */
export const BELOW_FLOOR = `
SELECT tenant_id, id AS account_id, format('available %s, floor %s', balance - held, floor) AS detail
FROM ledger_account WHERE floor IS NOT NULL AND balance - held < floor ORDER BY id`;
