import type { AppContext } from '../../compose/context.ts';
import type { Brand } from '../brands/public.ts';

/** Person of a reset, and the key that it is counted under. */
export type Subject = { readonly webAccountId: bigint | null; readonly subjectHash: Buffer };

/** Subject of the count: one for all names of a person, and one for each name without a person. */
export function subjectOf(
  { secrets }: Pick<AppContext, 'secrets'>,
  brand: Pick<Brand, 'id'>,
  webAccountId: bigint | null,
  typed: string,
): Subject {
  const subjectHash =
    webAccountId === null
      ? secrets.identifierHash(`${brand.id}:reset name`, typed)
      : secrets.identifierHash(`${brand.id}:reset web account`, String(webAccountId));
  return { webAccountId, subjectHash };
}
