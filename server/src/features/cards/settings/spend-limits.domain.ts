import type { ProductSettings } from '../../card-facts/public.ts';

/** The limits, in cents, that a cardholder may choose from: those of the programme, up to the product's highest. */
export function spendLimitsOf({
  spendLimitSteps,
  spendLimitMax,
}: Pick<ProductSettings, 'spendLimitSteps' | 'spendLimitMax'>): readonly number[] {
  return spendLimitSteps.filter((cents) => cents <= spendLimitMax).toSorted((one, other) => one - other);
}

/** Whether more may go out by the new limit than by the old one. Cents; null: as much as one likes. */
export function isRaised(before: bigint | number | null, after: bigint | number | null): boolean {
  return before !== null && (after === null || after > before);
}
