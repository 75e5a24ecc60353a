import type { RowOf } from '../../calls/commands.ts';

export type Person = RowOf<'person'>;

/** An action for a person: a command with inputs that the page knows. */
export type Act = {
  readonly command: string;
  /** Text key of its name. */
  readonly label: string;
  readonly given: Readonly<Record<string, string | boolean>>;
  /** The card or the account that it is about, in words. */
  readonly of?: string;
};

/** The tabs of a person, the first by the address without a part. */
export const PARTS = ['timeline', 'accounts', 'payments', 'messages', 'access', 'documents', 'notes'] as const;
export type Part = (typeof PARTS)[number];

export const partOf = (text: string | undefined): Part => PARTS.find((part) => part === text) ?? 'timeline';
