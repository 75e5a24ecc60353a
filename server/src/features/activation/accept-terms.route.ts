import { acceptTerms } from '@wattle/contract/activation/accept-terms.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handle } from '../../http/handle.ts';
import { audit } from '../../platform/audit.ts';
import { actorOf } from './actor.ts';
import { admitStep, changedActivation } from './admit-step.ts';
import { addAcceptance } from './activation.store.ts';
import { toActivationView } from './activation.view.ts';

export const acceptTermsRoute = handle(acceptTerms, async (input) => {
  const { body, session, tx, ctx, request } = input;
  const admitted = await admitStep(input, acceptTerms, 'terms');
  if (!admitted.ok) return admitted;
  const row = admitted.value;
  // Terms that were changed since they were shown have to be shown again.
  if (row.terms_id === null || row.terms_version !== body.Version) return err('required_field', 'Version');
  const actor = actorOf(session);
  await addAcceptance(tx, row, {
    termsId: row.terms_id,
    actor,
    nowMs: ctx.clocks.security.now(),
    address: request.address,
    userAgent: request.userAgent.slice(0, 400),
  });
  audit(tx, ctx.clocks, {
    tenantId: session.tenantId,
    actor,
    action: 'terms.accepted',
    object: `card:${row.card_id}`,
    outcome: 'ok',
    requestId: request.id,
    details: { terms: row.terms_id },
  });
  return ok(toActivationView(await changedActivation(input)));
});
