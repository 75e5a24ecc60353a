import type { PayIdLookUps } from '../../../config/outside-settings.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A look-up of the person within 24 hours. */
export type EarlierLookUp = {
  readonly at: number;
  readonly payId: string;
  /** A payment was ordered by it. */
  readonly isPaid: boolean;
  /** The person had paid the PayID before: it is not counted. */
  readonly isKnown: boolean;
};

type Asked = {
  readonly payId: string;
  readonly now: number;
  /** Start of the day in Melbourne, and of the next one. */
  readonly today: number;
  readonly nextDay: number;
  /** The newest first. */
  readonly own: readonly EarlierLookUp[];
  /** The sign-in is younger than a week. */
  readonly isNew: boolean;
  /** Look-ups of the network address and of the programme within an hour. */
  readonly ofAddress: number;
  readonly ofProgramme: number;
};

/** End of a limit; `stop`: why the desk lists it. */
export type Refused = { readonly until: number; readonly stop: 'withoutPayment' | 'closePhones' | null };

const PHONE = /^\+\d{1,3}-(\d+)$/;

/** Whether a person may look up one more PayID. Undefined: yes. */
export function refuseLookUp(
  { payId, now, today, nextDay, own, isNew, ofAddress, ofProgramme }: Asked,
  limits: PayIdLookUps,
): Refused | undefined {
  const counted = own.filter(({ isKnown }) => !isKnown);
  if (isClose(payId, counted, limits)) return { until: nextDay, stop: 'closePhones' };
  const ofToday = counted.filter(({ at }) => at >= today);
  const lastPaid = ofToday.findIndex(({ isPaid }) => isPaid);
  const unpaid = lastPaid < 0 ? ofToday.length : lastPaid;
  if (unpaid >= limits.withoutPayment) return { until: nextDay, stop: 'withoutPayment' };
  const aDay = isNew ? Math.min(limits.aDayWhenNew, limits.aDay) : limits.aDay;
  const untils = [untilBelow(counted, limits.anHour, HOUR_MS, now), untilBelow(counted, aDay, DAY_MS, now)];
  if (ofAddress >= limits.ofAddressAnHour || ofProgramme >= limits.ofProgrammeAnHour) untils.push(now + HOUR_MS);
  const until = Math.max(...untils);
  return until > now ? { until, stop: null } : undefined;
}

/** When the number of look-ups of a period falls below the most. */
function untilBelow(counted: readonly EarlierLookUp[], most: number, periodMs: number, now: number): number {
  const within = counted.filter(({ at }) => at > now - periodMs);
  const oldest = within[most - 1];
  return oldest === undefined ? now : oldest.at + periodMs;
}

/** Whether the number of a phone follows as many others that are close to it. */
function isClose(payId: string, counted: readonly EarlierLookUp[], { closePhones, closeBy }: PayIdLookUps): boolean {
  const number = phoneIn(payId);
  if (number === null) return false;
  const others = new Set(counted.map((each) => phoneIn(each.payId)).filter((other) => other !== null));
  others.delete(number);
  return [...others].filter((other) => Math.abs(other - number) <= closeBy).length >= closePhones;
}

function phoneIn(payId: string): number | null {
  const [, digits] = PHONE.exec(payId) ?? [];
  return digits === undefined ? null : Number(digits);
}
