import {
  activateAllocatedCard,
  addCardToLogin,
  verifyAllocatedActivationCode,
  verifyCardToBeAdded,
} from '@wattle/contract/activation/add-card.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { callerOf } from '../../../http/caller.ts';
import { handleOutside, type Route } from '../../../http/handle.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { findBrandById } from '../../brands/public.ts';
import { admitAllocated, settleAllocated, takeAllocated } from './allocated.ts';
import { addDefaultAlerts } from '../../alerts/public.ts';
import { type CardToAdd, linkCardInUse } from './card-to-add.store.ts';
import { linksCards, nameByNumber } from './name-card.ts';
import { compareCode, judgeCode, subjectOf, type Where } from './prove-code.ts';
import { activateTaken, provedAnswer, takeCard } from './take-card.ts';

async function linkInUse({ session, tx, ctx, request }: Where, card: CardToAdd) {
  const { tenantId, holderId } = session;
  if (holderId === null || !(await linkCardInUse(tx, card, holderId))) return err('card_linked');
  await addDefaultAlerts(tx, { tenantId: card.tenant_id, holderId, memberAccountId: card.member_account_id });
  ctx.live.publishChanged(tx, tenantId, card.member_account_id);
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

/** Another card of a person who has a login. */
export const addCardRoutes: readonly Route[] = [
  handleOutside(
    verifyCardToBeAdded,
    {
      async admit(input) {
        if (!(await linksCards(input))) return err('card_problem', 'number');
        return ok(await nameByNumber(input, input.body.number, input.body.reloadable));
      },
      subject: subjectOf,
      outside: (input) => compareCode(input, input.intent, input.body.code),
      async settle(input) {
        const { body, intent, known: matched } = input;
        const name = () => nameByNumber(input, body.number, body.reloadable);
        const proved = await judgeCode(input, { before: intent, name, matched });
        if (!proved.ok) return proved;
        const taken = await takeCard(input, proved.value);
        return taken.ok ? ok(provedAnswer(proved.value, taken.value)) : taken;
      },
    },
    { keepsRefusals: true, rate: 'signIn' },
  ),

  handleOutside(
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
        const { body, intent, known: matched } = input;
        const name = () => nameByNumber(input, body.cardNumber, body.isReloadable);
        const proved = await judgeCode(input, { before: intent, name, matched });
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
  ),

  handleOutside(
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
  ),

  handleOutside(
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
  ),
];
