import { getCardType } from '@wattle/contract/activation/get-card-type.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../http/handle.ts';
import { findIsReloadable } from './activate-card.store.ts';

/** What an unknown number is said to be: its code is asked for next, and is wrong. */
const UNKNOWN = true;

export const getCardTypeRoute = handleRead(getCardType, async ({ body, session, tx, ctx }) => {
  const { CardNumber: number } = body;
  const named =
    number.length === 11 ? { cardId: number, hashes: [] } : { cardId: null, hashes: ctx.secrets.panHashes(number) };
  return ok({ IsReloadable: (await findIsReloadable(tx, session, named)) ?? UNKNOWN });
});
