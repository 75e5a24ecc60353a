import { verifyCardToBeAdded } from '@wattle/contract/activation/add/verify-card-to-be-added.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handleOutside } from '../../../http/handle.ts';
import { linksCards, nameByNumber } from './name-card.ts';
import { compareCode, judgeCode, subjectOf } from './prove-code.ts';
import { provedAnswer, takeCard } from './take-card.ts';

export const verifyCardToBeAddedRoute = handleOutside(
  verifyCardToBeAdded,
  {
    async admit(input) {
      if (!(await linksCards(input))) return err('card_problem', 'number');
      return ok(await nameByNumber(input, input.body.number, input.body.reloadable));
    },
    subject: subjectOf,
    outside: (input) => compareCode(input, input.intent, input.body.code),
    async settle(input) {
      const { body, intent, known: isRight } = input;
      const name = () => nameByNumber(input, body.number, body.reloadable);
      const proved = await judgeCode(input, { before: intent, name, isRight });
      if (!proved.ok) return proved;
      const taken = await takeCard(input, proved.value);
      return taken.ok ? ok(provedAnswer(proved.value, taken.value)) : taken;
    },
  },
  { keepsRefusals: true, rate: 'signIn' },
);
