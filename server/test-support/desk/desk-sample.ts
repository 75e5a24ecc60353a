import type { TestApp } from '../app.ts';

export type DeskSample = {
  readonly tenantId: number;
  readonly input: Readonly<Record<string, string | boolean>>;
  /** Rows that the command may change, as one text. */
  readonly state: () => Promise<string>;
  /** Makes what it is about this member's own, where only its owner may give the command. */
  readonly makeOwn?: (member: { readonly id: bigint }) => Promise<void>;
  /** Values that must not be in any response: full card numbers, addresses. */
  readonly marked: readonly string[];
};

export type Sample = {
  /** Roles that may run the command. */
  readonly roles: readonly ('viewer' | 'agent' | 'manager')[];
  readonly needsApproval: boolean;
  /** Response to staff of another tenant. `own figures`: rows that are there without any data. */
  readonly elsewhere:
    | 'not_found'
    | 'no rows'
    | 'own figures'
    | 'own rows'
    | 'own request'
    | 'input_invalid'
    | 'secret_missing'
    | 'nothing_to_do'
    | 'month_not_explained';
  readonly given: (test: TestApp) => Promise<DeskSample>;
};
