/** Limits of a basket. Amounts are cents. */
export type BasketRules = { readonly maximumCards: number; readonly maximumTotal: number };
export type BasketFault = 'tooManyCards' | 'tooMuchMoney';

/** Problem of a basket of cards by the amount loaded onto each, or null. The fee does not count. */
export function judgeBasket(amounts: readonly number[], rules: BasketRules): BasketFault | null {
  if (amounts.length > rules.maximumCards) return 'tooManyCards';
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  return total > rules.maximumTotal ? 'tooMuchMoney' : null;
}
