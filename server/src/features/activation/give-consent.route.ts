import { giveConsent } from '@wattle/contract/activation/give-consent.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handle } from '../../http/handle.ts';
import { audit } from '../../platform/audit.ts';
import { factsOf } from './activation-facts.ts';
import { needsKyc } from './activation-order.domain.ts';
import { actorOf } from './actor.ts';
import { admitStep, changedActivation } from './admit-step.ts';
import { saveConsent } from './activation.store.ts';
import { toActivationView } from './activation.view.ts';

export const giveConsentRoute = handle(giveConsent, async (input) => {
  const { body, session, tx, ctx, request } = input;
  const admitted = await admitStep(input, giveConsent, 'consent');
  if (!admitted.ok) return admitted;
  const row = admitted.value;
  const isKycNeeded = needsKyc(factsOf(row));
  if (isKycNeeded && !body.AcceptedIdentityCheck) return err('required_field', 'AcceptedIdentityCheck');
  const marketing = { product: body.ProductMarketingEmail, cfs: body.CfsMarketingEmail ?? false };
  await saveConsent(tx, row, marketing, ctx.clocks.security.now());
  audit(tx, ctx.clocks, {
    tenantId: session.tenantId,
    actor: actorOf(session),
    action: 'activation.consented',
    object: `card:${row.card_id}`,
    outcome: 'ok',
    requestId: request.id,
    details: { identityCheck: isKycNeeded, marketing: marketing.product, news: marketing.cfs },
  });
  return ok(toActivationView(await changedActivation(input)));
});
