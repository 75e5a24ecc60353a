import { lineText } from '@wattle/contract/rules/typed-text.ts';
import { hash } from 'node:crypto';
import type { AppContext } from '../../../compose/context.ts';
import type { InstantIncoming } from '../../../outside/npp/port.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { insertAnswer, type NewLine } from '../answers/bank-answer.store.ts';
import { masked } from '../formats/deposits.domain.ts';
import { tenantIds } from '../trouble/trouble.store.ts';
import { insertIncoming, listKnown, programmesOf } from './incoming.store.ts';

/** A payment that was read, with the account of ours that it is for. */
type Addressed = InstantIncoming & {
  readonly account: { readonly bsb: string; readonly accountNumber: string } | null;
};

/**
 * Stores payments of the network that are new, each as a file of one line. They are carried out later. A payment is
 * stored once, by its number in the network.
 */
export async function takeIncoming(ctx: AppContext, tenantId: number, all: readonly InstantIncoming[]): Promise<void> {
  if (all.length === 0) return;
  const ids = all.map(({ networkId }) => networkId);
  const known = await ctx.database.read(tenantId, (tx) => listKnown(tx, tenantId, ids));
  for (const one of all) {
    if (known.has(one.networkId)) continue;
    const account = 'payId' in one.to ? null : one.to;
    if (await isOurs(ctx, tenantId, account)) await store(ctx, tenantId, { ...one, account });
  }
}

/** Whether a payment is the programme's: for an account of it, or for none that any programme has, if it is the first. */
async function isOurs(ctx: AppContext, tenantId: number, account: Addressed['account']): Promise<boolean> {
  const [owners, all] = await ctx.database.readShared((tx) =>
    Promise.all([account === null ? Promise.resolve([]) : programmesOf(tx, account.accountNumber), tenantIds(tx)]),
  );
  return owners.length === 0 ? all[0] === tenantId : owners.includes(tenantId);
}

/** Text of a stranger that cannot disturb the text around it. */
const plain = (text: string, most: number) => lineText(masked(lineText(text)).slice(0, most));

const NAME_MOST = 140;
const REFERENCE_MOST = 280;

async function store(ctx: AppContext, tenantId: number, one: Addressed): Promise<void> {
  const { networkId, bankId, amount: cents, settledAt, from, payer, wentBack, account, to } = one;
  const line: NewLine = {
    line: 1,
    kind: 'deposit',
    bsb: account?.bsb ?? '',
    accountNumber: account?.accountNumber ?? ('payId' in to ? plain(to.payId, REFERENCE_MOST) : ''),
    reference: plain(one.reference, REFERENCE_MOST),
    remitter: plain(payer, NAME_MOST),
    from,
    cents,
    day: null,
    namedId: null,
    code: 'instant',
  };
  const readAt = ctx.clocks.business.now();
  const digest = hash('sha256', `instant ${networkId}`, 'buffer');
  const text = JSON.stringify(one, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  const name = `instant ${networkId}`;
  const file = { kind: 'instant', state: 'Taken', records: null, reason: null } as const;
  await ctx.database.transact(tenantId, async (tx) => {
    const answer = { ...file, tenantId, name, digest, cents, text, readAt, lines: [line] };
    if (!(await insertAnswer(tx, ctx.secrets, answer))) return;
    const namesPayer = line.remitter !== '';
    await insertIncoming(tx, tenantId, {
      networkId,
      digest,
      bankId,
      to: account,
      cents,
      settledAt,
      namesPayer,
      wentBack,
    });
    audit(tx, ctx.clocks, {
      tenantId,
      actor: 'bank',
      action: 'instant_incoming.read',
      object: `bank_answer:${digest.toString('hex').slice(0, 16)}`,
      outcome: 'ok',
      details: { cents: String(cents), wentBack, namesPayer },
    });
  });
}
