import type { TestApp } from './app.ts';

export type DeskSample = {
  readonly tenantId: number;
  readonly input: Readonly<Record<string, string | boolean>>;
  /** The rows that the command may change, as one text. */
  readonly state: () => Promise<string>;
  /** What must never leave: full card numbers, addresses. */
  readonly marked: readonly string[];
};

export type Sample = {
  /** Who may give it. */
  readonly roles: readonly ('viewer' | 'agent' | 'manager')[];
  readonly needsApproval: boolean;
  /** What staff of another tenant are answered. */
  readonly elsewhere: 'not_found' | 'no rows' | 'own rows' | 'own request';
  readonly given: (test: TestApp) => Promise<DeskSample>;
};
