import { err, ok } from '@wattle/contract/errors.ts';
import { hash } from 'node:crypto';
import { callerOf } from '../../../http/caller.ts';
import type { Session } from '../../../http/handle.ts';
import { canonicalJson } from '../../../platform/text/canonical-json.ts';
import { type Act, deleteProof, digestOfAct, listProofs } from '../../access/public.ts';
import type { Effect } from '../../payments/public.ts';

/** Uses up a proof with the posting of a payment, and refuses with `proof_needed` if there is none. */
export function usingProof(person: Pick<Session, 'webAccountId' | 'cardId'>, act: Act): Effect<'proof_needed'> {
  const owner = callerOf(person);
  const effect: Effect<'proof_needed', readonly string[]> = {
    // A plain hash suffices: names of locks are not stored, and plans have no access to keys.
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
