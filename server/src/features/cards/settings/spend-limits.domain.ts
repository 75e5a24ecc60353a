import type { ProductSettings } from '../product-settings.ts';

/** The limits, in cents, that a cardholder may choose from: those of the programme, up to the product's highest. */
export function spendLimitsOf({
  spendLimitSteps,
  spendLimitMax,
}: Pick<ProductSettings, 'spendLimitSteps' | 'spendLimitMax'>): readonly number[] {
  return spendLimitSteps.filter((cents) => cents <= spendLimitMax).toSorted((one, other) => one - other);
}
