/** One thing that must hold in every ledger, and a query that answers the rows where it does not. */
export type Invariant = {
  /** How reports and tests name it. */
  readonly name: string;
  readonly rule: string;
  /** Columns: the ids of what is broken, and `detail`. Runs as an owner who sees every tenant. */
  readonly broken: string;
};

const HELD_NOW = `
SELECT h.tenant_id, h.id, h.account_id, h.forced, coalesce(min(e.keep), h.amount) AS keep
FROM hold h LEFT JOIN hold_event e ON e.tenant_id = h.tenant_id AND e.hold_id = h.id
GROUP BY h.tenant_id, h.id, h.account_id, h.forced, h.amount`;

const CHAIN = `
SELECT account_id, seq, amount, balance_after,
       coalesce(lag(seq) OVER chain, 0) AS last_seq, coalesce(lag(balance_after) OVER chain, 0) AS last_balance
FROM entry WINDOW chain AS (PARTITION BY account_id ORDER BY seq)`;

const TOTALS = `
SELECT DISTINCT ON (account_id) account_id, count(*) OVER chain AS entries, sum(amount) OVER chain AS total,
       last_value(seq) OVER chain AS last_seq, last_value(balance_after) OVER chain AS last_balance
FROM entry
WINDOW chain AS (PARTITION BY account_id ORDER BY seq ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
ORDER BY account_id`;

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
    name: 'transfer-balanced',
    rule: 'a transfer has one debit and one credit, on two accounts of one currency, and they sum to zero',
    broken: `
      SELECT t.tenant_id, t.id AS transfer_id,
             format('%s entries that sum to %s', count(e.seq), coalesce(sum(e.amount), 0)) AS detail
      FROM transfer t LEFT JOIN entry e ON e.transfer_id = t.id LEFT JOIN ledger_account a ON a.id = e.account_id
      GROUP BY t.tenant_id, t.id
      HAVING count(e.seq) <> 2 OR coalesce(sum(e.amount), 0) <> 0
        OR count(DISTINCT e.account_id) <> 2 OR count(DISTINCT a.currency) <> 1`,
  },
  {
    name: 'transfer-payload',
    rule: "a transfer's key stands for the payload that its entries show",
    // The same text as transferHash of payload.ts makes.
    broken: `
      SELECT t.tenant_id, t.id AS transfer_id, 'request hash of another payload' AS detail
      FROM transfer t
      JOIN entry d ON d.transfer_id = t.id AND d.amount < 0
      JOIN entry c ON c.transfer_id = t.id AND c.amount > 0
      LEFT JOIN hold_event h ON h.tenant_id = t.tenant_id AND h.transfer_id = t.id
      WHERE t.request_hash <> substring(sha256(convert_to(concat_ws('|', 'transfer', d.account_id, c.account_id,
        c.amount, t.code, CASE WHEN t.forced THEN 'true' ELSE 'false' END, coalesce(h.hold_id::text, '')), 'UTF8'))
        FROM 1 FOR 16)`,
  },
  {
    name: 'one-tenant',
    rule: 'entry, account and transfer exist and belong to one tenant',
    broken: `
      SELECT e.account_id, e.seq, e.transfer_id,
             format('entry of tenant %s, account of %s, transfer of %s', e.tenant_id,
                    coalesce(a.tenant_id::text, 'none'), coalesce(t.tenant_id::text, 'none')) AS detail
      FROM entry e
      LEFT JOIN ledger_account a ON a.id = e.account_id
      LEFT JOIN transfer t ON t.id = e.transfer_id
      WHERE a.tenant_id IS DISTINCT FROM e.tenant_id OR t.tenant_id IS DISTINCT FROM e.tenant_id`,
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
    rule: 'a hold ends once, and every event keeps less than the one before',
    broken: `
      SELECT h.tenant_id, h.id AS hold_id,
             format('%s ends, %s events for %s amounts kept', count(*) FILTER (WHERE e.keep = 0), count(*),
                    count(DISTINCT e.keep)) AS detail
      FROM hold h JOIN hold_event e ON e.tenant_id = h.tenant_id AND e.hold_id = h.id
      GROUP BY h.tenant_id, h.id, h.amount
      HAVING count(*) <> count(DISTINCT e.keep) OR max(e.keep) >= h.amount`,
  },
  {
    name: 'hold-capture',
    rule: 'an event belongs to a hold, and the transfer that captures it debits its account',
    broken: `
      SELECT e.tenant_id, e.hold_id, e.transfer_id,
             CASE WHEN h.id IS NULL THEN 'no such hold' ELSE 'no debit of its account by this transfer' END AS detail
      FROM hold_event e
      LEFT JOIN hold h ON h.tenant_id = e.tenant_id AND h.id = e.hold_id
      LEFT JOIN entry d ON d.transfer_id = e.transfer_id AND d.account_id = h.account_id AND d.amount < 0
      WHERE h.id IS NULL OR (e.kind = 'captured' AND d.seq IS NULL) OR (e.kind <> 'captured' AND e.transfer_id IS NOT NULL)`,
  },
  {
    name: 'hold-payload',
    rule: "a hold's key stands for the payload that its row shows, on an account of its tenant",
    // The same text as holdHash of payload.ts makes.
    broken: `
      SELECT h.tenant_id, h.id AS hold_id, 'request hash of another payload, or no such account' AS detail
      FROM hold h LEFT JOIN ledger_account a ON a.tenant_id = h.tenant_id AND a.id = h.account_id
      WHERE a.id IS NULL OR h.request_hash <> substring(sha256(convert_to(concat_ws('|', 'hold', h.account_id, h.amount,
        CASE WHEN h.forced THEN 'true' ELSE 'false' END), 'UTF8')) FROM 1 FOR 16)`,
  },
  {
    name: 'floor-at-every-entry',
    rule: 'no voluntary debit left a balance under the floor',
    broken: `
      SELECT e.account_id, e.seq, e.transfer_id, format('left %s under the floor %s', e.balance_after, a.floor) AS detail
      FROM entry e
      JOIN ledger_account a ON a.id = e.account_id
      JOIN transfer t ON t.id = e.transfer_id
      WHERE e.amount < 0 AND e.balance_after < a.floor AND NOT t.forced`,
  },
  {
    name: 'floor-now',
    rule: 'an account under its floor is marked so and was taken there by a forced posting or hold',
    broken: `
      SELECT a.id AS account_id,
             format('balance %s, held %s, floor %s, marked %s', a.balance, a.held, a.floor, a.is_below_floor) AS detail
      FROM ledger_account a
      WHERE a.is_below_floor <> (a.floor IS NOT NULL AND a.balance - a.held < a.floor)
         OR (a.floor IS NOT NULL AND a.balance - a.held < a.floor
             AND NOT EXISTS (SELECT FROM entry e JOIN transfer t ON t.id = e.transfer_id
                             WHERE e.account_id = a.id AND e.amount < 0 AND t.forced)
             AND NOT EXISTS (SELECT FROM (${HELD_NOW}) AS h WHERE h.account_id = a.id AND h.forced AND h.keep > 0))`,
  },
];

/** Accounts under their floor: forced postings may do that, somebody has to know. */
export const BELOW_FLOOR = `
SELECT tenant_id, id AS account_id, format('available %s, floor %s', balance - held, floor) AS detail
FROM ledger_account WHERE floor IS NOT NULL AND balance - held < floor ORDER BY id`;
