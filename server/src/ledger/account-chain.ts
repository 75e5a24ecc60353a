import type { Chain } from '../platform/sealed-log/chain.ts';

/** Columns of an account that a seal in format 1 covers, in this order. They are set when the account is opened. */
export const OPENING_COLUMNS = ['id', 'tenant_id', 'kind', 'currency', 'floor'] as const;

/** The chain over the openings of accounts. */
export const ACCOUNT_CHAIN: Chain = {
  seals: 'account_seal',
  lock: 0x61_63_65_61,
  format: 1,
  ranges: [{ name: 'accounts', table: 'ledger_account' }],
  parts: [
    {
      name: 'accounts',
      range: 'accounts',
      rows: 'ledger_account r',
      id: 'r.id',
      order: 'r.id',
      columns: OPENING_COLUMNS.map((column) => `r.${column}`),
    },
  ],
  invariants: { seal: 'account-chain', content: 'account-content', added: 'account-content', lag: 'account-lag' },
};
