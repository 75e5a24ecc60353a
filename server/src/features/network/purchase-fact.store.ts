import { arrayRows } from '../../platform/database/array-rows.ts';
import type { Tx } from '../../platform/database/database.ts';
import { maskWords } from '../../platform/secrets/typed-card-numbers.ts';
import type { PurchaseMessage, UnknownWord } from '../../outside/processors/purchase-message.ts';

const ADD_FACTS = `
INSERT INTO purchase_fact (tenant_id, authorisation_id, asked_amount, cash_amount, acquirer_fee, approved_amount, wallet,
                           wallet_token, risk, liability, three_ds, unknown)
SELECT $1, authorisation_id, asked_amount, cash_amount, acquirer_fee, approved_amount, wallet,
       wallet_token, risk, liability, three_ds, unknown
FROM ${arrayRows('new', 2, {
  authorisation_id: 'bigint',
  asked_amount: 'bigint',
  cash_amount: 'bigint',
  acquirer_fee: 'bigint',
  approved_amount: 'bigint',
  wallet: 'text',
  wallet_token: 'text',
  risk: 'smallint',
  liability: 'text',
  three_ds: 'text',
  unknown: 'jsonb',
})}`;

export type PurchaseToDescribe = {
  readonly id: bigint;
  readonly message: PurchaseMessage;
  /** Cents that were approved, where they were fewer than were asked for. */
  readonly approvedAmount: bigint | null;
};

/** The words of a processor may contain a card number. */
const masked = ({ field, word }: UnknownWord): UnknownWord => ({ field: maskWords(field), word: maskWords(word) });

/** Columns of a purchase, in their order. All are null for most purchases, which then have no row. */
function factsOf({ message, approvedAmount }: PurchaseToDescribe) {
  const { amount, askedAmount, wallet, threeDs, unknown = [] } = message;
  return [
    askedAmount === amount ? null : (askedAmount ?? null),
    message.cashAmount ?? null,
    message.acquirerFee ?? null,
    approvedAmount,
    wallet?.kind ?? null,
    wallet?.token === undefined ? null : maskWords(wallet.token),
    message.risk ?? null,
    message.liability ?? null,
    threeDs === 'none' ? null : (threeDs ?? null),
    unknown.length > 0 ? JSON.stringify(unknown.map(masked)) : null,
  ] as const;
}

/** Stores what is beyond the first protocol, beside the authorisations. Without any of it nothing is sent. */
export function addPurchaseFacts(tx: Tx, tenantId: number, all: readonly PurchaseToDescribe[]): void {
  const rows = all.flatMap((one) => {
    const facts = factsOf(one);
    return facts.every((fact) => fact === null) ? [] : [[one.id, ...facts]];
  });
  const [first] = rows;
  if (first) tx.later(ADD_FACTS, [tenantId, ...first.map((_, column) => rows.map((row) => row[column]))]);
}
