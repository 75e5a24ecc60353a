import {
  SANDBOX_ACTS,
  SANDBOX_ENTRIES,
  type SandboxAct,
  type SandboxCommand,
  type SandboxFaults,
} from '../../outside/processors/sandbox/sandbox.ts';
import { FAKE_REPORTS, type FakeReport } from '../../outside/processors/sandbox/fake-settlement.ts';
import { centsOf, checked, parsedArgs, shopAmountOf, UsageError } from './command.ts';

export const PROCESSOR_HELP = `A card processor's side of a purchase, delivered to a connection of the running server.

  npm run sim -- processor stripe authorise --card ic_1 --amount 18.45 --wallet apple
  npm run sim -- processor lithic clear --card card_1 --amount 12.00 --more
  npm run sim -- processor wattle authorise --card NUMBER --amount 12.34        (as purchase)

Acts: ${SANDBOX_ACTS.join(', ')}
  --connection NAME   where there are several of the processor
  --card ID           the processor's id of the card; --purchase ID: its id of the purchase (the newest of the card)
  --amount DOLLARS    of a reversal, what stays
  --shop "12.00 USD"  with --rate 1.5417; --mcc CODE; --merchant NAME; --country, as the processor writes it
  --entry WORD        ${SANDBOX_ENTRIES.join(', ')}; --wallet apple|google; --no-part: the terminal takes no part
  --unlinked          a refund that names no purchase; --total: an increment is asked for as the whole, by Lithic
  --more              further clearings follow; --state WORD: of a dispute, or credit of a correction
Faults
  --late MS           the answer does not count; then --on-silence approve|decline decides, where the processor has a setting
  --alone REASON      the processor declines without asking, for its reason
  --twice             each delivery comes twice; --five-hundred-once: the first answer counts as a fault
  --at-once N         the question comes so many times at the same moment; --again: the last question, once more
  --changed           the question comes again under its key with another amount
  --lock MS           the account of the card is locked for so long while it is asked
  --order A,B         acts of one purchase, sent in this order: clear,authorise; --skip NAME: what is not sent, as created
  --wrong-secret, --older-secret, --other-path: signed for asks and sent to events, or the other way round
  --old SECONDS, --ahead SECONDS, --other-currency, --null-merchant, --unknown-card, --unknown-enum
  --confirm 0s|never  whether changes of cards by its API are told of, from now on
  --report WORD       its settlements from now on: right, late (not complete), short (a line is missing), wrong (by a cent)`;

/** A command for a processor of the sandbox, with everything that goes wrong on its way. */
export type ProcessorCommand = SandboxCommand & {
  readonly processor: 'stripe' | 'lithic';
  readonly connection: string | undefined;
  /** In the order in which they are sent; `act` alone where one was given. */
  readonly acts: readonly SandboxAct[];
  readonly lateMs: number | undefined;
  readonly approvesOnSilence: boolean;
  readonly fiveHundredOnce: boolean;
  readonly secret: 'newest' | 'oldest' | 'wrong';
  readonly otherPath: boolean;
  /** How old a signature is; below 0, it is from the future. */
  readonly oldSeconds: number;
  /** Times that a question comes at the same moment. */
  readonly atOnce: number;
  /** A question comes again with another amount. */
  readonly changed: boolean;
  /** The question that was sent last is sent again. */
  readonly again: boolean;
  readonly lockMs: number | undefined;
  /** Whether the fake API tells of changes of cards from now on. Undefined: as before. */
  readonly confirms: boolean | undefined;
  /** Settlements of the fake API from now on. Undefined: as before. */
  readonly report: FakeReport | undefined;
  readonly faults: SandboxFaults;
};

const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean' } as const;
const OPTIONS = {
  connection: TEXT,
  card: TEXT,
  purchase: TEXT,
  amount: TEXT,
  shop: TEXT,
  rate: TEXT,
  mcc: TEXT,
  merchant: TEXT,
  wallet: TEXT,
  entry: TEXT,
  country: TEXT,
  'no-part': FLAG,
  unlinked: FLAG,
  total: FLAG,
  more: FLAG,
  state: TEXT,
  late: TEXT,
  'on-silence': TEXT,
  alone: TEXT,
  twice: FLAG,
  'five-hundred-once': FLAG,
  order: TEXT,
  skip: TEXT,
  'at-once': TEXT,
  again: FLAG,
  changed: FLAG,
  lock: TEXT,
  'wrong-secret': FLAG,
  'older-secret': FLAG,
  'other-path': FLAG,
  old: TEXT,
  ahead: TEXT,
  'other-currency': FLAG,
  'null-merchant': FLAG,
  'unknown-card': FLAG,
  'unknown-enum': FLAG,
  confirm: TEXT,
  report: TEXT,
} as const;

const ID = /^[\w-]{1,100}$/;

/** Reads what was typed after `npm run sim -- processor`. Throws UsageError. */
export function readProcessorCommand(argv: readonly string[]): ProcessorCommand {
  const { values, positionals } = parsedArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  const [processor, act, ...rest] = positionals;
  if (processor !== 'stripe' && processor !== 'lithic')
    throw new UsageError('Say which processor: stripe, lithic, wattle.');
  if (rest.length > 0) throw new UsageError(`"${rest[0]}" stands alone: put names with spaces in quotes.`);
  const confirm = oneOf('confirm', values.confirm, ['0s', 'never'] as const);
  const named = actOf(act);
  const order = values.order?.split(',').map(actOf) ?? [];
  if (order.length > 0 && !order.includes(named)) throw new UsageError(`--order names ${named} too.`);
  const card = values['unknown-card'] ? 'unknown_card' : checked('card', values.card, ID, 'an id of the processor');
  if (card === undefined) throw new UsageError('--card takes the id that the processor has for the card.');
  return {
    processor,
    act: named,
    acts: order.length > 0 ? order : [named],
    connection: values.connection,
    card,
    purchase: checked('purchase', values.purchase, ID, 'an id of the processor'),
    amount: amountOf(named, values.amount),
    shop: shopAmountOf(values.shop, values.rate),
    mcc: checked('mcc', values.mcc, /^\d{4}$/, '4 digits'),
    merchant: checked('merchant', values.merchant, /^.{1,80}$/, '1 to 80 characters'),
    wallet: oneOf('wallet', values.wallet, ['apple', 'google'] as const),
    entry: oneOf('entry', values.entry, SANDBOX_ENTRIES),
    country: checked('country', values.country, /^[A-Z]{2,3}$/, '2 or 3 capitals'),
    noPart: values['no-part'],
    unlinked: values.unlinked,
    total: values.total,
    more: values.more,
    state: checked('state', values.state, /^\w{1,40}$/, 'one word'),
    alone: checked('alone', values.alone, /^\w{1,60}$/, 'one word'),
    otherCurrency: values['other-currency'],
    nullMerchant: values['null-merchant'],
    unknownEnum: values['unknown-enum'],
    lateMs: numberOf('late', values.late),
    approvesOnSilence: oneOf('on-silence', values['on-silence'], ['approve', 'decline'] as const) === 'approve',
    fiveHundredOnce: values['five-hundred-once'] === true,
    secret: values['wrong-secret'] ? 'wrong' : values['older-secret'] ? 'oldest' : 'newest',
    otherPath: values['other-path'] === true,
    oldSeconds: numberOf('old', values.old) ?? -(numberOf('ahead', values.ahead) ?? 0),
    atOnce: Number(checked('at-once', values['at-once'], /^[1-9]\d?$/, '1 to 99') ?? 1),
    changed: values.changed === true,
    again: values.again === true,
    lockMs: numberOf('lock', values.lock),
    confirms: confirm === undefined ? undefined : confirm === '0s',
    report: oneOf('report', values.report, FAKE_REPORTS),
    faults: { twice: values.twice, skip: values.skip?.split(',') },
  };
}

function actOf(word: string | undefined): SandboxAct {
  const act = SANDBOX_ACTS.find((known) => known === word);
  if (!act) throw new UsageError(`"${word ?? ''}" is none of ${SANDBOX_ACTS.join(', ')}.`);
  return act;
}

/** Nothing may stay of what is reversed, and a card may be checked for nothing. */
function amountOf(act: SandboxAct, dollars: string | undefined): number | undefined {
  const mayBeNone = act === 'reverse' || act === 'authorise';
  if (dollars === undefined) return undefined;
  return mayBeNone && /^\$?0(\.00?)?$/.test(dollars) ? 0 : centsOf(dollars);
}

function numberOf(name: string, value: string | undefined): number | undefined {
  return value === undefined ? undefined : Number(checked(name, value, /^\d{1,6}$/, 'a whole number'));
}

function oneOf<T extends string>(name: string, value: string | undefined, known: readonly T[]): T | undefined {
  if (value === undefined) return undefined;
  const found = known.find((one) => one === value);
  if (!found) throw new UsageError(`--${name} takes ${known.join(' or ')}.`);
  return found;
}
