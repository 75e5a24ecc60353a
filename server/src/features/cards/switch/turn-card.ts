import { err, ok } from '@wattle/contract/errors.ts';
import type { CardReference } from '@wattle/contract/wire.ts';
import type { AppContext } from '../../../context.ts';
import type { RequestInfo, Session } from '../../../http/handle.ts';
import { audit } from '../../../platform/audit.ts';
import { monthAt } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database.ts';
import { callerOf } from '../../../http/caller.ts';
import { lockOwnCard, saveStatus } from '../card.store.ts';
import { move } from '../../../platform/state-table.domain.ts';
import { CARD_STATUS, statusIn } from '../card-status.states.domain.ts';

type Input = {
  readonly body: { readonly Card: CardReference };
  readonly session: Session;
  readonly tx: Tx;
  readonly ctx: AppContext;
  readonly request: RequestInfo;
  readonly keep: (write: (tx: Tx) => unknown) => void;
};

/** Both ways of the switch. A request that finds it done already succeeds and writes nothing. */
export async function turnCard({ body, session, tx, ctx, request, keep }: Input, event: 'turnOn' | 'turnOff') {
  const action = event === 'turnOn' ? 'card.turned_on' : 'card.turned_off';
  const line = { tenantId: session.tenantId, actor: callerOf(session), action, requestId: request.id };
  const card = await lockOwnCard(tx, session, body.Card);
  if (!card) {
    keep((after) => audit(after, ctx.clocks, { ...line, outcome: 'invalid_card_details' }));
    return err('invalid_card_details');
  }
  const object = `card:${card.id}`;
  const state = statusIn(monthAt(ctx.clocks.business.now()), card);
  const by = session.cardId === null ? 'webAccount' : 'cardOnly';
  const switched = move(CARD_STATUS, { state, event, by });
  if (switched.kind === 'refused') {
    keep((after) => audit(after, ctx.clocks, { ...line, object, outcome: switched.error }));
    return err(switched.error);
  }
  if (switched.kind === 'changed') {
    await saveStatus(tx, card, switched.to);
    ctx.live.tellChanged(tx, session.tenantId, card.member_account_id);
    audit(tx, ctx.clocks, { ...line, object, outcome: 'ok' });
  }
  return ok({ IsSuccessful: true as const });
}
