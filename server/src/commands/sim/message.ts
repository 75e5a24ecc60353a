import { randomBytes } from 'node:crypto';
import type { ShopAmount } from '@wattle/contract/network/message.ts';
import { type Command, type Kind, UsageError } from './command.ts';

/** Where a message of each kind goes. */
export const PATHS: Readonly<Record<Kind, string>> = {
  purchase: 'authorisations',
  advice: 'advices',
  increment: 'authorisations',
  clear: 'clearings',
  reverse: 'reversals',
  refund: 'refunds',
  announce: 'refund-authorisations',
};

export type Message = { readonly reference: string } & Readonly<Record<string, unknown>>;

/** Earlier message of this simulator. */
export type Earlier = Readonly<Record<string, unknown>>;

const MERCHANT = { name: 'Corner Cafe', mcc: '5814', country: 'AU' };

/** The message that a command stands for. What is not typed comes from the purchase that it follows. */
export function messageOf(command: Command, earlier: Earlier | undefined): Message {
  const reference = command.reference ?? drawReference();
  const { original, amount } = command;
  if (command.kind === 'reverse') {
    return { reference, original, ...(amount !== undefined && { replacementAmount: amount }) };
  }
  const before = (earlier?.['merchant'] ?? {}) as Partial<typeof MERCHANT> & { city?: string; acceptorId?: string };
  const cardNumber = command.card ?? earlier?.['cardNumber'];
  const cents = amount ?? earlier?.['amount'];
  if (cardNumber === undefined) throw new UsageError(needs('--card', command));
  if (cents === undefined) throw new UsageError(needs('--amount', command));
  const city = command.city ?? before.city;
  const acceptorId = command.acceptor ?? before.acceptorId;
  const follows = command.kind !== 'purchase' && command.kind !== 'advice';
  return {
    reference,
    cardNumber,
    amount: cents,
    currency: 'AUD',
    channel: command.channel ?? earlier?.['channel'] ?? 'contactless',
    merchant: {
      name: command.merchant ?? before.name ?? MERCHANT.name,
      ...(city !== undefined && { city }),
      country: command.country ?? before.country ?? MERCHANT.country,
      mcc: command.mcc ?? before.mcc ?? MERCHANT.mcc,
      ...(acceptorId !== undefined && { acceptorId }),
    },
    ...(command.expiry !== undefined && { expiry: command.expiry }),
    ...shopAmountOf(command, earlier),
    ...(command.at !== undefined && { at: command.at }),
    ...(command.pin !== undefined && { pin: command.pin }),
    ...(command.wallet && { wallet: true }),
    ...(command.stored && { credentialOnFile: true }),
    ...(command.recurring && { recurring: true }),
    ...(command.takesPart && { takesPart: true }),
    ...(command.asked !== undefined && { askedAmount: command.asked }),
    ...(command.cash !== undefined && { cashAmount: command.cash }),
    ...(command.isFinal !== undefined && { isFinal: command.isFinal }),
    ...(command.cvv2 !== undefined && { cvv2: command.cvv2 }),
    ...(follows && original !== undefined && { original }),
  };
}

/** Amount in the shop's currency: that of the purchase, unless the command gives one. */
function shopAmountOf({ shopAmount, amount }: Command, earlier: Earlier | undefined) {
  const before = earlier?.['shopAmount'];
  if (shopAmount !== undefined) return { shopAmount };
  if (before === undefined) return {};
  const isWhole = amount === undefined || amount === earlier?.['amount'];
  return { shopAmount: isWhole ? before : partOf(before as ShopAmount, Number(amount) / Number(earlier?.['amount'])) };
}

function partOf(whole: ShopAmount, part: number): ShopAmount {
  return { ...whole, amount: Math.max(1, Math.round(whole.amount * part)) };
}

function needs(option: string, { kind, original }: Command): string {
  if (original === undefined) return `${kind} needs ${option}.`;
  return `This simulator has sent no ${original}, so ${kind} needs ${option}.`;
}

function drawReference(): string {
  return `SIM-${randomBytes(8).toString('hex').toUpperCase()}`;
}
