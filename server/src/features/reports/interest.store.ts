import { fullNameIn } from '../../platform/text/full-name.ts';
import { PROGRAMME_ZONE } from '../../platform/time/programme-zone.domain.ts';
import { KEEP_APART } from '../../platform/database/keep-apart.ts';
import type { Tx } from '../../platform/database/database.ts';

export type EarnedOfYear = {
  readonly id: bigint;
  readonly number: string;
  readonly name: string;
  readonly tax_file: 'quoted' | 'exempt' | 'nonResident' | 'notQuoted';
  readonly is_closed: boolean;
  readonly months: number;
  readonly interest: bigint;
  readonly tax: bigint;
};

// By the index of interest and tax, so that no purchase is read.
const EARNED = `
SELECT m.id, m.account_number AS number, coalesce(${fullNameIn('h')}, '') AS name, m.is_closed,
       CASE WHEN h.tax_exemption = 'nonResident' THEN 'nonResident' WHEN h.tax_exemption IS NOT NULL THEN 'exempt'
            WHEN h.tfn_cipher IS NOT NULL THEN 'quoted' ELSE 'notQuoted' END AS tax_file,
       coalesce(e.months, 0) AS months, coalesce(e.interest, 0) AS interest, coalesce(e.tax, 0) AS tax
  FROM (SELECT * FROM member_account a WHERE a.tenant_id = $1 AND a.id > $4 ORDER BY a.id LIMIT $5) AS m
  LEFT JOIN holder h ON h.tenant_id = m.tenant_id AND h.id = m.primary_holder_id
 CROSS JOIN LATERAL (
   SELECT count(DISTINCT to_char(x.day, 'YYYY-MM')) FILTER (WHERE x.kind = 'interest')::integer AS months,
          (sum(x.amount) FILTER (WHERE x.kind = 'interest'))::bigint AS interest,
          (-sum(x.amount) FILTER (WHERE x.kind = 'withholdingTax'))::bigint AS tax
     FROM (SELECT d.kind, e.amount, (e.effective_at AT TIME ZONE '${PROGRAMME_ZONE}')::date AS day
             FROM (SELECT k.kind, k.seq FROM transaction_detail k
                    WHERE k.tenant_id = $1 AND k.ledger_account_id = m.ledger_account_id
                      AND k.kind IN ('interest', 'withholdingTax') ${KEEP_APART}) AS d
            CROSS JOIN LATERAL (SELECT n.amount, n.effective_at FROM entry n
                                 WHERE n.tenant_id = $1 AND n.account_id = m.ledger_account_id AND n.seq = d.seq) AS e) AS x
    WHERE x.day BETWEEN $2::date AND $3::date) AS e
 ORDER BY m.id`;

type Wanted = {
  readonly firstDay: string;
  readonly lastDay: string;
  /** Accounts with a greater id, in the order of their ids, and how many. */
  readonly after: bigint;
  readonly most: number;
};

/** Interest of accounts and the tax on it, by the day on which it takes effect. */
export function listEarned(
  tx: Tx,
  tenantId: number,
  { firstDay, lastDay, after, most }: Wanted,
): Promise<EarnedOfYear[]> {
  return tx.query(EARNED, [tenantId, firstDay, lastDay, after, most]);
}

export type OtherYears = { readonly before: bigint; readonly after: bigint };

const OTHER = `
SELECT coalesce(sum(x.cents) FILTER (WHERE x.effective_at < $5), 0)::bigint AS before,
       coalesce(sum(x.cents) FILTER (WHERE x.effective_at >= $6), 0)::bigint AS after
  FROM (SELECT t.amount AS cents, t.effective_at FROM transfer t
         WHERE t.tenant_id = $1 AND t.credit_account_id = $2 AND t.credit_seq > $3 AND t.credit_seq <= $4
        UNION ALL
        SELECT -t.amount, t.effective_at FROM transfer t
         WHERE t.tenant_id = $1 AND t.debit_account_id = $2 AND t.debit_seq > $3 AND t.debit_seq <= $4) AS x`;

type Range = {
  readonly account: bigint;
  readonly after: bigint;
  readonly upTo: bigint;
  readonly fromMs: number;
  readonly toMs: number;
};

/** Cents of an account's entries in a range of its sequence that take effect before, and after, a period. */
export async function sumOtherYears(tx: Tx, tenantId: number, range: Range): Promise<OtherYears> {
  const { account, after, upTo, fromMs, toMs } = range;
  const values = [tenantId, account, after, upTo, new Date(fromMs), new Date(toMs)];
  return (await tx.first<OtherYears>(OTHER, values)) ?? { before: 0n, after: 0n };
}
