import type { AppContext } from '../../context.ts';
import type { Brand } from '../brands/public.ts';

/** Whom a reset is for, and what it is counted under. */
export type Subject = { readonly webAccountId: bigint | null; readonly subjectHash: Buffer };

/** Whoever is named by several names is counted as one; what names nobody is counted by itself. */
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
