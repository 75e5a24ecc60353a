import type { CardReference } from '@wattle/contract/wire.ts';
import type { Session } from '../../http/handle.ts';
import type { Clocks } from '../../platform/clock.ts';
import { monthAt } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import { type CardRow, findOwnCard, findOwnCards } from './card.store.ts';
import { isListed, statusIn } from './card-status.states.domain.ts';
import { type ShownCard, withSettings } from './card.view.ts';

/** A card with the status that the business clock gives it; undefined where that is never shown. */
function shown(card: CardRow, clocks: Clocks): ShownCard | undefined {
  const status = statusIn(monthAt(clocks.business.now()), card);
  return isListed(status) ? withSettings({ ...card, status }) : undefined;
}

/** The caller's cards as their list shows them. */
export async function listShownCards(tx: Tx, session: Session, clocks: Clocks): Promise<ShownCard[]> {
  const cards = await findOwnCards(tx, session, clocks);
  return cards.flatMap((card) => shown(card, clocks) ?? []);
}

/** One of the caller's cards, if their list shows it. */
export async function findShownCard(
  tx: Tx,
  session: Session,
  reference: CardReference,
  clocks: Clocks,
): Promise<ShownCard | undefined> {
  const card = await findOwnCard(tx, session, reference, clocks);
  return card && shown(card, clocks);
}
