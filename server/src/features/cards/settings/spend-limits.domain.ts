import type { ProductSettings } from '../../card-facts/public.ts';

/** Limits in cents that a cardholder may choose from: those of the programme, up to the product's highest. */
export function spendLimitsOf({
  spendLimitSteps,
  spendLimitMax,
}: Pick<ProductSettings, 'spendLimitSteps' | 'spendLimitMax'>): readonly number[] {
  return spendLimitSteps.filter((cents) => cents <= spendLimitMax).toSorted((one, other) => one - other);
}

/** Whether the new limit lets more go out than the old one. Cents; null for no limit. */
export function isRaised(before: bigint | number | null, after: bigint | number | null): boolean {
  return before !== null && (after === null || after > before);
}
