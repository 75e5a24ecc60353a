import type { ProofContent, ProofPurpose } from '@wattle/contract/access/step-up.ts';
import type { AppContext } from '../../../compose/context.ts';
import { callerOf } from '../../../http/caller.ts';
import type { Session } from '../../../http/handle.ts';
import { canonicalJson } from '../../../platform/text/canonical-json.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { deleteProof, listProofs } from './step-up.store.ts';

type Ctx = Pick<AppContext, 'clocks' | 'secrets'>;

/** Act that a single-use proof is bound to. */
export type Act = { readonly purpose: Exclude<ProofPurpose, 'account'>; readonly content: ProofContent };

/**
 * Digest that a proof is bound to: any change of purpose or content is another digest. It is keyed, because the content may
 * hold a card number, of which a plain hash can be searched.
 */
export function digestOfAct(secrets: Pick<Secrets, 'identifierHash'>, purpose: ProofPurpose, content: ProofContent) {
  return secrets.identifierHash('proof', canonicalJson({ purpose, content }));
}

/**
 * Spends the proof that this person has given for exactly this act; false if there is none. A rollback restores it.
 */
export async function spendProof(tx: Tx, { clocks, secrets }: Ctx, session: Session, act: Act): Promise<boolean> {
  const { tenantId } = session;
  const key = { tenantId, owner: callerOf(session), digest: digestOfAct(secrets, act.purpose, act.content) };
  const [id] = await listProofs(tx, key, clocks.security.now());
  if (id === undefined) return false;
  deleteProof(tx, tenantId, id);
  return true;
}
