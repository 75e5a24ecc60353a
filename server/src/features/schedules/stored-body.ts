import type { AppContext } from '../../context.ts';
import { openTexts } from '../../platform/typed-card-numbers.ts';
import { methodNamed } from '../payments/public.ts';
import type { Schedule } from './schedule.store.ts';

/**
 * The stored call of a schedule, checked by the contract once more: a later release may take less than the one that kept
 * it. Undefined: it is none that the call takes. The name of a payee is for lists, and one that does not pass is left
 * out: a biller may have any.
 */
export function readBody(
  { secrets, paymentMethods }: Pick<AppContext, 'secrets' | 'paymentMethods'>,
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
