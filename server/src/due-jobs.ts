import type { AppContext } from './context.ts';
import { accessJobs } from './features/access/due.ts';
import { activationJobs } from './features/activation/due.ts';
import { alertsJobs } from './features/alerts/due.ts';
import { cardJobs } from './features/cards/due.ts';
import { debtsJobs } from './features/debts/due.ts';
import { deskJobs } from './features/desk/due.ts';
import { disputesJobs } from './features/disputes/due.ts';
import { endingJobs } from './features/endings/due.ts';
import { gatewayJobs } from './features/gateway/due.ts';
import { interestJobs } from './features/interest/due.ts';
import { messagesJobs } from './features/messages/due.ts';
import { networkJobs } from './features/network/due.ts';
import { notificationJobs } from './features/notifications/due.ts';
import { paymentsJobs } from './features/payments/due.ts';
import { readBookStatements } from './features/reconciliation/read-statements.due.ts';
import { refreshProgrammes } from './features/programme/refresh-programmes.due.ts';
import { profileJobs } from './features/profile/due.ts';
import { resetJobs } from './features/reset/due.ts';
import { signUpJobs } from './features/signup/due.ts';
import { schedulesJobs } from './features/schedules/due.ts';
import { settlementJobs } from './features/settlement/due.ts';
import { runAutoTopupsJob } from './features/topup/auto/run-auto-topups.due.ts';
import { statementsJobs } from './features/statements/due.ts';
import { storeJobs } from './features/store/due.ts';
import { transfersJobs } from './features/transfers/due.ts';
import { ACCOUNT_CHAIN } from './ledger/account-chain.ts';
import { LEDGER_CHAIN } from './ledger/ledger-chain.ts';
import { AUDIT_CHAIN } from './platform/audit-chain.ts';
import { beginAuditYear } from './platform/audit-year.due.ts';
import type { Job } from './platform/due-work/job.ts';
import { sealJob } from './platform/seal.due.ts';

/** All work that falls due. */
export function dueJobs(outside: AppContext['outside']): readonly Job<AppContext>[] {
  return [
    ...disputesJobs,
    ...endingJobs,
    ...gatewayJobs(outside),
    ...interestJobs,
    ...accessJobs,
    ...activationJobs,
    ...alertsJobs,
    ...cardJobs,
    ...debtsJobs,
    ...deskJobs,
    ...messagesJobs(outside),
    ...networkJobs,
    ...notificationJobs,
    ...paymentsJobs,
    ...profileJobs,
    refreshProgrammes,
    readBookStatements,
    ...resetJobs,
    ...signUpJobs,
    ...schedulesJobs,
    ...settlementJobs,
    ...statementsJobs,
    runAutoTopupsJob,
    ...storeJobs,
    ...transfersJobs,
    beginAuditYear,
    sealJob('accounts.seal', ACCOUNT_CHAIN),
    sealJob('ledger.seal', LEDGER_CHAIN),
    sealJob('audit.seal', AUDIT_CHAIN),
  ];
}
