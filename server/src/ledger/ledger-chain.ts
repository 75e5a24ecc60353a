import type { Chain, SealedPart } from '../platform/sealed-log/chain.ts';

/** Columns that a seal in format 1 covers, in this order. A reversal adds the columns of its row in `reversal`. */
export const SEALED_COLUMNS = {
  transfer: ['id', 'effective_at', 'posted_at', 'tenant_id', 'code', 'forced', 'request_hash', 'key'],
  reversal: ['transfer_id', 'reversal_id', 'tenant_id'],
  entry: ['account_id', 'seq', 'transfer_id', 'amount', 'balance_after', 'tenant_id', 'posted_at', 'credited_after'],
  hold: [
    'id',
    'account_id',
    'amount',
    'placed_at',
    'expires_at',
    'tenant_id',
    'forced',
    'request_hash',
    'key',
    'tolerance',
    'tolerance_points',
  ],
  hold_event: ['id', 'hold_id', 'keep', 'transfer_id', 'at', 'tenant_id', 'kind', 'number', 'key', 'request_hash'],
} as const;

const of = (alias: string, table: keyof typeof SEALED_COLUMNS) =>
  SEALED_COLUMNS[table].map((column) => `${alias}.${column}`);

const BY_ID: Pick<SealedPart, 'id' | 'order'> = { id: 'r.id', order: 'r.id' };

/**
 * The chain over committed transfers, by ranges of transfer ids. A writer locks accounts first, so its
 * transaction id is assigned before it draws a row id; the sealer relies on this order.
 */
export const LEDGER_CHAIN: Chain = {
  seals: 'ledger_seal',
  lock: 0x6c_73_65_61,
  format: 1,
  ranges: [
    { name: 'transfers', table: 'transfer' },
    { name: 'holds', table: 'hold' },
    { name: 'hold_events', table: 'hold_event' },
  ],
  parts: [
    {
      name: 'transfers',
      range: 'transfers',
      rows: 'transfer r LEFT JOIN reversal v ON v.tenant_id = r.tenant_id AND v.reversal_id = r.id',
      columns: [...of('r', 'transfer'), ...of('v', 'reversal')],
      ...BY_ID,
    },
    {
      name: 'entries',
      range: 'transfers',
      rows: 'entry r',
      id: 'r.transfer_id',
      order: 'r.transfer_id, r.account_id, r.seq',
      columns: of('r', 'entry'),
    },
    { name: 'holds', range: 'holds', rows: 'hold r', columns: of('r', 'hold'), ...BY_ID },
    { name: 'hold_events', range: 'hold_events', rows: 'hold_event r', columns: of('r', 'hold_event'), ...BY_ID },
  ],
  invariants: { seal: 'seal-chain', content: 'seal-content', added: 'seal-content', lag: 'seal-lag' },
};
