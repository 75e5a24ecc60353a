import type { Chain } from './chain.ts';

/** Columns of a line that format 1 covers, in order. */
export const AUDIT_COLUMNS = [
  'id',
  'tenant_id',
  'at',
  'actor',
  'action',
  'object',
  'outcome',
  'request_id',
  'details',
] as const;

/** The chain over the audit log. */
export const AUDIT_CHAIN: Chain = {
  seals: 'audit_seal',
  lock: 0x73_65_61_6c,
  format: 1,
  ranges: [{ name: 'lines', table: 'audit_log', isByYear: true }],
  parts: [
    {
      name: 'lines',
      range: 'lines',
      rows: 'audit_log r',
      id: 'r.id',
      order: 'r.id',
      columns: AUDIT_COLUMNS.map((column) => `r.${column}`),
    },
  ],
  invariants: { seal: 'audit-chain', content: 'audit-chain', added: 'audit-passed-over', lag: 'audit-lag' },
};
