import { checkPassword } from '@wattle/contract/access/check-password.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handle } from '../../http/handle.ts';
import { checkCurrentPassword } from './current-password.ts';

export const checkPasswordRoute = handle(
  checkPassword,
  async ({ body, session, tx, ctx, request }) => {
    const checked = await checkCurrentPassword({ tx, ctx, session, request, password: body.currentpassword });
    return checked.ok ? ok({ IsSuccessful: true as const }) : checked;
  },
  { keepsRefusals: true },
);
