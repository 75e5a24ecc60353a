import { err, ok } from '@wattle/contract/errors.ts';
import type { CardReference } from '@wattle/contract/wire.ts';
import { callerOf } from '../../../http/caller.ts';
import { dayAt } from '../../../platform/clock.ts';
import { move } from '../../../platform/state-table.domain.ts';
import { drawNumber, receiptNumber } from '../../payments/public.ts';
import { saveStatus } from '../card.store.ts';
import { CARD_STATUS } from '../card-status.states.domain.ts';
import { manageCard, type Managing } from '../manage-card.ts';
import { addReport, lastReference, type ReportKind } from './card-report.store.ts';

const EVENTS = { block: 'block', lost: 'reportLost', stolen: 'reportStolen' } as const;
const ACTIONS = { block: 'card.blocked', lost: 'card.reported_lost', stolen: 'card.reported_stolen' } as const;

type Input = Managing & { readonly body: { readonly Card: CardReference } };

/**
 * Blocks a card, or reports it lost or stolen, and answers the number to quote. Repeated, it answers the number of
 * the first time.
 */
export function reportCard({ body, ...managing }: Input, kind: Exclude<ReportKind, 'replace'>) {
  const { tx, ctx, session } = managing;
  const by = session.cardId === null ? 'webAccount' : 'cardOnly';
  return manageCard(managing, ACTIONS[kind], body.Card, async (card) => {
    const reported = move(CARD_STATUS, { state: card.status, event: EVENTS[kind], by });
    if (reported.kind === 'refused') return err(reported.error);
    // A card that is not reloadable can be reported lost; there is nothing else to keep it from.
    if (kind === 'block' && !card.is_reloadable) return err('card_problem');
    if (reported.kind === 'done') {
      const ReferenceNumber = await lastReference(tx, card, kind);
      return ok({ value: { IsSuccessful: true as const, ReferenceNumber }, isChanged: false });
    }
    const at = ctx.clocks.business.now();
    const ReferenceNumber = receiptNumber(dayAt(at), await drawNumber(tx));
    await saveStatus(tx, card, reported.to);
    addReport(tx, card, { kind, reference: ReferenceNumber, actor: callerOf(session), at });
    return ok({
      value: { IsSuccessful: true as const, ReferenceNumber },
      isChanged: true,
      details: { reference: ReferenceNumber },
    });
  });
}
