import { randomUUID } from 'node:crypto';
import type { AppContext } from '../../../compose/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { foldLoginName } from '../../access/public.ts';
import { queueRequested } from '../../messages/public.ts';
import { toE164 } from '../../../platform/text/mobile-number.domain.ts';
import { addChange, type ContactChannel, readContactHolder } from './contact.store.ts';
import { isNameOfAnother } from './login-names.store.ts';

type Asked = {
  readonly tenantId: number;
  readonly brandId: number;
  readonly webAccountId: bigint;
  readonly channel: ContactChannel;
  /** The new contact in its stored form. */
  readonly value: string;
  readonly code: string;
  /** Argon2id of the code; made outside of transactions. */
  readonly codeHash: string;
};

/**
 * Stores a new contact of a login until the code sent there is entered (ConfirmContact), and drops a pending one.
 * Nothing else changes until then. False if it opens another login or is reserved for one.
 */
export async function askContactCode(tx: Tx, ctx: AppContext, asked: Asked): Promise<boolean> {
  const { tenantId, brandId, webAccountId, channel, value, code, codeHash } = asked;
  const person = await readContactHolder(tx, tenantId, webAccountId);
  if (!person) throw new Error('a login without its person');
  if (await isNameOfAnother(tx, asked, foldLoginName(value), webAccountId)) return false;
  const id = randomUUID();
  await addChange(tx, {
    id,
    tenantId,
    brandId,
    webAccountId,
    holderId: person.holder_id,
    channel,
    oldValue: person[channel],
    newValue: value,
    codeHash,
    askedAt: ctx.clocks.security.now(),
  });
  await queueRequested(tx, ctx, {
    tenantId,
    brandId,
    channel: channel === 'email' ? 'email' : 'sms',
    to: channel === 'email' ? value : (toE164(value) ?? value),
    holderId: person.holder_id,
    template: 'contactCode',
    language: person.language,
    params: { code, firstName: person.first_name },
    expiresAt: ctx.clocks.security.now() + ctx.config.resets.codeMs,
    replaces: `contact-code:${webAccountId}:${channel}:`,
    dedupKey: `contact-code:${webAccountId}:${channel}:${id}`,
  });
  return true;
}
