import { checkPassword } from '@wattle/contract/access/sign-in/check-password.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handleOutside } from '../../../http/handle.ts';
import { currentPasswordSteps, judgePassword } from './current-password.ts';

export const checkPasswordRoute = handleOutside(
  checkPassword,
  {
    ...currentPasswordSteps,
    async settle(input) {
      const checked = await judgePassword(input);
      return checked.ok ? ok({ IsSuccessful: true as const }) : checked;
    },
  },
  { keepsRefusals: true },
);
