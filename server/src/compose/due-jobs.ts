import type { AppContext } from './context.ts';
import { expirePartnerFiles } from './expire-files.due.ts';
import { accessJobs } from '../features/access/due.ts';
import { printLetters } from '../features/activation/letter/print-letters.due.ts';
import { sendAlerts } from '../features/alerts/send-alerts.due.ts';
import { cardJobs } from '../features/cards/due.ts';
import { eraseComplaints } from '../features/complaints/due.ts';
import { debtsJobs } from '../features/debts/due.ts';
import { deskJobs } from '../features/desk/due.ts';
import { disputesJobs } from '../features/disputes/due.ts';
import { endingJobs } from '../features/account-closing/due.ts';
import { gatewayJobs } from '../features/gateway/due.ts';
import { postInterest } from '../features/interest/post-interest.due.ts';
import { deliverMessages } from '../features/messages/deliver-messages.due.ts';
import { notifyTaken } from '../features/savings/take-for-purchase.ts';
import { networkJobs } from '../features/network/due.ts';
import { forgetNotifications } from '../features/notifications/forget-notifications.due.ts';
import { deleteOldResponses } from '../features/payments/delete-responses.due.ts';
import { noteEarlyReceipts } from '../features/receipts/receipts.due.ts';
import { fetchReports } from '../features/reconciliation/fetch-reports.due.ts';
import { readBookStatements } from '../features/reconciliation/read-statements.due.ts';
import { askSettlements } from '../features/reconciliation/settlements/ask-settlements.due.ts';
import { peopleFileJobs } from '../features/people-files/add-people.due.ts';
import { tidyDrafts } from '../features/brands/versions/tidy-drafts.due.ts';
import { tidyPrivacy } from '../features/privacy/due.ts';
import { processorJobs } from '../features/processors/due.ts';
import { computeTrials } from '../features/purchase-rules/trial.due.ts';
import { refreshProgrammes } from '../features/programme/refresh-programmes.due.ts';
import { tidyContacts } from '../features/profile/contact/tidy-contacts.due.ts';
import { tidyResets } from '../features/reset/tidy-resets.due.ts';
import { tidySignUps } from '../features/signup/tidy-sign-ups.due.ts';
import { compareNames } from '../features/sanctions/compare-names.due.ts';
import { tidyHits } from '../features/sanctions/tidy-hits.due.ts';
import { schedulesJobs } from '../features/schedules/due.ts';
import { settlementJobs } from '../features/settlement/due.ts';
import { runAutoTopupsJob } from '../features/topup/auto/run-auto-topups.due.ts';
import { payToJobs } from '../features/topup/pay-to/pay-to.due.ts';
import { expireVouchersJob } from '../features/topup/voucher/expire-vouchers.due.ts';
import { statementsJobs } from '../features/statements/due.ts';
import { storeJobs } from '../features/store/due.ts';
import { webhookJobs } from '../features/webhooks/due.ts';
import { renewReach } from '../features/transfers/reach/renew-reach.due.ts';
import { tidyLookUps } from '../features/transfers/pay-id/tidy-look-ups.due.ts';
import { sealCardNumbers } from '../features/transfers/seal-card-numbers.due.ts';
import { ACCOUNT_CHAIN } from '../ledger/account-chain.ts';
import { LEDGER_CHAIN } from '../ledger/ledger-chain.ts';
import { AUDIT_CHAIN } from '../platform/sealed-log/audit-chain.ts';
import { beginAuditYear } from '../platform/sealed-log/audit-year.due.ts';
import type { Job } from '../platform/due-work/job.ts';
import { sealJob } from '../platform/sealed-log/seal.due.ts';

/** All work that falls due. */
export function dueJobs(outside: AppContext['outside']): readonly Job<AppContext>[] {
  return [
    eraseComplaints,
    ...disputesJobs,
    ...endingJobs,
    ...gatewayJobs(outside),
    postInterest,
    ...accessJobs,
    printLetters,
    sendAlerts,
    ...cardJobs,
    ...peopleFileJobs,
    ...debtsJobs,
    ...deskJobs,
    deliverMessages(outside),
    ...networkJobs,
    notifyTaken,
    forgetNotifications,
    deleteOldResponses,
    tidyContacts,
    tidyPrivacy,
    tidyDrafts,
    expirePartnerFiles,
    ...processorJobs,
    noteEarlyReceipts,
    computeTrials,
    refreshProgrammes,
    fetchReports,
    readBookStatements,
    askSettlements,
    tidyResets,
    tidySignUps,
    compareNames,
    tidyHits,
    ...schedulesJobs,
    ...settlementJobs,
    ...statementsJobs,
    runAutoTopupsJob,
    ...payToJobs,
    expireVouchersJob,
    ...storeJobs,
    sealCardNumbers,
    renewReach,
    tidyLookUps,
    ...webhookJobs,
    beginAuditYear,
    sealJob('accounts.seal', ACCOUNT_CHAIN),
    sealJob('ledger.seal', LEDGER_CHAIN),
    sealJob('audit.seal', AUDIT_CHAIN),
  ];
}
