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

/** Time at which the hold of an approved purchase expires unless it is cleared before, in milliseconds. */
export function holdEndsAt(placedAt: number, mcc: string): number {
  const days = isFuel(mcc) ? FUEL_DAYS : isHotelCarOrCruise(mcc) ? LONG_DAYS : ORDINARY_DAYS;
  return placedAt + days * DAY_MS;
}

/** Whether the final amount commonly differs from the authorised one. A staffed pump knows its sum. */
export function isEstimate(mcc: string): boolean {
  return mcc === '5542' || mcc === '5552' || isHotelCarOrCruise(mcc);
}
