import { describe, expect, it } from 'vitest';
import { categoryOfKind, categoryOfMerchant, isCash, isSpending } from './category.domain.ts';

describe('the category of a purchase', () => {
  it.each([
    ['5411', 'groceries'],
    ['5814', 'eatingOut'],
    ['5812', 'eatingOut'],
    ['4111', 'transport'],
    ['4121', 'transport'],
    ['5541', 'fuel'],
    ['5542', 'fuel'],
    ['4900', 'bills'],
    ['4814', 'bills'],
    ['5912', 'health'],
    ['8021', 'health'],
    ['5732', 'shopping'],
    ['5251', 'shopping'],
    ['7832', 'entertainment'],
    ['3010', 'travel'],
    ['7011', 'travel'],
    ['7512', 'travel'],
    ['6011', 'cash'],
    ['6010', 'cash'],
    ['7995', 'gambling'],
    ['7801', 'gambling'],
    ['0742', 'other'],
    ['9999', 'other'],
  ])('at a merchant of %s: %s', (mcc, category) => {
    expect(categoryOfMerchant(mcc)).toBe(category);
  });

  it('is cash at an ATM with any code, and at a bank counter', () => {
    expect(isCash('5999', 'atm')).toBe(true);
    expect(isCash('6010', 'chip')).toBe(true);
    expect(isCash('6011', 'magstripe')).toBe(true);
    expect(isCash('6051', 'chip')).toBe(false);
  });

  it('counts a paid bill and a fee as spent, and money moved between own accounts not', () => {
    expect(categoryOfKind('bpay')).toBe('bills');
    expect(isSpending('bpay')).toBe(true);
    expect(isSpending('fee')).toBe(true);
    expect(isSpending('purchase')).toBe(true);
    expect(isSpending('transferOut')).toBe(false);
    expect(isSpending('refund')).toBe(false);
    expect(isSpending('withholdingTax')).toBe(false);
  });
});
