import type { AppConfig } from '../config/config.ts';
import { signatureOf, findTenantOfReference } from '../features/network/public.ts';
import { HELP, readCommand, UsageError, type Command, type Kind } from './sim/command.ts';
import { businessClock, businessDay, businessNow, ClockRefused, readForward, rulesAt } from './sim/clock.ts';
import { leaveDeposit } from './sim/deposit.ts';
import { openJournal } from './sim/journal.ts';
import { NPP_HELP, payInstantly } from './sim/npp.ts';
import { messageOf, PATHS, type Message } from './sim/message.ts';
import { simulateProcessor } from './sim/processor.ts';
import { PROCESSOR_HELP } from './sim/processor-command.ts';
import { receiveWebhooks, WEBHOOK_HELP } from './sim/webhook.ts';
import { RECEIPT_HELP, sendReceipts } from './sim/message-receipt.ts';
import type { Keys } from '../platform/secrets/keys.ts';
import { readInstance } from '../platform/instance.ts';
import { wordsOfCode } from './product-refusal.ts';
import { openSettledMessages } from '../outside/statements/settled-messages.ts';
import { openDatabase } from '../platform/database/database.ts';

/** Sign of a message on the programme's account at the scheme; others move no money. */
const SIGNS: Readonly<Partial<Record<Kind, bigint>>> = { clear: -1n, refund: 1n };

type Settled = {
  readonly kind: Kind;
  readonly message: Message;
  /** Code of the answer. */
  readonly answer: unknown;
  readonly databaseUrl: string;
  readonly dataFolder: string;
  readonly readDay: () => Promise<string>;
};

/** Keeps a clearing or refund that was taken, which the scheme settles: its statement of the day says it. */
async function keepSettled({ kind, message, answer, databaseUrl, dataFolder, readDay }: Settled): Promise<void> {
  const sign = SIGNS[kind];
  if (sign === undefined || answer !== '00') return;
  const { reference } = message;
  const database = openDatabase({ connectionString: databaseUrl, size: 1 });
  try {
    const programme = await database.readShared((tx) => findTenantOfReference(tx, reference));
    if (programme === undefined) return;
    const cents = sign * BigInt(Number(message['amount']));
    const words = kind === 'clear' ? 'Clearing' : 'Refund';
    openSettledMessages(dataFolder).add({ programme, day: await readDay(), cents, reference, words });
  } finally {
    await database.close();
  }
}

export type SimOptions = {
  readonly argv: readonly string[];
  readonly config: Pick<AppConfig, 'dataFolder' | 'namedSecrets'> & Partial<Pick<AppConfig, 'databaseOwnerUrl'>>;
  readonly readKeys: () => Pick<Keys, 'network'>;
  readonly now: () => number;
  /** Standard output and standard error, line by line. */
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
};

const EXIT = { answered: 0, unreachable: 1, usage: 2 } as const;
const ANSWER_WITHIN_MS = 15_000;

/** `npm run sim`: plays the card network and another bank against the running server. Answers the exit code. */
export async function runSim(options: SimOptions): Promise<number> {
  try {
    const [kind, ...rest] = options.argv;
    if (kind === 'deposit') return await deposit(rest, options);
    if (kind === 'npp') return await npp(rest, options);
    if (kind === 'clock') return await clock(rest, options);
    if (kind === 'processor') return await processor(rest, options);
    if (kind === 'webhook') return await webhook(rest, options);
    if (kind === 'message') return await message(rest, options);
    const command = readCommand(options.argv);
    if (command) return await send(command, options);
    options.say(HELP);
    return EXIT.answered;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    options.complain(`${error.message}\n\n${HELP}`);
    return EXIT.usage;
  }
}

async function deposit(argv: readonly string[], { config, say, complain }: SimOptions): Promise<number> {
  const { dataFolder } = config;
  const instance = readInstance(dataFolder);
  if (!instance) {
    complain(`No server runs on ${dataFolder}: start it with npm start.`);
    return EXIT.unreachable;
  }
  // The server of production credits each file that lies in this folder.
  if (!(await rulesAt(instance.appUrl)).hasSandboxSystems) {
    complain('This is production: deposits come from its bank. No file was left.');
    return EXIT.unreachable;
  }
  const readDay = () => businessDay(instance.appUrl);
  say(JSON.stringify({ file: await leaveDeposit(argv, { dataFolder, readDay }) }));
  return EXIT.answered;
}

async function npp([act = 'help', ...rest]: readonly string[], { config, say, complain }: SimOptions): Promise<number> {
  if (act === 'help') {
    say(NPP_HELP);
    return EXIT.answered;
  }
  if (act !== 'in') throw new UsageError(`"${act}" is not known: npp in.`);
  const { dataFolder } = config;
  const instance = readInstance(dataFolder);
  if (!instance) {
    complain(`No server runs on ${dataFolder}: start it with npm start.`);
    return EXIT.unreachable;
  }
  const { appUrl, baseUrl } = instance;
  if (!(await rulesAt(appUrl)).hasSandboxSystems) {
    complain('This is production: payments come from its bank. Nothing was paid.');
    return EXIT.unreachable;
  }
  const clocks = { readNow: () => businessNow(appUrl), readDay: () => businessDay(appUrl) };
  say(JSON.stringify(await payInstantly(rest, { dataFolder, baseUrl, ...clocks })));
  return EXIT.answered;
}

async function clock(argv: readonly string[], { config, say, complain }: SimOptions): Promise<number> {
  const forwardMs = readForward(argv);
  const instance = readInstance(config.dataFolder);
  if (!instance) {
    complain(`No server runs on ${config.dataFolder}: start it with npm start.`);
    return EXIT.unreachable;
  }
  try {
    const place = { appUrl: instance.appUrl, ownerUrl: config.databaseOwnerUrl };
    say(JSON.stringify(await businessClock(place, forwardMs)));
    return EXIT.answered;
  } catch (error) {
    if (!(error instanceof ClockRefused)) throw error;
    complain(error.message);
    return EXIT.unreachable;
  }
}

async function message(argv: readonly string[], { config, now, say, complain }: SimOptions): Promise<number> {
  if (argv.length === 0 || argv[0] === 'help') {
    say(RECEIPT_HELP);
    return EXIT.answered;
  }
  const instance = readInstance(config.dataFolder);
  if (!instance) {
    complain(`No server runs on ${config.dataFolder}: start it with npm start.`);
    return EXIT.unreachable;
  }
  const taken = await sendReceipts(argv, { baseUrl: instance.baseUrl, dataFolder: config.dataFolder, now }, say);
  if (taken === 0) complain('The inbox has no message to this contact. Ask for one first.');
  return taken === 0 ? EXIT.unreachable : EXIT.answered;
}

/** Names of a purchase by the protocol `wattle`, for the acts of a processor. */
const WATTLE_ACTS: Readonly<Record<string, string>> = { authorise: 'purchase' };

async function processor(argv: readonly string[], options: SimOptions): Promise<number> {
  const [kind, act = '', ...rest] = argv;
  if (kind === 'wattle') return runSim({ ...options, argv: [WATTLE_ACTS[act] ?? act, ...rest] });
  if (kind === undefined || kind === 'help') {
    options.say(PROCESSOR_HELP);
    return EXIT.answered;
  }
  const instance = readInstance(options.config.dataFolder);
  if (!instance) {
    options.complain(`No server runs on ${options.config.dataFolder}: start it with npm start.`);
    return EXIT.unreachable;
  }
  options.say(JSON.stringify(await simulateProcessor(argv, instance, options)));
  return EXIT.answered;
}

async function webhook(argv: readonly string[], options: SimOptions): Promise<number> {
  if (argv.length === 0 || argv[0] === 'help') options.say(WEBHOOK_HELP);
  else await receiveWebhooks(argv, options);
  return EXIT.answered;
}

async function send(command: Command, { config, readKeys, now, say, complain }: SimOptions): Promise<number> {
  const instance = readInstance(config.dataFolder);
  if (!instance) {
    complain(`No server runs on ${config.dataFolder}: start it with npm start.`);
    return EXIT.unreachable;
  }
  const { current, versions } = readKeys().network;
  const network = versions.get(current) ?? Buffer.alloc(0);
  const journal = openJournal(config.dataFolder, network);
  const message = messageOf(command, command.original === undefined ? undefined : journal.find(command.original));
  const response = await post(`${instance.baseUrl}/network/${PATHS[command.kind]}`, message, network, now());
  if (!response) {
    complain(`The server at ${instance.baseUrl} does not answer: start it with npm start.`);
    return EXIT.unreachable;
  }
  const text = await response.text();
  if (!response.ok) {
    complain(`The server answered ${response.status}: ${refusalOf(text)}`);
    return EXIT.unreachable;
  }
  journal.add(message.reference, message);
  const said = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const { appUrl: databaseUrl } = instance;
  await keepSettled({
    kind: command.kind,
    message,
    answer: said['answer'],
    databaseUrl,
    dataFolder: config.dataFolder,
    readDay: () => businessDay(databaseUrl),
  });
  say(JSON.stringify(said));
  return EXIT.answered;
}

async function post(url: string, message: Message, key: Uint8Array, atMs: number): Promise<Response | undefined> {
  const body = JSON.stringify(message);
  const timestamp = String(Math.floor(atMs / 1000));
  const headers = {
    'content-type': 'application/json',
    'wattle-timestamp': timestamp,
    'wattle-signature': signatureOf(key, { timestamp, method: 'POST', path: new URL(url).pathname, body }),
  };
  try {
    return await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  } catch {
    return undefined;
  }
}

/** A refusal in words. Something in between may have answered in its own way. */
function refusalOf(text: string): string {
  try {
    const { error } = JSON.parse(text) as { readonly error?: readonly unknown[] };
    const code = typeof error?.[0] === 'string' ? error[0] : undefined;
    return wordsOfCode(code) ?? text;
  } catch {
    return text;
  }
}
