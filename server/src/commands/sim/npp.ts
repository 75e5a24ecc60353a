import {
  incomingStore,
  newNetworkId,
  SANDBOX_NOTICE,
  type SandboxIncoming,
} from '../../outside/npp/sandbox-incoming.ts';
import { centsOf, checked, parsedArgs, UsageError } from './command.ts';
import { leaveDeposit } from './deposit.ts';

export const NPP_HELP = `Money that comes in over the instant network, for trying Wattle out.

  npm run sim -- npp in --to "000-001 200100017" --amount 12.50 [--from "Mia Wong"] [--reference TEXT]

Options of npp in
  --to ACCOUNT        BSB and account number, or a PayID of an account
  --amount DOLLARS    up to two decimals
  --from NAME         the payer; --no-payer: the payment names none
  --repeat            the bank names it twice, and sends its notice twice
  --with-file         the day's file of deposits names it too
  --no-notice         the bank sends no notice: it is read within a minute
  --keeps             the payer's bank does not take it back
  --programme 2       another programme than the first

It is credited within seconds. What cannot be credited goes back over the network.`;

const TEXT = { type: 'string' } as const;
const SWITCH = { type: 'boolean' } as const;
const OPTIONS = {
  to: TEXT,
  amount: TEXT,
  from: TEXT,
  reference: TEXT,
  programme: TEXT,
  repeat: SWITCH,
  'no-payer': SWITCH,
  'no-notice': SWITCH,
  'with-file': SWITCH,
  keeps: SWITCH,
} as const;

/** Where the sandbox's payments come from. */
const ORIGIN = { bsb: '000111', accountNumber: '55512345' };

type Place = {
  readonly dataFolder: string;
  /** Address of the running server. */
  readonly baseUrl: string;
  /** Business time in ms. */
  readonly readNow: () => Promise<number>;
  readonly readDay: () => Promise<string>;
};

function destinationOf(to: string | undefined): SandboxIncoming['to'] {
  if (to?.includes('@')) return { payId: to.toLowerCase() };
  const [, first = '', second = '', accountNumber = ''] = /^(\d{3})-?(\d{3}) (\d{1,9})$/.exec(to ?? '') ?? [];
  if (accountNumber === '')
    throw new UsageError('--to takes a BSB and an account number, as "000-001 200100017", or a PayID.');
  return { bsb: first + second, accountNumber };
}

const NAME = /^.{1,140}$/u;

/** `npm run sim -- npp in`: pays money in at the sandbox's bank. Answers its number in the network. */
export async function payInstantly(argv: readonly string[], { dataFolder, baseUrl, readNow, readDay }: Place) {
  const { values } = parsedArgs({ args: [...argv], options: OPTIONS });
  const to = destinationOf(values.to);
  if (values.amount === undefined) throw new UsageError('npp in needs --amount.');
  const programme = checked('programme', values.programme, /^[1-9]\d{0,5}$/, 'the number of a programme') ?? '1';
  const from = checked('from', values.from, NAME, 'up to 140 characters') ?? 'Mia Wong';
  const reference = checked('reference', values.reference, /^.{1,280}$/u, 'up to 280 characters') ?? 'Instant payment';
  const at = await readNow();
  const networkId = newNetworkId(at);
  const payer = values['no-payer'] ? '' : from;
  const paid: SandboxIncoming = {
    networkId,
    programme: Number(programme),
    to,
    from: ORIGIN,
    payer,
    reference,
    at,
    amount: centsOf(values.amount),
    ...(values.repeat && { isRepeated: true }),
    ...(values.keeps && { staysHere: true }),
  };
  const withFile = values['with-file'] === true;
  if (withFile && 'payId' in to) throw new UsageError('--with-file needs a BSB and an account number.');
  incomingStore(dataFolder).save(paid);
  const notices = values['no-notice'] ? 0 : values.repeat ? 2 : 1;
  let noticed = 0;
  for (let sent = 0; sent < notices; sent += 1) if (await notify(baseUrl, programme)) noticed += 1;
  const file = withFile && 'bsb' in to ? await leaveDeposit(deposited(paid, to), { dataFolder, readDay }) : undefined;
  return { networkId, noticed, ...(file !== undefined && { file }) };
}

const hyphenated = (bsb: string) => `${bsb.slice(0, 3)}-${bsb.slice(3)}`;

/** The same money as the words of `npm run sim -- deposit`. */
function deposited({ networkId, amount, programme }: SandboxIncoming, to: { bsb: string; accountNumber: string }) {
  const cents = String(amount).padStart(3, '0');
  const dollars = `${cents.slice(0, -2)}.${cents.slice(-2)}`;
  const words = {
    account: to.accountNumber,
    bsb: hyphenated(to.bsb),
    amount: dollars,
    reference: networkId,
    programme: String(programme),
    origin: `${hyphenated(ORIGIN.bsb)} ${ORIGIN.accountNumber}`,
  };
  return Object.entries(words).flatMap(([name, value]) => [`--${name}`, value]);
}

const ANSWER_WITHIN_MS = 15_000;

/** Sends a notice, which says nothing. False: the server does not take it. */
async function notify(baseUrl: string, programme: string): Promise<boolean> {
  const headers = { 'content-type': 'application/json', authorization: SANDBOX_NOTICE };
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const url = `${baseUrl}/network/instant-notices/${programme}`;
  return fetch(url, { method: 'POST', headers, body: '{}', signal }).then(
    ({ ok }) => ok,
    () => false,
  );
}
