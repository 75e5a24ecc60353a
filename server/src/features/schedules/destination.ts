import { maskText, maskWords, openTexts } from '../../platform/secrets/typed-card-numbers.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { methodNamed, type MethodTraits } from '../payments/public.ts';
import type { Schedule } from './schedule.store.ts';

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Payee as the stored call names it. */
export type ScheduledDestination = {
  readonly name: string;
  /** BSB or biller code; null within the brand. */
  readonly bsb: string | null;
  /** Account number, or the reference of a bill. */
  readonly accountNumber: string;
  readonly purpose: number | null;
  readonly description: string;
  readonly recipientDescription: string;
};

/** Destination of a scheduled payment for lists. */
export function destinationOf(
  { secrets, paymentMethods }: { readonly secrets: Secrets; readonly paymentMethods: readonly MethodTraits[] },
  { kind, body }: Pick<Schedule, 'kind' | 'body'>,
): ScheduledDestination {
  const method = methodNamed(paymentMethods, kind);
  const destination = readDestination(method, openTexts(secrets, body));
  return {
    ...destination,
    name: maskWords(destination.name),
    accountNumber: maskText(secrets, readDestination(method, body).accountNumber),
    description: maskWords(destination.description),
    recipientDescription: maskWords(destination.recipientDescription),
  };
}

/** Account number or reference of the payee in full. */
export function fullNumberOf(
  { secrets, paymentMethods }: { readonly secrets: Secrets; readonly paymentMethods: readonly MethodTraits[] },
  { kind, body }: Pick<Schedule, 'kind' | 'body'>,
): string {
  return readDestination(methodNamed(paymentMethods, kind), openTexts(secrets, body)).accountNumber;
}

/** Payee in the stored body. A biller without a name shows its code. */
function readDestination({ fields }: MethodTraits, body: Schedule['body']): ScheduledDestination {
  const textOf = (name: string | null) => (name === null ? '' : text(body[name]));
  const bsb = fields.bsb === null ? null : textOf(fields.bsb);
  const description = textOf(fields.description);
  return {
    name: textOf(fields.payeeName) || description || (bsb ?? ''),
    bsb,
    accountNumber: textOf(fields.number),
    purpose: fields.purpose === null ? null : Number(body[fields.purpose]),
    description,
    recipientDescription: textOf(fields.recipientDescription),
  };
}
