import { activateAllocatedCard } from '@wattle/contract/activation/add/activate-allocated-card.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handleOutside } from '../../../http/handle.ts';
import { admitAllocated, settleAllocated, takeAllocated } from './allocated.ts';
import { compareCode, subjectOf } from './prove-code.ts';
import { activateTaken } from './take-card.ts';

export const activateAllocatedCardRoute = handleOutside(
  activateAllocatedCard,
  {
    admit: admitAllocated,
    subject: subjectOf,
    outside: (input) => compareCode(input, input.intent, input.body.code),
    async settle(input) {
      const proved = await settleAllocated(input);
      if (!proved.ok) return proved;
      const taken = await takeAllocated(input, proved.value);
      if (!taken.ok) return taken;
      const activated = await activateTaken(input, taken.value.row, input.body.pin);
      return activated.ok ? ok({ MaskedCardNumber: proved.value.masked_number }) : activated;
    },
  },
  { keepsRefusals: true, rate: 'signIn' },
);
