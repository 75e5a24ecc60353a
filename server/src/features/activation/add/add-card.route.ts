import { addCardToLogin } from '@wattle/contract/activation/add/add-card.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { callerOf } from '../../../http/caller.ts';
import { handleOutside } from '../../../http/handle.ts';
import { audit } from '../../../platform/audit.ts';
import { findBrandById } from '../../brands/public.ts';
import { type CardToAdd, linkCardInUse } from './card-to-add.store.ts';
import { nameByNumber } from './name-card.ts';
import { compareCode, judgeCode, subjectOf, type Where } from './prove-code.ts';
import { activateTaken, takeCard } from './take-card.ts';

export const addCardRoute = handleOutside(
  addCardToLogin,
  {
    async admit(input) {
      const { body, ctx, session } = input;
      const brand = await findBrandById(ctx, session.brandId);
      if (brand?.identifier !== body.brandIdentifier) return err('required_field', 'brandIdentifier');
      if (!brand.settings.LinkExistingCard) return err('card_problem', 'cardNumber');
      return ok(await nameByNumber(input, body.cardNumber, body.isReloadable));
    },
    subject: subjectOf,
    outside: (input) => compareCode(input, input.intent, input.body.code),
    async settle(input) {
      const { body, intent, known: isRight } = input;
      const name = () => nameByNumber(input, body.cardNumber, body.isReloadable);
      const proved = await judgeCode(input, { before: intent, name, isRight });
      if (!proved.ok) return proved;
      const card = proved.value;
      const taken = await takeCard(input, card);
      if (!taken.ok) return taken;
      if (taken.value.kind === 'inUse') return linkInUse(input, card);
      const activated = await activateTaken(input, taken.value.row, body.pin);
      return activated.ok ? ok({ MaskedCardNumber: card.masked_number }) : activated;
    },
  },
  { keepsRefusals: true, rate: 'signIn' },
);

async function linkInUse({ session, tx, ctx, request }: Where, card: CardToAdd) {
  const { tenantId, holderId } = session;
  if (holderId === null || !(await linkCardInUse(tx, card, holderId))) return err('card_linked');
  ctx.live.tellChanged(tx, tenantId, card.member_account_id);
  audit(tx, ctx.clocks, {
    tenantId,
    actor: callerOf(session),
    action: 'card.added',
    object: `card:${card.id}`,
    outcome: 'ok',
    requestId: request.id,
  });
  return ok({ MaskedCardNumber: card.masked_number });
}
