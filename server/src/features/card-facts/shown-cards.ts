import type { CardStatus } from '@wattle/contract/cards/card.ts';
import type { CardReference } from '@wattle/contract/wire.ts';
import type { Clocks } from '../../platform/time/clock.ts';
import { monthAt } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Caller } from './caller.store.ts';
import { type CardRow, findOwnCard, findOwnCards } from './own-cards.store.ts';
import { isListed, statusIn } from './card-status.states.domain.ts';
import { type ProductSettings, productSettings } from './product-settings.ts';

/** Card with a visible status, and the settings of its product. */
export type ShownCard = CardRow & { readonly status: CardStatus; readonly settings: ProductSettings };

function withSettings(card: CardRow & { readonly status: CardStatus }): ShownCard {
  return { ...card, settings: productSettings.parse(card.product_settings) };
}

/** Card with its status at the business time; undefined if that is never shown. */
function shown(card: CardRow, clocks: Clocks): ShownCard | undefined {
  const status = statusIn(monthAt(clocks.business.now()), card);
  return isListed(status) ? withSettings({ ...card, status }) : undefined;
}

/** Cards in the caller's list. */
export async function listShownCards(tx: Tx, caller: Caller, clocks: Clocks): Promise<ShownCard[]> {
  const cards = await findOwnCards(tx, caller, clocks);
  return cards.flatMap((card) => shown(card, clocks) ?? []);
}

/** Card of the caller, if it is in their list. */
export async function findShownCard(
  tx: Tx,
  caller: Caller,
  reference: CardReference,
  clocks: Clocks,
): Promise<ShownCard | undefined> {
  const card = await findOwnCard(tx, caller, reference, clocks);
  return card && shown(card, clocks);
}
