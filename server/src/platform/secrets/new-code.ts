import { randomInt } from 'node:crypto';
import type { Secrets } from './secrets.ts';

export type NewCode = { readonly code: string; readonly hash: string };

/** A new code of 6 digits and its hash; outside of transactions. */
export async function newCode({ secrets }: { readonly secrets: Pick<Secrets, 'hashSecret'> }): Promise<NewCode> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  return { code, hash: await secrets.hashSecret(code) };
}
