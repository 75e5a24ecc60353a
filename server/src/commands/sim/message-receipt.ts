import { randomUUID } from 'node:crypto';
import { getInbox, type InboxMessage } from '@wattle/contract/sandbox/inbox.ts';
import { isNameOf, namesOf } from '@wattle/contract/rules/typed-names.ts';
import type { MessageReceipt } from '../../outside/receipt.ts';
import { signSandboxReceipt } from '../../outside/sandbox-receipts.ts';
import { toE164 } from '../../platform/text/mobile-number.domain.ts';
import { checked, parsedArgs, UsageError } from './command.ts';

type Said = Pick<MessageReceipt, 'state' | 'reason' | 'isForGood'>;

const ACTS: Readonly<Record<string, Said>> = {
  delivered: { state: 'delivered', isForGood: false },
  unreachable: { state: 'undelivered', reason: 'unreachable', isForGood: false },
  bounced: { state: 'undelivered', reason: 'badAddress', isForGood: true },
  'opted-out': { state: 'undelivered', reason: 'optedOut', isForGood: true },
  complained: { state: 'complained', isForGood: false },
};

export const RECEIPT_HELP = `What a provider says later of a message that the sandbox has sent. Its inbox shows them.

  npm run sim -- message delivered   --to 0400000001             (it arrived)
  npm run sim -- message unreachable --to 0400000001             (the phone was off)
  npm run sim -- message bounced     --to amelia@example.com     (no such mailbox or number; twice marks the contact)
  npm run sim -- message opted-out   --to 0400000001             (its owner turned texts off)
  npm run sim -- message complained  --to amelia@example.com     (its reader reported it as unwanted)

  --to CONTACT        mobile number or email address of the message
  --count NUMBER      so many of the newest messages to it; 1 unless given
  --brand NAME        whose inbox is looked at, where there are several brands
  --programme NUMBER  1 unless given`;

const OPTIONS = {
  to: { type: 'string' },
  count: { type: 'string' },
  brand: { type: 'string' },
  programme: { type: 'string' },
} as const;

const PATHS = { sms: 'sms-receipts', email: 'mail-notices' } as const;

type Server = { readonly baseUrl: string; readonly dataFolder: string; readonly now: () => number };

/** Sends receipts about the newest messages to a contact. Prints one JSON line for each; returns how many were taken. */
export async function sendReceipts(
  argv: readonly string[],
  { baseUrl, dataFolder, now }: Server,
  say: (line: string) => void,
): Promise<number> {
  const [act = '', ...rest] = argv;
  if (!isNameOf(ACTS, act)) throw new UsageError(`message takes ${namesOf(ACTS).join(', ')}.`);
  const said = ACTS[act];
  const { values } = parsedArgs({ args: [...rest], options: OPTIONS });
  const to = checked('to', values.to, /^\S{3,254}$/, 'a mobile number or an email address');
  if (to === undefined || !said) throw new UsageError('--to takes the contact of the message.');
  const count = Number(checked('count', values.count, /^[1-9]\d?$/, 'a number') ?? 1);
  const programme = checked('programme', values.programme, /^[1-9]\d{0,8}$/, 'a number') ?? '1';
  const brand = checked('brand', values.brand, /^[a-z0-9]{1,40}$/, 'the name of a brand');
  const query = brand === undefined ? '' : `?brand=${brand}`;
  const answer = await fetch(`${baseUrl}/api/${getInbox.path}${query}`);
  if (!answer.ok) throw new UsageError('--brand takes the name of a brand of the sandbox.');
  const { Messages: messages } = getInbox.response.parse(await answer.json());
  const wanted = (toE164(to) ?? to).toLowerCase();
  let taken = 0;
  for (const message of messages.filter((one) => one.Recipient.toLowerCase() === wanted).slice(0, count)) {
    if (message.Channel === 'push') continue;
    const status = await post(`${baseUrl}/network/${PATHS[message.Channel]}/${programme}`, message, said, {
      dataFolder,
      nowMs: now(),
    });
    if (status === 200) taken += 1;
    say(JSON.stringify({ template: message.Template, to: message.Recipient, said: act, status }));
  }
  return taken;
}

async function post(
  url: string,
  { Id: messageId }: InboxMessage,
  said: Said,
  { dataFolder, nowMs }: { readonly dataFolder: string; readonly nowMs: number },
): Promise<number> {
  const { headers, body } = signSandboxReceipt(dataFolder, randomUUID(), { messageId, ...said }, nowMs);
  return (await fetch(url, { method: 'POST', headers: { ...headers }, body })).status;
}
