import { comparableNumber } from '@wattle/contract/rules/account-numbers.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { nameReference, nameText } from '../../platform/secrets/typed-card-numbers.ts';
import type { MethodTraits } from './method-traits.ts';

type Named = {
  readonly method: Pick<MethodTraits, 'name' | 'leavesAs'>;
  /** BSB or biller code; empty within the programme. */
  readonly bsb: string;
  readonly number: string;
};

/** Key of a destination: the same however its number was typed. */
export function destinationKey(secrets: Pick<Secrets, 'typedHash'>, { method, bsb, number }: Named): string {
  const name = method.leavesAs ?? method.name;
  if (name === 'payId') return payIdKey(secrets, number);
  // A BSB always has 6 digits.
  const code = name === 'bpay' ? comparableNumber(bsb) : bsb;
  const named = (name === 'bpay' ? nameReference : nameText)(secrets, comparableNumber(number));
  return [name, ...(code === '' ? [] : [code]), named].join(':');
}

/** Key of a PayID, which is a contact of its owner and kept as a hash. */
const payIdKey = (secrets: Pick<Secrets, 'typedHash'>, payId: string) => `payId:#${secrets.typedHash(payId)}`;
