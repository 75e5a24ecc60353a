/** How what a processor tells of an ask differs from our answer. */
export type Differed = 'theyApproved' | 'theyDeclined' | 'amount' | 'notAsked';

/** Our answer to an ask. Undefined: none, because it has not come or no decision was made. */
export type Ours = { readonly isApproved: boolean; readonly cents: bigint } | undefined;
export type Theirs = { readonly isApproved: boolean; readonly cents: bigint };

/**
 * The consequence. `advice`: hold what they approved. `adviceOfDeclined`: the same under another reference, since the
 * books keep our decline. `reversal`: release what we approved. `holdSet`: hold what they hold. `decline`: a row for
 * their decline without us. `nothing`: our answer holds.
 */
export type Adoption = {
  readonly do: 'nothing' | 'advice' | 'adviceOfDeclined' | 'reversal' | 'holdSet' | 'decline';
  readonly differed: Differed | null;
};

/** Compares a result with our answer. What they tell is true, and the money follows it. */
export function adoptionOf(ours: Ours, theirs: Theirs): Adoption {
  if (!ours) {
    return theirs.isApproved ? { do: 'advice', differed: 'notAsked' } : { do: 'decline', differed: 'notAsked' };
  }
  if (theirs.isApproved && !ours.isApproved) return { do: 'adviceOfDeclined', differed: 'theyApproved' };
  if (!theirs.isApproved && ours.isApproved) return { do: 'reversal', differed: 'theyDeclined' };
  if (theirs.isApproved && theirs.cents !== ours.cents) return { do: 'holdSet', differed: 'amount' };
  return { do: 'nothing', differed: null };
}
