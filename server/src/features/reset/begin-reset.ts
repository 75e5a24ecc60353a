import { randomBytes, randomUUID } from 'node:crypto';
import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Brand } from '../brands/public.ts';
import { hashOfToken, placeOf } from './reset-call.ts';
import { addReset } from './reset.store.ts';
import type { Subject } from './subject-of.ts';

type Beginning = Subject & { readonly way: 'link' | 'account'; readonly sessionId: string | null };

/** Stores a reset and returns its token. */
export async function beginReset(
  tx: Tx,
  { ctx, brand }: { readonly ctx: AppContext; readonly brand: Brand },
  beginning: Beginning,
): Promise<string> {
  const place = placeOf(brand);
  const now = ctx.clocks.security.now();
  const token = randomBytes(32).toString('base64url');
  const forMs = beginning.way === 'link' ? ctx.config.resets.linkMs : ctx.config.session.absoluteAccountNumberMs;
  await addReset(tx, {
    ...place,
    ...beginning,
    id: randomUUID(),
    tokenHash: hashOfToken(ctx, place, token),
    createdAt: now,
    endsAt: now + forMs,
  });
  return token;
}
