import * as z from 'zod';
import { dayAt } from '../../platform/time/clock.ts';
import { toInstant } from '../../platform/database/database.ts';
import { dollarsOf } from '../../platform/money.ts';
import { listFormer } from '../debts/public.ts';
import { deskCommand, pageInput, pageOf } from '../desk/public.ts';
import { readAccrued } from '../interest/public.ts';
import { waitsFor } from './close.ts';
import { DEATH_TAKEN_BACK_DAYS } from './death.store.ts';
import { type EndedAccount, type EndingAccount, listClosures, listEnded, listEstates } from './ending.store.ts';

type Case = {
  readonly kind: 'closing' | 'estate' | 'former';
  readonly person: string;
  readonly name: string;
  readonly account: string;
  readonly since: string;
  /** When the account was closed; empty while the case is open. */
  readonly ended: string;
  readonly balance: string;
  readonly interest: string;
  readonly held: string;
  readonly owes: string;
  /** Last day on which a death can be withdrawn. */
  readonly until: string;
  readonly waitsFor: string;
  readonly next: string;
};

const personOf = (id: bigint | null) => (id === null ? '' : `holder:${id}`);
const NOTHING = { ended: '', interest: '0.00', held: '0.00', owes: '0.00', until: '', waitsFor: '' } as const;

const endedCase = (one: EndedAccount): Case => ({
  ...NOTHING,
  kind: one.has_died ? 'estate' : 'closing',
  person: personOf(one.holder_id),
  name: one.holder_name,
  account: one.account_number,
  since: one.since === null ? '' : toInstant(one.since),
  ended: toInstant(one.closed_at),
  balance: '0.00',
  next: '',
});

/**
 * Lists everything that has to be ended: accounts whose owner asked for it or has died, and money that closed accounts
 * are owed or owe.
 */
export const endingCasesCommand = deskCommand({
  name: 'ending-cases',
  title: 'Accounts and estates to end',
  summary:
    'Accounts to close, estates, and money of closed accounts, the oldest first, with what each waits for; or those that ended',
  permission: 'look',
  input: z.object({ state: z.enum(['open', 'ended']).default('open'), ...pageInput }),
  answer: z.object({
    kind: z.string(),
    person: z.string(),
    name: z.string(),
    account: z.string(),
    since: z.string(),
    ended: z.string(),
    balance: z.string(),
    interest: z.string(),
    held: z.string(),
    owes: z.string(),
    until: z.string(),
    waitsFor: z.string(),
    next: z.string(),
  }),
  async run({ ctx, tx, staff: { tenantId }, input }) {
    const now = ctx.clocks.business.now();
    const caseOf = async (kind: 'closing' | 'estate', since: string, one: EndingAccount): Promise<Case> => {
      const { net } = await readAccrued(tx, tenantId, one.id, now);
      const waits = waitsFor(one);
      const step = one.balance < 0n ? 'debts' : one.balance + net > 0n ? 'close-and-pay' : 'close-account';
      const begun = Date.parse(since);
      return {
        kind,
        person: personOf(one.holder_id),
        name: one.holder_name,
        account: one.account_number,
        since: toInstant(since),
        ended: '',
        balance: dollarsOf(one.balance),
        interest: dollarsOf(net),
        held: dollarsOf(one.held),
        owes: dollarsOf(one.balance < 0n ? -one.balance : 0n),
        until: kind === 'estate' ? dayAt(begun + DEATH_TAKEN_BACK_DAYS * 86_400_000) : '',
        waitsFor: waits ?? '',
        next: waits === undefined ? step : '',
      };
    };
    const { shown, hasMore } = await pageOf(ctx, input, async (most) => {
      if (input.state === 'ended') return (await listEnded(tx, tenantId, most)).map(endedCase);
      const found: Case[] = [];
      for (const one of await listClosures({ ctx, tx, tenantId }, most))
        if (!one.has_died) found.push(await caseOf('closing', one.closure_asked_at ?? '', one));
      for (const one of await listEstates({ ctx, tx, tenantId }, most))
        found.push(await caseOf('estate', one.died_at, one));
      for (const one of await listFormer(tx, tenantId, most)) {
        found.push({
          ...NOTHING,
          kind: 'former',
          person: personOf(one.holder_id),
          name: one.holder_name,
          account: one.account_number,
          since: toInstant(one.since),
          balance: dollarsOf(one.money),
          owes: dollarsOf(one.debts),
          next: one.money > 0n ? 'pay-former-holder' : 'write-off-debt',
        });
      }
      return found.toSorted((a, b) => (a.since < b.since ? -1 : 1)).slice(0, most);
    });
    return { ok: true, rows: shown, hasMore };
  },
});
