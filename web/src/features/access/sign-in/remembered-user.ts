import { getRememberedUser } from '@wattle/contract/access/sign-in.ts';
import { send } from '../../../api/send.ts';

/** Masked username that this browser remembers for a brand; null without one or without a response. */
export async function askRememberedUser(brand: string): Promise<string | null> {
  const answer = await send(getRememberedUser, { query: { brand } });
  return answer.ok ? answer.value.UserName : null;
}
