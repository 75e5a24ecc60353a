import { verifyAllocatedActivationCode } from '@wattle/contract/activation/add/verify-allocated-activation-code.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handleOutside } from '../../../http/handle.ts';
import { admitAllocated, settleAllocated, takeAllocated } from './allocated.ts';
import { compareCode, subjectOf } from './prove-code.ts';
import { provedAnswer } from './take-card.ts';

export const verifyAllocatedActivationCodeRoute = handleOutside(
  verifyAllocatedActivationCode,
  {
    admit: admitAllocated,
    subject: subjectOf,
    outside: (input) => compareCode(input, input.intent, input.body.code),
    async settle(input) {
      const proved = await settleAllocated(input);
      if (!proved.ok) return proved;
      const taken = await takeAllocated(input, proved.value);
      return taken.ok ? ok(provedAnswer(proved.value, taken.value)) : taken;
    },
  },
  { keepsRefusals: true, rate: 'signIn' },
);
