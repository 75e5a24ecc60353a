export { deskCommand } from './desk-command.ts';
export type {
  DeskCall,
  DeskCallInTransaction,
  DeskCommand,
  DeskCommands,
  DeskOutcome,
  DeskRow,
} from './desk-command.ts';
export { pageInput, pageOf } from './page.ts';
export { refused, statusOf } from './desk-refusal.ts';
export type { DeskRefusal, DeskRefusalName } from './desk-refusal.ts';
export { runCommand } from './run-command.ts';
export { setStaffPassword } from './sign-in/set-password.ts';
export { signInStaff } from './sign-in/sign-in-staff.ts';
export { signOutStaff, staffOf } from './sign-in/staff-session.ts';
export { addFirstStaff } from './staff/add-first-staff.ts';
export { staffFullName, staffName } from './staff/staff-name.ts';
export { addStaff, listStaff } from './staff/staff.store.ts';
export { typedDollars } from './typed-dollars.ts';
