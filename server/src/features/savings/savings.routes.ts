import { randomUUID } from 'node:crypto';
import { err, type ErrorName, ok, type Result } from '@wattle/contract/errors.ts';
import {
  deleteSavingsGoal,
  getSavingsGoals,
  releaseSavings,
  type Savings,
  saveSavingsGoal,
  setSavingsPurchases,
} from '@wattle/contract/savings/savings.ts';
import type { AppContext } from '../../compose/context.ts';
import { callerOf } from '../../http/caller.ts';
import { handle, handleRead, type Route, type Session } from '../../http/handle.ts';
import { leftToSpend } from '../../ledger/aside.domain.ts';
import { openAside, readAside, saveAside } from '../../ledger/keep-aside.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import { maskWords } from '../../platform/secrets/typed-card-numbers.ts';
import type { Tx } from '../../platform/database/database.ts';
import { toCents, toDollars } from '../../platform/money.ts';
import { watchBalances } from '../balance-watch/public.ts';
import { type Goal, type Kept, keptAside, released, sumOf, withGoal } from './goals.domain.ts';
import { deleteGoal, findSavingsAccount, listGoals, type SavingsAccount, saveGoals } from './savings.store.ts';

const ledger = openLedger();

type Call = {
  readonly tx: Tx;
  readonly ctx: AppContext;
  readonly session: Session;
  readonly request: { readonly id: string };
  readonly body: { readonly accountNumber: string };
};

type Opened = Kept & { readonly account: SavingsAccount; readonly isFirm: boolean };

/** Locks the caller's account with its goals. */
async function openSavings({ tx, session, body }: Call): Promise<Opened | undefined> {
  const account = await findSavingsAccount(tx, session, body.accountNumber);
  const opened = account && (await openAside(tx, session.tenantId, account.ledger_account_id));
  if (!opened) return undefined;
  const goals = await listGoals(tx, session.tenantId, account.id);
  return { account, goals, available: opened.available, isFirm: opened.aside.isFirm };
}

function toSavings({ isFirm, ...kept }: Kept & { readonly isFirm: boolean }): Savings {
  return {
    Goals: kept.goals.map(({ id, name, cents }) => ({ Id: id, Name: name, Amount: toDollars(cents) })),
    KeptAside: toDollars(keptAside(kept)),
    AvailableAccountBalance: toDollars(leftToSpend(kept.available, sumOf(kept.goals))),
    IsPurchaseDeclined: isFirm,
  };
}

const NO_ACCOUNT = err('invalid_card_details', 'accountNumber');

/**
 * Changes the goals of an account under its lock. What is left to spend changes with them, so an automatic top-up may
 * fire.
 */
async function changeGoals<E extends ErrorName>(
  call: Call,
  action: string,
  change: (opened: Opened) => Promise<Result<readonly Goal[], E>>,
): Promise<Result<Savings, E | 'invalid_card_details'>> {
  const { tx, ctx, session, request } = call;
  const opened = await openSavings(call);
  if (!opened) return NO_ACCOUNT;
  const changed = await change(opened);
  if (!changed.ok) return changed;
  const { account, isFirm } = opened;
  const { tenantId } = session;
  const now = ctx.clocks.business.now();
  const goals = changed.value;
  await saveGoals(
    tx,
    tenantId,
    account.id,
    goals.filter((goal) => !opened.goals.includes(goal)),
  );
  await saveAside(tx, tenantId, account.ledger_account_id, { cents: sumOf(goals), isFirm });
  watchBalances(tx, tenantId, [account.id], now);
  ctx.live.publishChanged(tx, tenantId, account.id);
  audit(tx, ctx.clocks, {
    tenantId,
    actor: callerOf(session),
    action,
    object: `account:${account.id}`,
    outcome: 'ok',
    requestId: request.id,
    details: { cents: Number(sumOf(goals)) },
  });
  return ok(toSavings({ ...opened, goals }));
}

/** Routes of the savings goals of an account, which its primary holder alone has. */
export const savingsRoutes: readonly Route[] = [
  handleRead(getSavingsGoals, async ({ body, session, tx }) => {
    const { tenantId } = session;
    const account = await findSavingsAccount(tx, session, body.accountNumber);
    if (!account) return NO_ACCOUNT;
    const [goals, balance, { isFirm }] = await Promise.all([
      listGoals(tx, tenantId, account.id),
      ledger.balance(tx, tenantId, account.ledger_account_id),
      readAside(tx, tenantId, account.ledger_account_id),
    ]);
    const available = balance ? balance.balance - balance.held : 0n;
    return ok(toSavings({ goals, available, isFirm }));
  }),

  handle(saveSavingsGoal, (call) =>
    changeGoals(call, 'savings.saved', async (opened) => {
      const { Id, Name, Amount } = call.body;
      const goal = { id: Id ?? randomUUID(), name: maskWords(Name), cents: toCents(Amount) };
      return withGoal(opened, goal, Id === undefined);
    }),
  ),

  handle(deleteSavingsGoal, (call) =>
    changeGoals(call, 'savings.deleted', async ({ goals, account }) => {
      const { Id } = call.body;
      if (!goals.some(({ id }) => id === Id)) return err('not_found', 'Id');
      await deleteGoal(call.tx, call.session.tenantId, account.id, Id);
      return ok(goals.filter(({ id }) => id !== Id));
    }),
  ),

  handle(releaseSavings, (call) =>
    changeGoals(call, 'savings.released', async (opened) => released(opened, toCents(call.body.AmountLeft))),
  ),

  handle(setSavingsPurchases, async ({ body, session, tx, ctx, request }) => {
    const { tenantId } = session;
    const account = await findSavingsAccount(tx, session, body.accountNumber);
    const opened = account && (await openAside(tx, tenantId, account.ledger_account_id));
    if (!opened) return NO_ACCOUNT;
    const isFirm = body.IsPurchaseDeclined;
    await saveAside(tx, tenantId, account.ledger_account_id, { ...opened.aside, isFirm });
    ctx.live.publishChanged(tx, tenantId, account.id);
    audit(tx, ctx.clocks, {
      tenantId,
      actor: callerOf(session),
      action: 'savings.purchases_set',
      object: `account:${account.id}`,
      outcome: 'ok',
      requestId: request.id,
      details: { isDeclined: isFirm },
    });
    return ok({ IsSuccessful: true as const });
  }),
];
