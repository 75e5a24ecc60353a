import type { TagTone } from '../ui/tag.tsx';

/** Kinds of hits, in the order in which they are listed. */
export const KINDS = ['card', 'person', 'payment', 'order', 'complaint', 'request', 'action'] as const;
export type Kind = (typeof KINDS)[number];

/** Passed beside an address: inputs of a command, or an action of a person's page. */
export type PassedState =
  | { readonly given: Readonly<Record<string, string>> }
  | {
      readonly act: {
        readonly command: string;
        readonly given: Readonly<Record<string, string>>;
        readonly of?: string;
      };
    };

/** An action of a hit. */
export type HitAct = {
  readonly command: string;
  /** Id of what it is about. */
  readonly object: string;
  /** Its name beside the hit, and by itself. */
  readonly words: string;
  readonly title: string;
  readonly to: string;
  readonly state: PassedState;
};

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
  readonly passed?: PassedState;
  /** Label and value of what is known of it. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly acts?: readonly HitAct[];
  /** True: an action that the typed words name, with what they found. */
  readonly isNamed?: boolean;
};
