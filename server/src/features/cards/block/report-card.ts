import { err, ok } from '@wattle/contract/errors.ts';
import type { CardReference } from '@wattle/contract/wire.ts';
import { callerOf } from '../../../http/caller.ts';
import { dayAt, monthAt } from '../../../platform/time/clock.ts';
import { move } from '../../../platform/state-table.domain.ts';
import { drawNumber, receiptNumber } from '../../payments/public.ts';
import { findOwnCard, CARD_STATUS } from '../../card-facts/public.ts';
import { notifyCardChanged } from '../notify-card.ts';
import { manageCard, type Managing } from '../manage-card.ts';
import { lockNumber, saveRestricted } from './card-number.store.ts';
import { addReport, lastReference, type ReportKind } from './card-report.store.ts';
import { reportNumber } from './report-number.ts';

const ACTIONS = { lost: 'card.reported_lost', stolen: 'card.reported_stolen' } as const;

type Input = Managing & { readonly body: { readonly Card: CardReference } };

/** Blocks a card for its holder and returns a reference number, the same when repeated. */
export function blockOwnCard({ body, ...managing }: Input) {
  const { tx } = managing;
  return manageCard(managing, 'card.blocked', body.Card, async (card) => {
    const blocked = move(CARD_STATUS, { state: card.status, event: 'block', by: 'webAccount' });
    if (blocked.kind === 'refused') return err(blocked.error);
    if (!card.is_reloadable) return err('card_problem');
    if (blocked.kind === 'done') return ok(answerOf(await lastReference(tx, card, ['block']), false));
    await saveRestricted(tx, card, 'holder');
    return ok(answerOf(await reported(managing, card, 'block'), true));
  });
}

/**
 * Reports a card lost or stolen, whatever its status, and with it every card of its number. Returns a reference number,
 * which is the same for a repeat.
 */
export async function reportCard({ body, ...managing }: Input, kind: 'lost' | 'stolen') {
  const { tx, ctx, session } = managing;
  const by = session.cardId === null ? 'webAccount' : 'cardOnly';
  // The number is locked before its card, in the order in which an activation of the same number locks.
  const named = await findOwnCard(tx, session, body.Card, ctx.clocks);
  if (named) await lockNumber(tx, session.tenantId, named.id);
  return manageCard<ReturnType<typeof answerOf>['value'], never>(managing, ACTIONS[kind], body.Card, async (card) => {
    const month = monthAt(ctx.clocks.business.now());
    const { id, isChanged } = await reportNumber(tx, card, { kind, by, month });
    const head = { tenant_id: card.tenant_id, id };
    const reference = isChanged
      ? await reported(managing, head, kind)
      : await lastReference(tx, head, ['lost', 'stolen']);
    return ok(answerOf(reference, isChanged));
  });
}

function answerOf(reference: string | null, isChanged: boolean) {
  return {
    value: { IsSuccessful: true as const, ReferenceNumber: reference },
    isChanged,
    ...(isChanged && { details: { reference: reference ?? '' } }),
  };
}

type Reporting = Pick<Managing, 'tx' | 'ctx' | 'session'>;

/** Saves a report of a card and returns its reference number. */
async function reported(
  { tx, ctx, session }: Reporting,
  card: { readonly tenant_id: number; readonly id: bigint },
  kind: Exclude<ReportKind, 'replace'>,
): Promise<string> {
  const at = ctx.clocks.business.now();
  const reference = receiptNumber(dayAt(at), await drawNumber(tx));
  addReport(tx, card, { kind, reference, actor: callerOf(session), at });
  const change = kind === 'block' ? 'blocked' : kind;
  await notifyCardChanged(tx, ctx, { tenantId: card.tenant_id, cardId: card.id, change, cause: reference });
  return reference;
}
