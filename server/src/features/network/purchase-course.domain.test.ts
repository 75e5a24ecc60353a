import { expect, it } from 'vitest';
import { partOf, type Taken } from './purchase-course.domain.ts';

const HELD: Taken = { held: 4_000n, cleared: 0n, wanted: null, cash: null };
const NOTHING = { asked: null, approved: null, cash: null };

it.each<[string, bigint, bigint | null, Taken | undefined, Partial<ReturnType<typeof partOf>>]>([
  ['all that was held', 4_000n, null, HELD, {}],
  ['less than was held', 3_999n, null, HELD, {}],
  ['more than was held', 4_600n, null, HELD, { approved: 4_000n }],
  ['a purchase that was approved in part', 4_000n, null, { ...HELD, wanted: 6_250n }, { asked: 6_250n }],
  ['a part of it', 3_000n, null, { ...HELD, wanted: 6_250n }, {}],
  ['the rest after an earlier clearing', 5_000n, null, { ...HELD, cleared: 1_000n, wanted: 6_250n }, {}],
  ['a purchase with cash', 4_000n, null, { ...HELD, cash: 2_500n }, { cash: 2_500n }],
  ['another amount of cash', 4_000n, 2_000n, { ...HELD, cash: 2_500n }, { cash: 2_000n }],
  ['a part of a purchase with cash', 3_000n, null, { ...HELD, cash: 2_500n }, {}],
  ['cash that was not held', 8_000n, 5_000n, undefined, { cash: 5_000n }],
  ['more cash than the row', 8_000n, 8_001n, undefined, {}],
  ['nothing that was held', 8_000n, null, undefined, {}],
])('says what a clearing took: %s', (_, amount, cash, purchase, said) => {
  expect(partOf(amount, cash, purchase)).toEqual({ ...NOTHING, ...said });
});
