import { toInstant, type Tx } from '../../platform/database/database.ts';
import { dollarsOf } from '../../platform/money.ts';
import { fullNameIn } from '../../platform/text/full-name.ts';

const PURCHASES = `
SELECT o.id, o.at, o.amount, o.merchant_name AS shop, c.last4 AS ending, c.holder_id, ${fullNameIn('h')} AS name
FROM authorisation o
JOIN card c ON c.tenant_id = o.tenant_id AND c.id = o.card_id
LEFT JOIN holder h ON h.tenant_id = c.tenant_id AND h.id = c.holder_id
WHERE o.tenant_id = $1 AND o.id = ANY ($2::bigint[])`;

type Row = {
  readonly id: bigint;
  readonly at: string;
  readonly amount: bigint;
  readonly shop: string;
  readonly ending: string;
  readonly holder_id: bigint | null;
  readonly name: string | null;
};

/** A purchase as the lists of decisions show it. */
export type DecidedPurchase = {
  readonly at: string;
  /** `holder:48`; empty: the card has none. */
  readonly person: string;
  readonly name: string;
  readonly ending: string;
  readonly shop: string;
  readonly amount: string;
};

/** Purchases by their ids. */
export async function readDecidedPurchases(
  tx: Tx,
  tenantId: number,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, DecidedPurchase>> {
  const rows = await tx.query<Row>(PURCHASES, [tenantId, ids]);
  return new Map(
    rows.map(({ id, at, amount, shop, ending, holder_id, name }) => [
      id,
      {
        at: toInstant(at),
        person: holder_id === null ? '' : `holder:${holder_id}`,
        name: name ?? '',
        ending,
        shop,
        amount: dollarsOf(amount),
      },
    ]),
  );
}
