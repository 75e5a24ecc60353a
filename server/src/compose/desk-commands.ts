import { unlock } from '../features/access/unlock/unlock.desk.ts';
import { kycCommand, passKyc } from '../features/identity/kyc/kyc.desk.ts';
import {
  blockCardCommand,
  markCardCommand,
  reportCardCommand,
  unblockCardCommand,
} from '../features/cards/desk/card-status.desk.ts';
import { nameCardCommand } from '../features/cards/desk/name-card.desk.ts';
import { reissueCardCommand } from '../features/cards/desk/reissue-card.desk.ts';
import { releaseReplacementCommand, waitingReplacementsCommand } from '../features/cards/desk/replacements.desk.ts';
import { cardStockCommand, plasticOrdersCommand } from '../features/cards/stock/card-stock.desk.ts';
import { cardLettersCommand } from '../features/activation/letter/letters.desk.ts';
import { declinesCommand } from '../features/cards/desk/declines.desk.ts';
import { whyDeclined } from '../features/cards/desk/why-declined.desk.ts';
import { find } from '../features/cards/find/find.desk.ts';
import { subjects } from '../features/cards/find/subjects.desk.ts';
import { peopleFileCommands } from '../features/people-files/commands.ts';
import { personCommands } from '../features/person/commands.ts';
import {
  changeAddressCommand,
  changeContactCommand,
  changeNameCommand,
} from '../features/profile/desk/change-person.desk.ts';
import { brandCommands } from '../features/brands/versions/commands.ts';
import { sanctionsCommands } from '../features/sanctions/commands.ts';
import { purchaseRuleCommands } from '../features/purchase-rules/commands.ts';
import type { DeskCommand, DeskCommands } from '../features/desk/public.ts';
import { orderCommands } from '../features/store/orders.desk.ts';
import {
  dropVouchersCommand,
  takeVouchersCommand,
  voucherImportsCommand,
} from '../features/topup/voucher/import/voucher-imports.desk.ts';
import { sendVoucherFile } from '../features/topup/voucher/import/send-voucher-file.desk.ts';
import { cancelVouchersCommand, showVoucherCodes } from '../features/topup/voucher/lost-codes.desk.ts';
import { voucherBatchesCommand } from '../features/topup/voucher/voucher-batches.desk.ts';
import { blockVoucherCommand, makeVouchersCommand } from '../features/topup/voucher/vouchers.desk.ts';
import { signInsTodayCommand } from '../features/access/figures/sign-ins.desk.ts';
import { runningCommand } from '../features/programme/running.desk.ts';
import { outsideCommand } from '../features/desk/due-work/outside.desk.ts';
import { givenUpCommands } from '../features/desk/due-work/commands.ts';
import { messageCommands } from '../features/messages/commands.ts';
import { auditLogCommand } from '../features/desk/audit-log/audit-log.desk.ts';
import {
  networkChecksCommand,
  networkMessageCommand,
  networkMessagesCommand,
} from '../features/network/events/network-messages.desk.ts';
import { attach } from '../features/desk/attachments/attach.desk.ts';
import { requestAttachment, requestAttachments } from '../features/desk/attachments/attachments.desk.ts';
import { approve } from '../features/desk/requests/approve.desk.ts';
import { refuse } from '../features/desk/requests/refuse.desk.ts';
import { requestDetails } from '../features/desk/requests/request-details.desk.ts';
import { requestEffect } from '../features/desk/requests/request-effect.desk.ts';
import { requestHistory } from '../features/desk/requests/request-history.desk.ts';
import { requestOutcome } from '../features/desk/requests/request-outcome.desk.ts';
import { requests } from '../features/desk/requests/requests.desk.ts';
import { addStaffCommand } from '../features/desk/staff/add-staff.desk.ts';
import { endStaffCommand } from '../features/desk/staff/end-staff.desk.ts';
import { renewStaff } from '../features/desk/staff/renew-staff.desk.ts';
import { limitStaffCommand } from '../features/desk/staff/limit-staff.desk.ts';
import { changeRoleCommand } from '../features/desk/staff/change-role.desk.ts';
import { staffSessionCommands } from '../features/desk/staff/staff-sessions.desk.ts';
import { staff } from '../features/desk/staff/staff.desk.ts';
import { issueBackupToken } from '../features/reset/issue-backup-token.desk.ts';
import { disputeCommands } from '../features/disputes/commands.ts';
import { complaintCommands } from '../features/complaints/commands.ts';
import { endAutoTopupCommand } from '../features/topup/auto/end-auto-topup.desk.ts';
import { returnDebitCommand } from '../features/topup/auto/return-debit.desk.ts';
import { debtsCommand } from '../features/debts/debts.desk.ts';
import { writeOffBalanceCommand } from '../features/debts/write-off-balance.desk.ts';
import { grantUpgradeCommand, refuseUpgradeCommand } from '../features/cards/upgrade/upgrade.desk.ts';
import { postInterestCommand } from '../features/interest/post-interest.desk.ts';
import { feeCommands } from '../features/fees/commands.ts';
import {
  mistakenPayments,
  recoverMistaken,
  refuseMistaken,
  requestMistaken,
} from '../features/settlement/mistaken/mistaken.desk.ts';
import {
  bankAnswersCommand,
  bankFilesCommand,
  makeBankFilesCommand,
  reconcileCommand,
  sendBankFile,
  takeBankAnswer,
} from '../features/settlement/desk/bank-files.desk.ts';
import { bankTroubleCommand, closeBankTroubleCommand } from '../features/settlement/trouble/bank-trouble.desk.ts';
import { nextBankFilesCommand } from '../features/settlement/desk/next-files.desk.ts';
import { moneyCommands } from '../features/reconciliation/money-held.desk.ts';
import { contactWorksCommand, unreachedPeopleCommand } from '../features/receipts/unreached.desk.ts';
import { closeToldCaseCommand, toldCaseCommand, toldCasesCommand } from '../features/network/told/told-cases.desk.ts';
import { purchasesTodayCommand } from '../features/network/figures/purchases.desk.ts';
import { printBankFileCommand } from '../features/settlement/desk/print-bank-file.desk.ts';
import {
  closeExcessRefundCommand,
  excessRefundCommand,
  excessRefundsCommand,
} from '../features/disputes/excess-refunds.desk.ts';
import { reportCommands } from '../features/reports/commands.ts';
import { reconciliationReportCommand } from '../features/reconciliation/report.desk.ts';
import { pairStatementLineCommand } from '../features/reconciliation/pair-line.desk.ts';
import { postStatementLineCommand } from '../features/reconciliation/post-line.desk.ts';
import {
  differencesCommand,
  lineCandidatesCommand,
  statementsCommand,
  unmatchedCommand,
} from '../features/reconciliation/reconciliation.desk.ts';
import { settlementsCommand } from '../features/reconciliation/settlements/settlements.desk.ts';
import { sentFilesCommand, takeSentFileCommand } from '../features/settlement/restored/restored.desk.ts';
import {
  dropIdentityCommand,
  identityCommand,
  setBankIdentityCommand,
  setGatewayAccountCommand,
  setMailSenderCommand,
} from '../features/programme/identity.desk.ts';
import {
  setMessageMediaAccountCommand,
  setSmsAccountCommand,
  setTwilioAccountCommand,
} from '../features/programme/sms-account.desk.ts';
import { processorCommands } from '../features/processors/commands.ts';
import { webhookCommands } from '../features/webhooks/commands.ts';
import { holidaysCommand, supportHoursCommand } from '../features/programme/holidays.desk.ts';
import { programmeCommand } from '../features/programme/programme.desk.ts';
import { disputedChangesCommand, settleChangeCommand } from '../features/profile/desk/settle-change.desk.ts';
import { heldCommand, releaseInstanceCommand } from '../features/restore-hold/instance-hold.desk.ts';
import {
  chargeSuspense,
  returnCandidates,
  returnToPayer,
} from '../features/settlement/deposits/suspense-returns.desk.ts';
import { suspenseCommands } from '../features/settlement/deposits/suspense.desk.ts';
import { lookUpStopsCommand } from '../features/transfers/pay-id/look-up-stops.desk.ts';
import { closeScamCommand, scamCommand, scamsCommand, unblockPayeeCommand } from '../features/scams/scams.desk.ts';
import { heldPaymentsCommand, releaseHeldCommand } from '../features/schedules/held.desk.ts';
import { closeAndPayCommand } from '../features/account-closing/close-and-pay.desk.ts';
import { closuresCommand } from '../features/account-closing/closures.desk.ts';
import {
  formerHoldersCommand,
  payFormerHolderCommand,
  writeOffDebtCommand,
} from '../features/account-closing/former-holders.desk.ts';
import { closeAccountCommand } from '../features/account-closing/close-account.desk.ts';
import { endNomineeCommand } from '../features/account-closing/end-nominee.desk.ts';
import { payOutCommand } from '../features/account-closing/pay-out.desk.ts';
import { payRefundCommand } from '../features/account-closing/pay-refund.desk.ts';
import { exportPersonCommand } from '../features/privacy/export-person.desk.ts';
import { erasePersonCommand } from '../features/account-closing/erase-person.desk.ts';
import { chargebacksCommand } from '../features/gateway/chargebacks.desk.ts';
import { gatewayCasesCommand } from '../features/gateway/gateway-cases.desk.ts';
import { lostPaymentsCommand } from '../features/gateway/lost-payments.desk.ts';
import { gatewayRefundsCommand, refundAgainCommand } from '../features/gateway/gateway-refunds.desk.ts';
import { releaseLoadCommand } from '../features/gateway/release-load.desk.ts';
import { settleRefundCommand } from '../features/gateway/settle-refund.desk.ts';
import { casesCommand } from '../features/desk-cases/cases.desk.ts';
import { endingCasesCommand } from '../features/account-closing/ending-cases.desk.ts';
import { mistakenFactsCommand } from '../features/settlement/mistaken/mistaken-facts.desk.ts';
import { takeBackDeathCommand } from '../features/account-closing/take-back-death.desk.ts';
import { recordDeathCommand } from '../features/account-closing/record-death.desk.ts';
import { sendStatementCommand } from '../features/statements/send-statement.desk.ts';
import { allocateCardCommand } from '../features/issuing/allocate-card.desk.ts';
import { issueCardCommand } from '../features/issuing/issue-card.desk.ts';
import { productsOfCommand } from '../features/issuing/products-of.desk.ts';
import { sendActivationCode } from '../features/issuing/send-code.desk.ts';
import { loadCommand } from '../features/desk-loads/load.desk.ts';
import { loadsCommand, takeBackLoadCommand } from '../features/desk-loads/take-back-load.desk.ts';
import { paymentCommand, paymentsCommand } from '../features/settlement/payments/payments.desk.ts';
import { paymentsToCheckCommand } from '../features/settlement/payments/to-check.desk.ts';

const ALL = [
  find,
  subjects,
  ...personCommands,
  ...peopleFileCommands,
  changeContactCommand,
  changeAddressCommand,
  changeNameCommand,
  disputedChangesCommand,
  settleChangeCommand,

  unlock,
  issueBackupToken,
  blockCardCommand,
  unblockCardCommand,
  reportCardCommand,
  markCardCommand,
  nameCardCommand,
  reissueCardCommand,
  waitingReplacementsCommand,
  releaseReplacementCommand,
  sendActivationCode,
  issueCardCommand,
  productsOfCommand,
  allocateCardCommand,
  grantUpgradeCommand,
  refuseUpgradeCommand,
  whyDeclined,
  declinesCommand,
  cardStockCommand,
  plasticOrdersCommand,
  cardLettersCommand,

  ...feeCommands,
  loadCommand,
  loadsCommand,
  takeBackLoadCommand,
  postInterestCommand,

  purchasesTodayCommand,
  ...moneyCommands,
  nextBankFilesCommand,

  bankFilesCommand,
  printBankFileCommand,
  makeBankFilesCommand,
  sendBankFile,
  bankAnswersCommand,
  takeBankAnswer,
  bankTroubleCommand,
  closeBankTroubleCommand,
  outsideCommand,
  runningCommand,
  signInsTodayCommand,
  reconcileCommand,
  statementsCommand,
  settlementsCommand,
  differencesCommand,
  unmatchedCommand,
  lineCandidatesCommand,
  pairStatementLineCommand,
  postStatementLineCommand,
  reconciliationReportCommand,
  ...reportCommands,
  sentFilesCommand,
  takeSentFileCommand,
  paymentsCommand,
  paymentsToCheckCommand,
  paymentCommand,
  heldPaymentsCommand,
  releaseHeldCommand,
  ...suspenseCommands,
  returnCandidates,
  returnToPayer,
  chargeSuspense,
  mistakenPayments,
  mistakenFactsCommand,
  requestMistaken,
  refuseMistaken,
  recoverMistaken,
  lookUpStopsCommand,
  scamsCommand,
  scamCommand,
  closeScamCommand,
  unblockPayeeCommand,
  excessRefundsCommand,
  excessRefundCommand,
  closeExcessRefundCommand,
  toldCasesCommand,
  toldCaseCommand,
  closeToldCaseCommand,
  unreachedPeopleCommand,
  contactWorksCommand,

  debtsCommand,
  writeOffBalanceCommand,
  endAutoTopupCommand,
  returnDebitCommand,
  gatewayRefundsCommand,
  lostPaymentsCommand,
  refundAgainCommand,
  settleRefundCommand,
  releaseLoadCommand,
  chargebacksCommand,
  gatewayCasesCommand,

  casesCommand,
  ...disputeCommands,
  ...complaintCommands,

  endingCasesCommand,
  closuresCommand,
  closeAccountCommand,
  closeAndPayCommand,
  formerHoldersCommand,
  payFormerHolderCommand,
  writeOffDebtCommand,
  recordDeathCommand,
  takeBackDeathCommand,
  endNomineeCommand,
  payOutCommand,
  payRefundCommand,
  exportPersonCommand,
  erasePersonCommand,
  sendStatementCommand,

  makeVouchersCommand,
  voucherBatchesCommand,
  voucherImportsCommand,
  sendVoucherFile,
  takeVouchersCommand,
  dropVouchersCommand,
  showVoucherCodes,
  cancelVouchersCommand,
  blockVoucherCommand,
  ...orderCommands,

  kycCommand,
  passKyc,

  requests,
  requestDetails,
  requestEffect,
  requestHistory,
  requestOutcome,
  requestAttachments,
  requestAttachment,
  attach,
  approve,
  refuse,

  staff,
  addStaffCommand,
  renewStaff,
  endStaffCommand,
  changeRoleCommand,
  limitStaffCommand,
  ...staffSessionCommands,

  programmeCommand,
  holidaysCommand,
  supportHoursCommand,
  identityCommand,
  setBankIdentityCommand,
  setMailSenderCommand,
  setSmsAccountCommand,
  setTwilioAccountCommand,
  setMessageMediaAccountCommand,
  setGatewayAccountCommand,
  dropIdentityCommand,

  ...processorCommands,

  ...webhookCommands,
  ...purchaseRuleCommands,
  ...brandCommands,
  ...sanctionsCommands,
  networkMessagesCommand,
  networkMessageCommand,
  networkChecksCommand,
  auditLogCommand,

  ...givenUpCommands,
  ...messageCommands,

  heldCommand,
  releaseInstanceCommand,
] satisfies readonly DeskCommand[];

type Command = (typeof ALL)[number];

/** Input and rows of each command by its name, for the desk in a browser. */
export type DeskCommandTypes = {
  [C in Command as string extends C['name'] ? never : C['name']]: NonNullable<C['types']>;
};

/** Every command of the desk by the name that is typed. */
export const deskCommands: DeskCommands = new Map(ALL.map((command): [string, DeskCommand] => [command.name, command]));
