export { definitionOf, definitionsFor, jsonSchemaOf } from './definitions.ts';
export { becomes, effectOn, ends, sumOf } from './effects/effect.domain.ts';
export { effectOnAccount, effectOnBook, effectOnCards } from './effects/effect.store.ts';
export { deskCommand } from './desk-command.ts';
export type {
  DeskCall,
  DeskCallInTransaction,
  DeskCommand,
  DeskCommands,
  DeskOutcome,
  DeskRow,
  Effect,
} from './desk-command.ts';
export { type GivenInput, holdsCardNumber, REASON_MAXIMUM } from './given-input.domain.ts';
export { faultsOf, isSwitch, PERSONAL, takenBy } from './input-words.ts';
export { pageInput, pageOf } from './page.ts';
export { refused, statusOf } from './desk-refusal.ts';
export type { DeskRefusal, DeskRefusalName } from './desk-refusal.ts';
export { counted, inDays, inDollars, inGroups, isNothing } from './done.ts';
export { runCommand } from './run-command.ts';
export { requestOfKey } from './requests/carry-out.ts';
export { findRequest } from './requests/desk-request.store.ts';
export { searchJob } from './search/search-job.ts';
export { isUnfilled, type SearchTable } from './search/search-fill.store.ts';
export { setStaffPassword } from './sign-in/set-password.ts';
export { beginEnrolment } from './second-factor/begin-enrolment.ts';
export { finishEnrolment } from './second-factor/finish-enrolment.ts';
export { passkeyRequest, signInByPasskey } from './second-factor/sign-in-by-passkey.ts';
export type { SignedIn } from './sign-in/open-staff-session.ts';
export { signInStaff } from './sign-in/sign-in-staff.ts';
export { endStaffSession, signOutStaff, type StaffSession, staffSessionOf } from './sign-in/staff-session.ts';
export { addFirstStaff } from './staff/add-first-staff.ts';
export { staffFullName, staffName } from './staff/staff-name.ts';
export { addStaff, listStaff, readTenantName } from './staff/staff.store.ts';
export { cardInput, personInput, typedId } from './typed-id.ts';
export {
  accountNumber,
  bankAccountNumber,
  brandIdentifier,
  bsbNumber,
  lastFourDigits,
  messageOf,
  nameOf,
  printedCardId,
  productNumber,
  referenceNumber,
  rowNumber,
  typedDollars,
  voucherNumber,
  wholeNumber,
} from './typed-input.ts';
