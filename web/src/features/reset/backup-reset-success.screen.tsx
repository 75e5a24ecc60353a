import { Navigate, useLocation } from '../../router/public.ts';
import { paths } from '../../paths.ts';
import { PasswordIsSet } from './password-is-set.tsx';

/** The end of a reset by backup token. */
export function BackupResetSuccessScreen() {
  const { isReset = false } = (useLocation().state ?? {}) as { isReset?: boolean };
  // Opened without a reset: none was done.
  if (!isReset) return <Navigate to={paths.requestBackupReset()} replace />;
  return <PasswordIsSet byBackup />;
}
