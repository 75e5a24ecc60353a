import { getCardDetails } from '@wattle/contract/cards/get-card-details.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../http/handle.ts';
import { dayAt } from '../../platform/clock.ts';
import { isPrimary } from './caller.store.ts';
import { toCardDetails } from './card.view.ts';
import { readInterestYears } from './interest.store.ts';
import { findShownCard } from './shown-cards.ts';
import { taxYearsAt } from './tax-year.domain.ts';

export const getCardDetailsRoute = handleRead(getCardDetails, async ({ body, session, tx, ctx }) => {
  const card = await findShownCard(tx, session, body.Card, ctx.clocks);
  if (!card) return err('invalid_card_details');
  const years = taxYearsAt(dayAt(ctx.clocks.business.now()));
  const [interest, isPrimaryHolder] = await Promise.all([
    readInterestYears(tx, card.tenant_id, card.ledger_account_id, years),
    isPrimary(tx, session),
  ]);
  return ok(toCardDetails(card, interest, { isPrimary: isPrimaryHolder }));
});
