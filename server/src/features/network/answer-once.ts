import { createHash, randomInt } from 'node:crypto';
import { ANSWER, type AnswerCode, type NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import {
  addMessage,
  findMessage,
  findTenantOfPan,
  findTenantOfReference,
  lockReference,
  type MessageKind,
} from './network.store.ts';

/** What a message came to. */
export type Outcome = {
  readonly answer: NetworkAnswer;
  readonly authorisationId?: bigint | undefined;
  readonly transferId?: bigint | undefined;
  /** The member account of which its cardholders now see something else. */
  readonly changed?: bigint | undefined;
};

type Message = { readonly reference: string };
type CardMessage = Message & { readonly cardNumber: string };

export type Within = { readonly tx: Tx; readonly tenantId: number; readonly panHash: Buffer };

export function approved(reference: string, approvalCode: string, available: bigint): NetworkAnswer {
  return { reference, answer: ANSWER.approved, approvalCode, available: Number(available) };
}

export function refused(reference: string, answer: Exclude<AnswerCode, '00'>): NetworkAnswer {
  return { reference, answer, approvalCode: null, available: null };
}

/** 6 digits that stand for an approval on the shop's slip. */
export function drawApprovalCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** A message that names a card: its tenant is the card's. An unknown card is nobody's to keep. */
export async function answerCardMessage(
  ctx: AppContext,
  kind: MessageKind,
  message: CardMessage,
  work: (within: Within) => Promise<Outcome>,
): Promise<NetworkAnswer> {
  const panHash = ctx.secrets.panHash(message.cardNumber).hash;
  const tenantId = await ctx.database.readShared((tx) => findTenantOfPan(tx, panHash));
  if (tenantId === undefined) return refused(message.reference, ANSWER.noSuchCard);
  return answerOnce(ctx, kind, message, { tenantId, panHash }, (tx) => work({ tx, tenantId, panHash }));
}

/** A message that names only an earlier one: its tenant is that one's. */
export async function answerFollowUp(
  ctx: AppContext,
  kind: MessageKind,
  message: Message & { readonly original: string },
  work: (within: Omit<Within, 'panHash'>) => Promise<Outcome>,
): Promise<NetworkAnswer> {
  const tenantId = await ctx.database.readShared((tx) => findTenantOfReference(tx, message.original));
  if (tenantId === undefined) return refused(message.reference, ANSWER.error);
  return answerOnce(ctx, kind, message, { tenantId }, (tx) => work({ tx, tenantId }));
}

/**
 * Carries a message out once. A repeat gets the stored answer; the same reference with another
 * content is a mistake of the network (94). What it did and its answer commit together, a decline too.
 */
function answerOnce(
  ctx: AppContext,
  kind: MessageKind,
  message: Message,
  where: { readonly tenantId: number; readonly panHash?: Buffer },
  work: (tx: Tx) => Promise<Outcome>,
): Promise<NetworkAnswer> {
  const { reference } = message;
  const requestHash = hashOf(kind, message, where.panHash);
  return ctx.database.transact(where.tenantId, async (tx) => {
    await lockReference(tx, reference);
    const knownTenant = await findTenantOfReference(tx, reference);
    if (knownTenant !== undefined) {
      const stored = knownTenant === where.tenantId ? await findMessage(tx, knownTenant, reference) : undefined;
      const isRepeat = stored?.request_hash.equals(requestHash) === true;
      return isRepeat && stored ? stored.response : refused(reference, ANSWER.duplicate);
    }
    const { answer, authorisationId = null, transferId = null, changed } = await work(tx);
    if (changed !== undefined) ctx.live.tellChanged(tx, where.tenantId, changed);
    await addMessage(tx, {
      tenantId: where.tenantId,
      kind,
      requestHash,
      response: answer,
      authorisationId,
      transferId,
      at: ctx.clocks.business.now(),
    });
    return answer;
  });
}

/** Of everything but PIN and CVV2, in one order of the fields; the card number as its keyed hash. */
function hashOf(kind: MessageKind, message: object, panHash: Buffer | undefined): Buffer {
  const { pin: _pin, cvv2: _cvv2, cardNumber: _cardNumber, ...kept } = message as Record<string, unknown>;
  const content = canonical({ ...kept, kind, card: panHash?.toString('hex') ?? null });
  return createHash('sha256').update(content).digest();
}

function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
}
