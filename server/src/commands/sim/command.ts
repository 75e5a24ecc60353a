import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { ShopAmount } from '@wattle/contract/network/message.ts';
import { digitsText } from '@wattle/contract/rules/typed-text.ts';
import { exponentOf } from '../../outside/processors/currencies.ts';
import { CHANNELS, type Channel } from '@wattle/contract/transactions/transaction.ts';

export const HELP = `The card network's side of a purchase, and a deposit by another bank, for trying Wattle out.

  npm run sim -- purchase --card NUMBER --amount 12.34 --merchant "Corner Cafe" --mcc 5814 --channel contactless
  npm run sim -- increment --original REFERENCE --amount 5.00    (held in addition)
  npm run sim -- clear    --original REFERENCE [--amount 14.00]  [--final | --more]   (nothing more comes, or something)
  npm run sim -- reverse  --original REFERENCE [--amount 5.00]   (the amount that stays; none: all is taken back)
  npm run sim -- refund   --original REFERENCE [--amount 12.34]
  npm run sim -- announce --original REFERENCE [--amount 12.34]  (a refund is on its way; no money moves yet)
  npm run sim -- advice   --card NUMBER --amount 12.34           (approved elsewhere; held whatever the balance)
  npm run sim -- deposit  --account 200100017 --amount 50 [--bsb 000-001] [--from "Acme Pty Ltd"] [--reference TEXT]
                          [--programme 2]                        (a file of the bank; read within half a minute)
  npm run sim -- npp help                                        (money over the instant network)
  npm run sim -- processor help                                  (purchases as Stripe, Lithic and others send them)
  npm run sim -- webhook help                                    (receives what endpoints of a programme are told)
  npm run sim -- message help                                    (what a provider says of a text or mail later)
  npm run sim -- clock    [--forward 3d]                         (shows the business clock, or moves it: 30m, 12h, 3d)

Options of all but reverse, deposit and clock
  --card NUMBER       16 or 19 digits; taken from --original where that is a message of this simulator
  --amount DOLLARS    up to two decimals; a purchase of 0 checks the card
  --merchant NAME     as the terminal sends it
  --mcc CODE          4 digits: 5411 groceries, 5542 fuel pump, 7011 hotel, 6011 cash, 7995 gambling
  --city, --country   of the merchant; the country in two letters
  --channel CHANNEL   ${CHANNELS.join(', ')}
  --expiry YYYY-MM    as read from the card
  --pin, --cvv2       as typed
  --wallet            a phone or a watch stands for the card
  --part              the terminal can take an approval of a part
  --asked, --cash     dollars that the cardholder was asked for, where more is held; part of it that is paid out in cash
  --stored            the shop has kept the card, so it sends no CVV2; --recurring: one of a series
  --acceptor ID       the shop's number at its own bank, up to 15 characters
  --shop "12.00 USD"  what the shop asked for in its own currency, and --rate 1.5417, what one unit is billed at;
                      --amount is worked out from both where it is not given
  --at INSTANT        when it happened: 2026-11-20T02:00:00Z
  --reference REF     the network's own reference; send it again and the stored answer comes back

Prints the answer as one JSON line. "answer" is the network's code: 00 approved, 51 no funds, 54 expired,
62 off or blocked, and so on. Exit code 0 for an approval and for a decline, 1 where no answer came, 2 for
a command that was not understood.`;

/** Invalid arguments; the message says which. */
export class UsageError extends Error {}

const KINDS = ['purchase', 'advice', 'increment', 'clear', 'reverse', 'refund', 'announce'] as const;
export type Kind = (typeof KINDS)[number];

export type Command = {
  readonly kind: Kind;
  readonly reference: string | undefined;
  readonly original: string | undefined;
  readonly card: string | undefined;
  /** Cents. */
  readonly amount: number | undefined;
  readonly merchant: string | undefined;
  readonly city: string | undefined;
  readonly country: string | undefined;
  readonly mcc: string | undefined;
  readonly channel: Channel | undefined;
  readonly expiry: string | undefined;
  readonly pin: string | undefined;
  readonly cvv2: string | undefined;
  readonly at: string | undefined;
  readonly shopAmount: ShopAmount | undefined;
  readonly wallet: boolean;
  readonly acceptor: string | undefined;
  /** The rest of the hold goes, or stays; undefined: as the channel says. */
  readonly isFinal: boolean | undefined;
  readonly stored: boolean;
  readonly recurring: boolean;
  readonly takesPart: boolean;
  /** Cents. */
  readonly asked: number | undefined;
  readonly cash: number | undefined;
};

const TEXT = { type: 'string' } as const;
const OPTIONS = {
  card: TEXT,
  amount: TEXT,
  merchant: TEXT,
  city: TEXT,
  country: TEXT,
  mcc: TEXT,
  channel: TEXT,
  expiry: TEXT,
  pin: TEXT,
  cvv2: TEXT,
  at: TEXT,
  shop: TEXT,
  rate: TEXT,
  reference: TEXT,
  original: TEXT,
  wallet: { type: 'boolean' },
  acceptor: TEXT,
  final: { type: 'boolean' },
  more: { type: 'boolean' },
  stored: { type: 'boolean' },
  part: { type: 'boolean' },
  asked: TEXT,
  cash: TEXT,
  recurring: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Reads what was typed after `npm run sim --`; undefined if help was asked for. Throws UsageError. */
export function readCommand(argv: readonly string[]): Command | undefined {
  const { values, positionals } = parsedArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  if (values.help === true || positionals[0] === 'help') return undefined;
  const [kind, ...rest] = positionals;
  if (!isKind(kind)) {
    throw new UsageError(
      kind === undefined
        ? `Say what to do: ${KINDS.join(', ')}, deposit.`
        : `"${kind}" is none of ${KINDS.join(', ')}, deposit.`,
    );
  }
  if (rest.length > 0) throw new UsageError(`"${rest[0]}" stands alone: put names with spaces in quotes.`);
  const shopAmount = shopAmountOf(values.shop, values.rate);
  const needsOriginal = kind === 'reverse' || kind === 'increment';
  if (needsOriginal && values.original === undefined)
    throw new UsageError(`${kind} needs --original, the reference of the purchase.`);
  return {
    kind,
    reference: checked('reference', values.reference, /^[A-Za-z0-9-]{6,40}$/, '6 to 40 letters, digits and hyphens'),
    original: checked('original', values.original, /^[A-Za-z0-9-]{6,40}$/, '6 to 40 letters, digits and hyphens'),
    card: checked(
      'card',
      values.card === undefined ? undefined : digitsText(values.card),
      /^(\d{16}|\d{19})$/,
      '16 or 19 digits',
    ),
    amount: values.amount === undefined ? shopAmount && billedOf(shopAmount) : amountOf(kind, values.amount),
    shopAmount,
    merchant: checked('merchant', values.merchant, /^.{1,80}$/, '1 to 80 characters'),
    city: checked('city', values.city, /^.{0,40}$/, 'at most 40 characters'),
    country: checked('country', values.country, /^[A-Z]{2}$/, 'two capital letters'),
    mcc: checked('mcc', values.mcc, /^\d{4}$/, '4 digits'),
    channel: channelOf(values.channel),
    expiry: checked('expiry', values.expiry, /^\d{4}-(0[1-9]|1[0-2])$/, 'YYYY-MM'),
    pin: checked('pin', values.pin, /^\d{4}$/, '4 digits'),
    cvv2: checked('cvv2', values.cvv2, /^\d{3}$/, '3 digits'),
    at: checked(
      'at',
      values.at,
      /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/,
      'an instant such as 2026-11-20T02:00:00Z',
    ),
    wallet: values.wallet === true,
    acceptor: checked('acceptor', values.acceptor, /^[\x21-\x7e][\x20-\x7e]{0,14}$/, '1 to 15 characters'),
    isFinal: endingOf(kind, values),
    stored: values.stored === true,
    recurring: values.recurring === true,
    takesPart: values.part === true,
    asked: values.asked === undefined ? undefined : centsOf(values.asked, 'asked'),
    cash: values.cash === undefined ? undefined : centsOf(values.cash, 'cash'),
  };
}

/** Parses options, of which a wrong one is a UsageError. */
export function parsedArgs<const T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The options cannot be read.');
  }
}

function isKind(word: string | undefined): word is Kind {
  return KINDS.some((kind) => kind === word);
}

export function checked(name: string, value: string | undefined, pattern: RegExp, rule: string): string | undefined {
  if (value !== undefined && !pattern.test(value)) throw new UsageError(`--${name} takes ${rule}.`);
  return value;
}

function channelOf(value: string | undefined): Channel | undefined {
  if (value === undefined) return undefined;
  const channel = CHANNELS.find((known) => known === value);
  if (!channel) throw new UsageError(`--channel takes one of ${CHANNELS.join(', ')}.`);
  return channel;
}

/** `12.00 USD`, with the digits behind the point that the currency has. */
export function shopAmountOf(shop: string | undefined, rate: string | undefined): ShopAmount | undefined {
  if (shop === undefined && rate === undefined) return undefined;
  const match = /^(\d{1,8})(?:\.(\d{1,4}))? ([A-Z]{3})$/.exec(shop ?? '');
  const isRate = rate !== undefined && /^(?=.*[1-9])\d{1,7}(\.\d{1,10})?$/.test(rate);
  if (!match || !isRate)
    throw new UsageError('--shop takes an amount and a currency, as "12.00 USD", with --rate 1.5417.');
  const [, whole = '', part = '', currency = ''] = match;
  const exponent = exponentOf(currency);
  if (part.length > exponent) throw new UsageError(`--shop: ${currency} has ${exponent} digits behind the point.`);
  const amount = Number(whole + part.padEnd(exponent, '0'));
  if (amount === 0) throw new UsageError('--shop takes an amount above zero.');
  return { amount, currency, exponent, rate };
}

/** Australian cents of an amount at its rate. */
function billedOf({ amount, exponent, rate }: ShopAmount): number {
  return Math.max(1, Math.round((amount / 10 ** exponent) * Number(rate) * 100));
}

/** Whether a clearing is the last of its purchase. */
function endingOf(kind: Kind, { final, more }: { final?: boolean; more?: boolean }): boolean | undefined {
  if (final === undefined && more === undefined) return undefined;
  if (kind !== 'clear') throw new UsageError('--final and --more belong to clear.');
  if (final !== undefined && more !== undefined) throw new UsageError('--final and --more exclude each other.');
  return final === true;
}

/** A purchase or an advice of 0 only checks the card; a reversal to 0 takes all back. */
function amountOf(kind: Kind, dollars: string): number {
  const mayBeNone = kind === 'purchase' || kind === 'advice' || kind === 'reverse';
  return mayBeNone && /^\$?0(\.00?)?$/.test(dollars) ? 0 : centsOf(dollars);
}

/** `12.34` or `12` as cents, parsed from the text without floating point. */
export function centsOf(dollars: string, option = 'amount'): number {
  const match = /^\$?(\d{1,8})(?:\.(\d{1,2}))?$/.exec(dollars);
  const cents = match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : 0;
  if (!match || cents === 0)
    throw new UsageError(`--${option} takes dollars above zero with at most two decimals, as 12.34.`);
  return cents;
}
