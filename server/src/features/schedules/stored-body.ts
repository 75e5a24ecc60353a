import type { Secrets } from '../../platform/secrets/secrets.ts';
import { openTexts } from '../../platform/secrets/typed-card-numbers.ts';
import { methodNamed, type MethodTraits } from '../payments/public.ts';
import type { Schedule } from './schedule.store.ts';

/**
 * Stored call of a schedule, validated by the contract again, because a later release may be stricter than the one that
 * stored it. Undefined: invalid. The name of a payee is only for lists, so an invalid one is dropped: a biller may have
 * any name.
 */
export function readBody(
  { secrets, paymentMethods }: { readonly secrets: Secrets; readonly paymentMethods: readonly MethodTraits[] },
  { kind, body }: Pick<Schedule, 'kind' | 'body'>,
): unknown {
  const method = methodNamed(paymentMethods, kind);
  const stored = openTexts(secrets, body);
  const { payeeName } = method.fields;
  const nameless = Object.fromEntries(Object.entries(stored).filter(([name]) => name !== payeeName));
  for (const one of [stored, nameless]) {
    const parsed = method.operation.body.safeParse(one);
    if (parsed.success) return parsed.data;
  }
  return undefined;
}
