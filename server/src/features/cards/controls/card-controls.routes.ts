import {
  type CardControls,
  CATEGORY_CONTROLS,
  changeCardControl,
  getCardControls,
} from '@wattle/contract/cards/controls.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handle, type Route } from '../../../http/handle.ts';
import { isInUse, manageCard, readCard } from '../manage-card.ts';
import type { ManagedCard } from '../managed-card.store.ts';
import { type BlockedControls, changeControl, controlsOf, isBlocked } from './controls.domain.ts';
import { readControls, saveControls } from './controls.store.ts';

const HOUR_MS = 3_600_000;

function toView(card: ManagedCard, controls: BlockedControls, now: number): CardControls {
  const { gamblingOpensAt } = controls;
  return {
    Controls: controlsOf(card.settings, { isVirtual: card.is_virtual }).map((Control) => {
      const waits = Control === 'gambling' && gamblingOpensAt !== null && isBlocked(controls, Control, now);
      return {
        Control,
        Kind: (CATEGORY_CONTROLS as readonly string[]).includes(Control) ? ('category' as const) : ('channel' as const),
        IsAllowed: !isBlocked(controls, Control, now),
        AllowedFrom: waits ? new Date(gamblingOpensAt).toISOString() : null,
      };
    }),
    GamblingWaitHours: card.settings.gamblingWaitHours,
    HomeCountry: card.settings.homeCountry,
    ForeignFeePercent: card.settings.foreignFeePoints / 100,
  };
}

/** Ways to pay and kinds of shops that a holder may turn off. */
export const cardControlRoutes: readonly Route[] = [
  handle(getCardControls, ({ body, ...reading }) =>
    readCard(reading, body.Card, async (card) => {
      if (!isInUse(card)) return err('card_problem');
      return ok(toView(card, await readControls(reading.tx, card), reading.ctx.clocks.business.now()));
    }),
  ),

  handle(
    changeCardControl,
    ({ body, ...managing }) =>
      manageCard(managing, 'card.control_changed', body.Card, async (card) => {
        const { tx, ctx } = managing;
        const { Control: control, IsAllowed: isAllowed } = body;
        if (!isInUse(card)) return err('card_problem');
        if (!controlsOf(card.settings, { isVirtual: card.is_virtual }).includes(control)) {
          return err('required_field', 'Control');
        }
        const now = ctx.clocks.business.now();
        const before = await readControls(tx, card);
        const waitMs = card.settings.gamblingWaitHours * HOUR_MS;
        const after = changeControl(before, { control, isAllowed, now, waitMs });
        if (after) await saveControls(tx, card, after);
        return ok({
          value: toView(card, after ?? before, now),
          isChanged: after !== undefined,
          details: { control, isAllowed },
        });
      }),
    { needsProof: ({ body }) => body.IsAllowed },
  ),
];
