const DAY_MS = 86_400_000;

const ORDINARY_DAYS = 7;
/** The final bill is sent at the end of a stay, a hire or a voyage. */
const LONG_DAYS = 30;
/** A pump asks for a round sum before it knows the litres, and settles soon. */
const FUEL_DAYS = 3;

function isFuel(mcc: string): boolean {
  return mcc === '5541' || mcc === '5542' || mcc === '5552' || mcc === '5983';
}

function isHotelCarOrCruise(mcc: string): boolean {
  const code = Number(mcc);
  const isCarHire = (code >= 3351 && code <= 3441) || (code >= 7512 && code <= 7519);
  const isHotel = (code >= 3501 && code <= 3999) || code === 7011 || code === 7012;
  return isCarHire || isHotel || code === 4411;
}

/** Terms of processors, after which they report the expiry: captures of hotels, airlines and car hire reach 31 days. */
const PROCESSOR_DAYS = 7;
const PROCESSOR_LONG_DAYS = 31;
/** An expiry that a processor has not reported by then was lost. */
const PROCESSOR_GRACE_DAYS = 2;

/** 3000 to 3350 are airlines by name, 4511 the others. */
function isAirline(mcc: string): boolean {
  const code = Number(mcc);
  return (code >= 3000 && code <= 3350) || code === 4511;
}

/** Party that ends a hold: `us`, or a processor that reports it, where our own end is only a backstop. */
export type HoldEndedBy = 'us' | 'processor';

/** Time at which the hold of an approved purchase expires unless it is cleared before, in milliseconds. */
export function holdEndsAt(placedAt: number, mcc: string, by: HoldEndedBy = 'us'): number {
  return placedAt + (by === 'us' ? ownDays(mcc) : processorDays(mcc)) * DAY_MS;
}

function ownDays(mcc: string): number {
  return isFuel(mcc) ? FUEL_DAYS : isHotelCarOrCruise(mcc) ? LONG_DAYS : ORDINARY_DAYS;
}

function processorDays(mcc: string): number {
  const isLong = isHotelCarOrCruise(mcc) || isAirline(mcc);
  return (isLong ? PROCESSOR_LONG_DAYS : PROCESSOR_DAYS) + PROCESSOR_GRACE_DAYS;
}

/** Whether the final amount commonly differs from the authorised one. A staffed pump knows its sum. */
export function isEstimate(mcc: string): boolean {
  return mcc === '5542' || mcc === '5552' || isHotelCarOrCruise(mcc);
}
