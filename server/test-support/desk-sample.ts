import type { TestApp } from './app.ts';

export type DeskSample = {
  readonly tenantId: number;
  readonly input: Readonly<Record<string, string | boolean>>;
  /** The rows that the command may change, as one text. */
  readonly state: () => Promise<string>;
  /** Values that no answer may contain: full card numbers, addresses. */
  readonly marked: readonly string[];
};

export type Sample = {
  /** Roles that may give the command. */
  readonly roles: readonly ('viewer' | 'agent' | 'manager')[];
  readonly needsApproval: boolean;
  /** Answer that staff of another tenant get. */
  readonly elsewhere: 'not_found' | 'no rows' | 'own rows' | 'own request';
  readonly given: (test: TestApp) => Promise<DeskSample>;
};
