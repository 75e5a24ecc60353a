import { paths } from '../../paths.ts';
import type { AppRoute } from '../../router/app-route.ts';

/** The ways back to a forgotten password. They work signed in as well. */
export const resetRoutes: readonly AppRoute[] = [
  {
    path: paths.requestReset(),
    title: 'reset:request.title',
    access: 'public',
    load: async () => (await import('./request-reset.screen.tsx')).RequestResetScreen,
    texts: ['reset', 'recovery', 'validation', 'ui'],
  },
  {
    path: paths.requestPasswordReset(),
    title: 'reset:account.title',
    access: 'public',
    load: async () => (await import('./request-password-reset.screen.tsx')).RequestPasswordResetScreen,
    texts: ['reset', 'recovery', 'validation', 'ui'],
  },
  {
    path: paths.resetLink(),
    title: 'reset:answer.title',
    access: 'public',
    load: async () => (await import('./reset-link.screen.tsx')).ResetLinkScreen,
    texts: ['reset', 'recovery', 'validation', 'ui'],
  },
  {
    path: paths.reset(),
    title: 'reset:answer.title',
    access: 'public',
    load: async () => (await import('./reset.screen.tsx')).ResetScreen,
    texts: ['reset', 'recovery', 'validation', 'fields', 'ui'],
  },
  {
    path: paths.requestBackupReset(),
    title: 'reset:backup.title',
    access: 'public',
    load: async () => (await import('./request-backup-reset.screen.tsx')).RequestBackupResetScreen,
    texts: ['reset', 'recovery', 'profile', 'validation', 'fields', 'ui'],
  },
  {
    path: paths.backupResetSuccess(),
    title: 'reset:done.title',
    access: 'public',
    load: async () => (await import('./backup-reset-success.screen.tsx')).BackupResetSuccessScreen,
    texts: ['reset', 'recovery', 'validation', 'ui'],
  },
];
