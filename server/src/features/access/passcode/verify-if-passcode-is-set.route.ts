import { verifyIfPasscodeIsSet } from '@wattle/contract/access/passcode/verify-if-passcode-is-set.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../../http/handle.ts';
import { webAccountOf } from '../sign-in/current-password.ts';
import { hasPasscode } from './passcode.store.ts';

export const verifyIfPasscodeIsSetRoute = handleRead(verifyIfPasscodeIsSet, async ({ tx, session }) =>
  ok({ passcodeIsSet: await hasPasscode(tx, session.tenantId, webAccountOf(session)) }),
);
