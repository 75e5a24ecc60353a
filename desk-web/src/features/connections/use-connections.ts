import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import type { RowOf } from '../../calls/commands.ts';
import { useDeskFormat } from '../../ui/format.ts';
import type { TagTone } from '../../ui/tag.tsx';

export type Connection = RowOf<'connections'>;
export type Purchase = RowOf<'processor-purchase'>;
export type Message = RowOf<'processor-messages'>;

export const EVERY_MS = 15_000;

/** A secret that is due to be replaced within this time is marked. */
const SECRET_SOON_DAYS = 30;

export const wayOfConnection = ({ number }: Pick<Connection, 'number'>) => `/connections/${number}`;
export const wayOfPurchase = (number: number, purchase: string) =>
  `/connections/${number}/purchases/${encodeURIComponent(purchase)}`;

/** A processor by its own name, as `Stripe`. */
export const processorName = (processor: string): string => processor.charAt(0).toUpperCase() + processor.slice(1);

/** State of a connection as a text key, and how it is shown. */
export function stateOf({ state, asked, silent, late }: Connection): readonly [key: string, tone: TagTone] {
  if (state === 'off') return ['off', 'bad'];
  if (asked === 0) return ['quiet', 'plain'];
  return silent + late > 0 ? ['silent', 'warn'] : ['answering', 'ok'];
}

export const toneOfSecret = (daysLeft: number): TagTone | undefined =>
  daysLeft < 0 ? 'bad' : daysLeft <= SECRET_SOON_DAYS ? 'warn' : undefined;

/** Events and approvals of a connection that need a person. */
export const toLookAt = ({ unmatched, cases }: Connection): number => unmatched + cases;

/** Column of an amount that a message may leave out. */
export function useAmountColumn() {
  const t = useTexts('deskConnections');
  const format = useDeskFormat();
  return {
    key: 'amount',
    head: t('column.amount'),
    isFigure: true,
    render: ({ amount }: { readonly amount: string }) => (amount === '' ? '' : format.money(amount)),
  } as const;
}
