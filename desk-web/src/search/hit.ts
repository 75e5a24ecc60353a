import type { TagTone } from '../ui/tag.tsx';

/** Kinds of hits, in the order in which they are listed. */
export const KINDS = ['card', 'person', 'payment', 'order', 'complaint', 'request', 'action'] as const;
export type Kind = (typeof KINDS)[number];

/** One thing that a search has found, in words. */
export type Hit = {
  readonly id: string;
  readonly kind: Kind;
  readonly title: string;
  /** Below the title: account, receipt, who asked. */
  readonly sub: string;
  /** At the end: a state or an amount. */
  readonly state?: { readonly words: string; readonly tone: TagTone };
  readonly amount?: string;
  /** The address that it opens, and what is passed beside it. */
  readonly to: string;
  readonly given?: Readonly<Record<string, string>>;
  /** Label and value of what is known of it. */
  readonly facts: readonly (readonly [label: string, value: string])[];
};
