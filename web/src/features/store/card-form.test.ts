import type { StoreProduct } from '@wattle/contract/store/store.ts';
import { describe, expect, it } from 'vitest';
import { type CardRules, type CardValues, checkCard, FIELD_NAMES, orderedCardOf } from './card-form.ts';

const product = (Kind: StoreProduct['Kind']): StoreProduct => ({
  Kind,
  ProductId: 2,
  ProductName: 'Wattle Online',
  Scheme: 'Visa',
  Art: null,
  IsDarkArt: true,
  MinimumAmount: 20,
  MaximumAmount: 500,
  SuggestedAmounts: [],
  ValidMonths: 36,
  AllowsCash: false,
});

const EMPTY = Object.fromEntries(FIELD_NAMES.map((name) => [name, ''])) as CardValues;
const OWN: CardValues = { ...EMPTY, amount: '100.00', whose: 'me', when: 'now', way: 'typed', country: 'AU' };
const GIFT: CardValues = {
  ...OWN,
  whose: 'gift',
  recipientName: 'Mia',
  senderName: 'Amelia',
  email: 'mia@example.com',
};

const rules = (given: Partial<CardRules> = {}): CardRules => ({
  product: product('virtual'),
  today: '2026-11-24',
  lastGiftDay: '2027-11-24',
  others: [],
  maximumCards: 5,
  maximumTotal: 2_500_00,
  ...given,
});

describe('the form of a card', () => {
  it.each([
    ['19.99', 'gtLimitAmount'],
    ['500.01', 'ltLimitAmount'],
    ['', 'errorAmount'],
    ['abc', 'nan'],
    ['0', 'gtZero'],
    ['20', undefined],
    ['500', undefined],
  ])('for %s dollars: %s', (amount, problem) => {
    expect(checkCard({ ...OWN, amount }, rules()).amount).toBe(problem);
  });

  it('refuses a sixth card and a basket above 2,500.00', () => {
    expect(checkCard(OWN, rules({ others: [20_00, 20_00, 20_00, 20_00, 20_00] })).amount).toBe('tooManyCards');
    expect(checkCard({ ...OWN, amount: '500.00' }, rules({ others: [999_00, 999_00, 2_00] })).amount).toBeUndefined();
    expect(checkCard({ ...OWN, amount: '500.00' }, rules({ others: [999_00, 999_00, 2_01] })).amount).toBe(
      'tooMuchMoney',
    );
  });

  it('requires the recipient, sender and email of a gift', () => {
    expect(checkCard({ ...OWN, whose: 'gift' }, rules())).toEqual({
      recipientName: 'required',
      senderName: 'required',
      email: 'required',
    });
    expect(checkCard({ ...GIFT, email: 'mia' }, rules())).toEqual({ email: 'invalidEmailAddressFormat' });
    expect(checkCard({ ...GIFT, message: 'x'.repeat(201) }, rules())).toEqual({ message: 'giftMessageTooLong' });
    expect(checkCard({ ...GIFT, message: 'x'.repeat(200) }, rules())).toEqual({});
  });

  it.each([
    ['2026-11-24', 'day'],
    ['2026-11-25', undefined],
    ['2027-11-24', undefined],
    ['2027-11-25', 'day'],
    ['', 'day'],
  ])('for a gift on %s: %s', (day, problem) => {
    expect(checkCard({ ...GIFT, when: 'day', day }, rules()).day).toBe(problem);
  });

  it('requires a delivery address for a plastic card', () => {
    const plastic = rules({ product: product('singleload') });
    expect(checkCard(OWN, plastic)).toEqual({
      deliveryName: 'required',
      line1: 'required',
      suburb: 'required',
      postcode: 'required',
    });
    expect(checkCard({ ...OWN, way: 'search' }, plastic)).toEqual({ deliveryName: 'required', search: 'required' });
  });

  it('orders the typed values', () => {
    const gift = orderedCardOf({ ...GIFT, when: 'day', day: '2026-12-24' }, product('virtual'));
    expect(gift).toEqual({
      ProductId: 2,
      Amount: 100,
      Gift: {
        RecipientName: 'Mia',
        SenderName: 'Amelia',
        Email: 'mia@example.com',
        Message: '',
        DeliverOn: '2026-12-24',
      },
      Delivery: null,
    });
    // Values typed before a choice changed are not ordered.
    expect(orderedCardOf({ ...GIFT, whose: 'me' }, product('virtual')).Gift).toBeNull();
  });
});
