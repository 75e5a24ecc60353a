import type { Channel } from '@wattle/contract/transactions/transaction.ts';
import type { AppContext } from '../compose/context.ts';
import { authorisePurchase } from '../features/network/public.ts';
import { dayAt } from '../platform/time/clock.ts';
import { addDays, atMelbourne } from './calendar.ts';
import { findCardId, hasMessage, setCardStatus } from './demo.store.ts';
import { type DemoMerchant, MERCHANTS } from './merchants.ts';
import { PIN } from './people.ts';

const AMELIA = { pan: '9036000000000017', cardId: '10000000017', tenantId: 1 };
const GRACE = { pan: '9036000000000140', tenantId: 2 };

type Purchase = {
  readonly reference: string;
  readonly pan: string;
  readonly at: number;
  readonly merchant: DemoMerchant;
  readonly cents: number;
  readonly channel: Channel;
  readonly pin?: string;
};

/** The last message of each tenant: once it is there, all before it are. */
const LAST = { amelia: 'DEMO-PENDING-3', grace: 'DEMO-DECLINED-2' } as const;

/**
 * The purchases that are not posted, through the network's own path: Amelia's three holds and one
 * that was declined while her card was off, and one of Grace's blocked card.
 */
export async function seedOpenPurchases(ctx: AppContext): Promise<void> {
  const now = ctx.clocks.business.now();
  const today = dayAt(now);
  const at = (daysAgo: number, hour: number, minute: number) => atMelbourne(addDays(today, -daysAgo), hour, minute);
  // Before breakfast nothing was bought today yet; then it was a moment ago.
  const earlier = (time: number, minutesAgo: number) => Math.min(time, now - minutesAgo * 60_000);

  if (!(await isDone(ctx, AMELIA.tenantId, LAST.amelia))) {
    await switchAmelia(ctx, 'ActiveOff');
    const declined = { reference: 'DEMO-DECLINED-1', pan: AMELIA.pan, at: at(3, 19, 30) };
    await buy(ctx, { ...declined, merchant: MERCHANTS.cinema, cents: 44_00, channel: 'online' }, '62');
    await switchAmelia(ctx, 'Active');
    const pending = (reference: string, time: number) => ({ reference, pan: AMELIA.pan, at: time });
    const grocers = pending('DEMO-PENDING-1', at(1, 18, 22));
    await buy(ctx, { ...grocers, merchant: MERCHANTS.grocers, cents: 48_25, channel: 'contactless' }, '00');
    const coffee = pending('DEMO-PENDING-2', earlier(at(0, 7, 51), 19));
    await buy(ctx, { ...coffee, merchant: MERCHANTS.coffee, cents: 5_40, channel: 'contactless' }, '00');
    const pump = pending(LAST.amelia, earlier(at(0, 8, 5), 5));
    await buy(ctx, { ...pump, merchant: MERCHANTS.pump, cents: 100_00, channel: 'chip', pin: PIN }, '00');
  }
  if (!(await isDone(ctx, GRACE.tenantId, LAST.grace))) {
    const declined = { reference: LAST.grace, pan: GRACE.pan, at: at(1, 12, 15) };
    await buy(ctx, { ...declined, merchant: MERCHANTS.paperbark, cents: 86_90, channel: 'contactless' }, '62');
  }
}

function isDone(ctx: AppContext, tenantId: number, reference: string): Promise<boolean> {
  return ctx.database.read(tenantId, (tx) => hasMessage(tx, tenantId, reference));
}

function switchAmelia(ctx: AppContext, status: 'Active' | 'ActiveOff'): Promise<void> {
  const { tenantId, cardId } = AMELIA;
  return ctx.database.transact(tenantId, async (tx) => {
    await setCardStatus(tx, tenantId, await findCardId(tx, tenantId, cardId), status);
  });
}

/** One purchase with the business clock set to its time; a repeat of the seed finds it there. */
async function buy(ctx: AppContext, purchase: Purchase, expected: '00' | '62'): Promise<void> {
  const then: AppContext = { ...ctx, clocks: { ...ctx.clocks, business: { now: () => purchase.at } } };
  const { answer } = await authorisePurchase(then, {
    reference: purchase.reference,
    card: { number: purchase.pan },
    amount: purchase.cents,
    channel: purchase.channel,
    merchant: purchase.merchant,
    ...(purchase.pin !== undefined && { pin: purchase.pin }),
  });
  // 94: a seed that was cut short had got this far, at another time of the day.
  if (answer !== expected && answer !== '94') throw new Error(`${purchase.reference} was answered ${answer}`);
}
