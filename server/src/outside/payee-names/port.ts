import type { NameMatch } from '../../platform/text/compare-names.domain.ts';
import type { OutsideOutcome } from '../outcome.ts';
import type { Probe } from '../probe.ts';

/** Result of another bank's name check. The name of a person is never revealed; that of a business may be. */
export type NameAnswer = {
  /** `noAccount`: the other bank has no such account. */
  readonly outcome: NameMatch | 'cannotSay' | 'closed' | 'noAccount';
  readonly businessName: string | null;
};

/** The answer where no one can tell. */
export const CANNOT_SAY: NameAnswer = { outcome: 'cannotSay', businessName: null };

/** Longest name of an account that is read. */
export const NAME_MOST = 140;

/** A question about the name of an account. */
export type NameAsked = {
  /** 6 digits. */
  readonly bsb: string;
  readonly accountNumber: string;
  readonly name: string;
  /** The person that asks: opaque, the same for each question, 1 to 50 letters, digits, `-` and `_`. */
  readonly person: string;
  /** Their session: opaque, 1 to 34 of the same characters. */
  readonly session: string;
  readonly purpose: 'payment';
};

/** Confirmation of Payee: compares a name with that of an account at another bank. Never throws for its faults. */
export type PayeeNames = {
  compare(asked: NameAsked): Promise<OutsideOutcome<NameAnswer>>;
  /** Signs in and asks about no account. Absent: of the sandbox. */
  readonly probe?: Probe | undefined;
};
