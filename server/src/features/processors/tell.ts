import { ANSWER, type NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { AppContext } from '../../compose/context.ts';
import {
  adoptIncrement,
  findMessages,
  holdDeclined,
  takeAdvice,
  type TakenTold,
  takeTold,
  tenantOfCard,
} from '../network/public.ts';
import type { NamedCard, PurchaseMessage } from '../../outside/processors/purchase-message.ts';
import { referenceOf } from '../../outside/processors/reference.ts';
import { adoptionOf, type Adoption, type Ours } from './adopt.domain.ts';
import { answerHere } from './answer-here.ts';
import { noteToldState } from './cards/compared-cards.store.ts';
import type { Connected } from './connection.ts';
import type { ToldOutcome } from './event-end.store.ts';
import { keptWords, type ToldEvent, withoutNumbers } from './inbound.ts';
import { readAskedAmount, type ToldResult } from './purchase.store.ts';
import type { WaitsFor } from './waiting.store.ts';

/** Outcome of a told event. `result`: what it says of an ask. */
export type Told = {
  readonly outcome: ToldOutcome;
  readonly did: string | null;
  readonly result?: Omit<ToldResult, 'connectionId' | 'of' | 'atMs'>;
};

type Waits = { readonly waitsFor: WaitsFor };
type Decided = Extract<ToldEvent, { readonly did: 'decided' | 'declined' }>;

/**
 * Carries out what a processor tells, once however often it is called: each message that follows has its own reference,
 * under which the books know it.
 */
export async function tell(ctx: AppContext, connected: Connected, event: ToldEvent): Promise<Told | Waits> {
  const told = withoutNumbers(event);
  const { tenantId, id: connection } = connected.connection;
  if ('message' in told && !(await isOwnCard(ctx, tenantId, told.message.card))) return { waitsFor: 'card' };
  switch (told.did) {
    case 'decided':
    case 'declined':
      return adopt(ctx, connected, told);
    case 'cardState': {
      const { card, state } = told;
      const of = { tenantId, connectionId: connection };
      const isKnown = await ctx.database.transact(tenantId, (tx) =>
        noteToldState(tx, of, { card, state, atMs: ctx.clocks.security.now() }),
      );
      return isKnown ? { outcome: 'done', did: state } : { waitsFor: 'card' };
    }
    default:
      return settled(await answerHere(takeTold(ctx, told, { tenantId, connection })), null);
  }
}

/** A programme tells of its own cards only: a number may be of another one's. */
async function isOwnCard(ctx: AppContext, tenantId: number, card: NamedCard): Promise<boolean> {
  return !('number' in card) || (await tenantOfCard(ctx, card)) === tenantId;
}

function settled({ answer }: NetworkAnswer, did: string | null, outcome: ToldOutcome = 'done'): Told | Waits {
  if (answer === ANSWER.approved) return { outcome, did };
  if (answer === ANSWER.noSuchCard) return { waitsFor: 'card' };
  if (answer === ANSWER.error) return { waitsFor: 'purchase' };
  return { outcome: 'refused', did: answer };
}

/** Compares a result with our answer, and lets the money follow it. */
async function adopt(ctx: AppContext, connected: Connected, told: Decided, isAgain = false): Promise<Told | Waits> {
  const { message } = told;
  const theirs = { isApproved: told.did === 'decided' && told.approved, cents: BigInt(message.amount) };
  const { ours, wasAsked } = await readOurs(ctx, connected, message.reference, theirs.cents);
  const adoption = adoptionOf(ours, theirs);
  const answer = await answerHere(follow(ctx, connected, told, adoption, ours));
  // Our own decision was committed between the comparison and the advice.
  if (answer?.answer === ANSWER.duplicate && adoption.do === 'advice' && !isAgain) {
    return adopt(ctx, connected, told, true);
  }
  const differed =
    adoption.differed === 'notAsked' && wasAsked && theirs.isApproved ? 'theyApproved' : adoption.differed;
  const outcome = differed === null ? 'confirmed' : 'adopted';
  const followed = answer ? settled(answer, adoption.do, outcome) : ({ outcome, did: null } as const);
  if ('waitsFor' in followed) return followed;
  return {
    ...followed,
    result: {
      reference: message.reference,
      amount: message.amount,
      isApproved: theirs.isApproved,
      by: told.did === 'decided' ? told.by : 'processor',
      reason: told.did === 'declined' ? keptWords(told.reason, 200) : null,
      differed,
    },
  };
}

async function readOurs(
  { database }: AppContext,
  { connection }: Connected,
  reference: string,
  theirs: bigint,
): Promise<{ readonly ours: Ours; readonly wasAsked: boolean }> {
  const { tenantId, id } = connection;
  return database.read(tenantId, async (tx) => {
    const asked = await readAskedAmount(tx, tenantId, id, reference);
    const [stored] = await findMessages(tx, tenantId, [reference]);
    if (asked === undefined || !stored?.response) return { ours: undefined, wasAsked: asked !== undefined };
    const { approvalCode, approvedAmount } = stored.response as NetworkAnswer & { readonly approvedAmount?: number };
    const isApproved = approvalCode !== null;
    const cents = approvedAmount === undefined ? asked : BigInt(approvedAmount);
    return { ours: { isApproved, cents: isApproved ? cents : theirs }, wasAsked: true };
  });
}

/** Consequences that hold money. An increment adds to its purchase instead. */
const HOLDS: ReadonlySet<Adoption['do']> = new Set(['advice', 'adviceOfDeclined', 'holdSet']);

/** Does what follows of a comparison. Undefined: nothing. */
async function follow(
  ctx: AppContext,
  connected: Connected,
  told: Decided,
  { do: what }: Adoption,
  ours: Ours,
): Promise<NetworkAnswer | undefined> {
  const { message } = told;
  const { tenantId, id: connection } = connected.connection;
  const by = { tenantId, connection };
  const { key, of, at, after } = told;
  const keyed = { key, of, at, after };
  const derived = (word: string) => referenceOf(connection, `${key} ${word}`);
  const { original } = message;
  if (original !== undefined && HOLDS.has(what))
    return adoptIncrement(ctx, tenantId, { message, original, after, ours });
  switch (what) {
    case 'nothing':
      return undefined;
    case 'advice':
      return takeAdvice(ctx, message);
    case 'adviceOfDeclined':
      return holdDeclined(ctx, message);
    case 'decline':
      return takeTold(ctx, declineOf(told), by);
    case 'reversal': {
      const isTooLate = told.did === 'decided' && told.by === 'timeout';
      const reversal = {
        did: 'reversed',
        reference: derived('reversal'),
        original: message.reference,
        left: 0,
      } as const;
      return takeTold(ctx, { ...keyed, ...reversal, ...(isTooLate && { why: 'tooLate' }) }, by);
    }
    case 'holdSet': {
      const { amount } = message;
      const set = { did: 'holdSet', reference: derived('hold'), original: message.reference, amount } as const;
      return takeTold(ctx, { ...keyed, ...set }, by);
    }
  }
}

/** A decline without asking us is a row of the cardholder's list. */
function declineOf(told: Decided): Extract<TakenTold, { readonly did: 'declined' }> {
  if (told.did === 'declined') return told;
  const { key, of, at, after, message, by } = told;
  return { key, of, at, after, did: 'declined', reason: by, message: message satisfies PurchaseMessage };
}
