import { expect, it } from 'vitest';
import { judgeBasket } from './basket.ts';

const RULES = { maximumCards: 5, maximumTotal: 2_500_00 };

it.each([
  [[], null],
  [[500_00, 500_00, 500_00, 500_00, 500_00], null],
  [[20_00, 20_00, 20_00, 20_00, 20_00, 20_00], 'tooManyCards'],
  [[999_00, 999_00, 502_00], null],
  [[999_00, 999_00, 502_01], 'tooMuchMoney'],
])('a basket of %j cents: %s', (amounts, fault) => {
  expect(judgeBasket(amounts, RULES)).toBe(fault);
});
