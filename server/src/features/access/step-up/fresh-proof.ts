import type { ProofContent, ProofPurpose } from '@wattle/contract/access/step-up/step-up.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { hash } from 'node:crypto';
import type { AppContext } from '../../../context.ts';
import { callerOf } from '../../../http/caller.ts';
import type { Session } from '../../../http/handle.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import type { Tx } from '../../../platform/database.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import type { Effect } from '../../payments/public.ts';
import { deleteProof, listProofs } from './step-up.store.ts';

type Ctx = Pick<AppContext, 'clocks' | 'secrets'>;

/** What a proof that is good once is for. */
export type Act = { readonly purpose: Exclude<ProofPurpose, 'account'>; readonly content: ProofContent };

/**
 * What a proof is bound to: any change of purpose or content is another digest. It is keyed, because the content may
 * hold a card number, of which a plain hash can be searched.
 */
export function digestOfAct(secrets: Pick<Secrets, 'identifierHash'>, purpose: ProofPurpose, content: ProofContent) {
  return secrets.identifierHash('proof', canonicalJson({ purpose, content }));
}

/**
 * Spends the proof that this person has given for exactly this act; false where there is none. It comes back
 * where the transaction rolls back.
 */
export async function spendProof(tx: Tx, { clocks, secrets }: Ctx, session: Session, act: Act): Promise<boolean> {
  const { tenantId } = session;
  const key = { tenantId, owner: callerOf(session), digest: digestOfAct(secrets, act.purpose, act.content) };
  const [id] = await listProofs(tx, key, clocks.security.now());
  if (id === undefined) return false;
  deleteProof(tx, tenantId, id);
  return true;
}

/** The same as an effect of a payment: it is refused with `proof_needed`, or spends the proof with its posting. */
export function spendingProof(person: Pick<Session, 'webAccountId' | 'cardId'>, act: Act): Effect<'proof_needed'> {
  const owner = callerOf(person);
  const effect: Effect<'proof_needed', readonly string[]> = {
    // Plain, because nothing keeps the name of a lock, and no key is at hand where plans are made.
    lock: `proof:${owner}:${hash('sha256', canonicalJson(act))}`,
    read({ tx, tenantId, ctx: { clocks, secrets } }) {
      const digest = digestOfAct(secrets, act.purpose, act.content);
      return listProofs(tx, { tenantId, owner, digest }, clocks.security.now());
    },
    decide([id, ...others]) {
      if (id === undefined) return err('proof_needed');
      return ok({ state: others, write: ({ tx, tenantId }) => deleteProof(tx, tenantId, id) });
    },
  };
  return effect;
}
