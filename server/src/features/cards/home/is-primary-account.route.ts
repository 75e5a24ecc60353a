import { isPrimaryAccount } from '@wattle/contract/cards/home/is-primary-account.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../../http/handle.ts';
import { isPrimary } from '../../card-facts/public.ts';

export const isPrimaryAccountRoute = handleRead(isPrimaryAccount, async ({ session, tx }) =>
  ok(await isPrimary(tx, session)),
);
