import { expect, it } from 'vitest';
import { newPaymentId, readReference, referenceOf } from './reference.ts';

it('draws no id whose reference is taken for a card number', () => {
  // By hand: 4920 9281 3325 69 is 14 digits that pass the check of card numbers.
  const drawn = ['55e2bc60-0e31-4920-9281-332569f0a005', '5f0c6a3e-0a1b-4c2d-8e3f-a4b5c6d7e8f9'];
  const id = newPaymentId(17, () => drawn.shift() ?? '');
  expect(id).toBe('5f0c6a3e-0a1b-4c2d-8e3f-a4b5c6d7e8f9');
  expect(readReference(referenceOf({ tenantId: 17, id }))).toEqual({ tenantId: 17, id });
});
