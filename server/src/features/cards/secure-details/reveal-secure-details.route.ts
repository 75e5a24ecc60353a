import { revealSecureDetails } from '@wattle/contract/cards/secure-details.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handle } from '../../../http/handle.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { monthAt } from '../../../platform/time/clock.ts';
import { callerOf } from '../../../http/caller.ts';
import { addReveal, countReveals, lockOwnCard, readPanCipher } from '../card.store.ts';
import { openNumber, statusIn, productSettings } from '../../card-facts/public.ts';

const HOUR_MS = 3_600_000;

export const revealSecureDetailsRoute = handle(
  revealSecureDetails,
  async ({ body, session, tx, ctx, request, keep }) => {
    const { clocks, secrets } = ctx;
    const line = {
      tenantId: session.tenantId,
      actor: callerOf(session),
      action: 'card.revealed',
      requestId: request.id,
    };
    // Locked, so that concurrent requests are counted one after the other.
    const card = await lockOwnCard(tx, session, body.Card);
    const object = card && `card:${card.id}`;
    const refuse = <E extends 'invalid_card_details' | 'card_problem' | 'too_many_requests'>(error: E) => {
      keep((after) => audit(after, clocks, { ...line, object, outcome: error }));
      return err(error);
    };

    if (!card) return refuse('invalid_card_details');
    if (!card.is_virtual || statusIn(monthAt(clocks.business.now()), card) !== 'Active') return refuse('card_problem');
    const now = clocks.security.now();
    const { revealsAnHour } = productSettings.parse(card.product_settings);
    if ((await countReveals(tx, card, now - HOUR_MS)) >= revealsAnHour) return refuse('too_many_requests');

    const sealed = await readPanCipher(tx, card);
    if (!sealed) throw new Error(`card ${card.id} is gone under its own lock`);
    const pan = openNumber(secrets, card.id, sealed);
    if (pan === null) return refuse('card_problem');
    await addReveal(tx, card, now);
    audit(tx, clocks, { ...line, object, outcome: 'ok' });
    return ok({ CardNumber: pan, ExpirationDate: card.expiry, Cvv2: secrets.cvv2(pan, card.expiry) });
  },
);
