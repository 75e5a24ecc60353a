import type { Scope } from '@wattle/contract/operation.ts';

/** The caller's live session, checked against the database for this request. */
export type Session = {
  readonly id: string;
  readonly tenantId: number;
  readonly brandId: number;
  readonly scope: Scope;
  /** Set for scope `card`; for `cardaccess` where the number is a card's. */
  readonly cardId: bigint | null;
  /** Set for scopes `password` and `passcode`; for `accountnumber` where the number is an account's. */
  readonly webAccountId: bigint | null;
  readonly holderId: bigint | null;
  /** Keyed hash of the number that a restricted session was issued for. */
  readonly subjectHash: Buffer | null;
  /** When its person last gave a proof in it (security clock); null: never. */
  readonly provedAt: number | null;
};
