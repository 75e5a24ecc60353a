import type { Language } from '@wattle/contract/rules/languages.ts';
import { money } from '@wattle/contract/rules/amounts.ts';
import { dateBy, timeIn } from '@wattle/contract/rules/dates.ts';
import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { toDollars } from '../../platform/money.ts';
import { PROGRAMME_ZONE } from '../../platform/time/programme-zone.domain.ts';
import { productTexts } from '../../platform/text/texts.ts';
import type { Brand } from '../brands/public.ts';
import { listWaitingSchedules } from '../schedules/public.ts';
import { listWaitingTopups } from '../topup/public.ts';

type Asked = {
  readonly tenantId: number;
  readonly webAccountId: bigint;
  readonly holderId: bigint;
  readonly brand: Brand | undefined;
  readonly heldUntil: number;
};

/** Maximum number of items that a message lists. */
const LISTED = 10;

/**
 * Words of a message about waiting items: their number, each with amount and name, and until when no new payee is
 * paid.
 */
export async function waitingWords(
  tx: Tx,
  ctx: AppContext,
  { tenantId, webAccountId, holderId, brand, heldUntil }: Asked,
): Promise<(language: Language) => Readonly<Record<string, string>>> {
  const schedules = await listWaitingSchedules(tx, ctx, { tenantId, holderId, heldUntil });
  const topups = await listWaitingTopups(tx, tenantId, webAccountId);
  const all = [
    ...schedules.map(({ schedule, destination }) => ({
      kind: schedule.holdId === null ? 'schedule' : 'payment',
      amount: schedule.amount,
      name: destination.name,
    })),
    ...topups.map(({ amount, account_name: name }) => ({ kind: 'topUp', amount, name })),
  ];
  const until = new Date(heldUntil).toISOString();
  return (language) => {
    const texts = productTexts(language, 'accountCheck');
    const lines = all
      .slice(0, LISTED)
      .map(({ kind, amount, name }) =>
        (texts[`message.${kind}`] ?? '')
          .replace('{{amount}}', () => money(toDollars(amount), language, 'never'))
          .replace('{{name}}', () => name),
      );
    const rest = all.length > LISTED ? ['…'] : [];
    const pattern = brand?.settings.DateFormat ?? 'dd/MM/yyyy';
    return {
      count: String(all.length),
      list: [...lines, ...rest].join('\n'),
      date: dateBy(pattern, until, PROGRAMME_ZONE),
      time: timeIn(until, language, PROGRAMME_ZONE),
    };
  };
}
