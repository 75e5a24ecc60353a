import type { NameMatch } from '../../platform/text/compare-names.domain.ts';
import type { OutsideOutcome } from '../outcome.ts';

/** Result of another bank's name check. The name of a person is never revealed; that of a business may be. */
export type NameAnswer = { readonly outcome: NameMatch | 'cannotSay' | 'closed'; readonly businessName: string | null };

/** Confirmation of Payee: compares a name with that of an account at another bank. Never throws for its faults. */
export type PayeeNames = {
  compare(asked: {
    /** 6 digits. */
    readonly bsb: string;
    readonly accountNumber: string;
    readonly name: string;
  }): Promise<OutsideOutcome<NameAnswer>>;
};
