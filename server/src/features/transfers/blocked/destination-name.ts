import type { Secrets } from '../../../platform/secrets.ts';
import { nameText } from '../../../platform/typed-card-numbers.ts';
import type { MethodTraits } from '../../payments/public.ts';

type Named = {
  readonly method: Pick<MethodTraits, 'name' | 'leavesAs'>;
  /** BSB, or the directory's code of the biller; empty within the programme. */
  readonly bsb: string;
  readonly number: string;
};

/** Name of a destination in the history of its payer. */
export function destinationName(secrets: Pick<Secrets, 'typedHash'>, { method, bsb, number }: Named): string {
  return [method.leavesAs ?? method.name, ...(bsb === '' ? [] : [bsb]), nameText(secrets, number)].join(':');
}
