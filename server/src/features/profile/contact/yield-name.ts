import type { AppContext } from '../../../compose/context.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { notifyHolder } from '../../messages/public.ts';
import type { Place } from './contact.store.ts';
import { dropUnprovedName } from './login-names.store.ts';

type Proved = {
  readonly place: Place;
  /** The login that gets the name; null if it is not made yet. */
  readonly webAccountId: bigint | null;
  /** Folded. */
  readonly name: string;
  /** Proof of it, for the log and for a single notice. */
  readonly cause: string;
};

/** Frees a contact that its person has proved from a login that sits on it without proof, and tells that one. */
export async function yieldName(tx: Tx, ctx: AppContext, proved: Proved): Promise<void> {
  const { place, webAccountId, name, cause } = proved;
  const sitter = await dropUnprovedName(tx, place, name, webAccountId);
  if (!sitter) return;
  const { tenantId, brandId } = place;
  audit(tx, ctx.clocks, {
    tenantId,
    actor: webAccountId === null ? 'visitor' : `web:${webAccountId}`,
    action: 'profile.name_yielded',
    object: `web:${sitter.webAccountId}`,
    outcome: 'ok',
    details: { cause },
  });
  await notifyHolder(tx, ctx, {
    tenantId,
    brandId,
    holderId: sitter.holderId,
    template: 'credentialChanged',
    params: { change: 'nameYielded' },
    dedupKey: `name-yielded:${sitter.webAccountId}:${cause}`,
    everyContact: true,
  });
}
