/** Keys of the validation texts, by the problem of an amount. */
export const AMOUNT_PROBLEMS = {
  empty: 'gtZero',
  notANumber: 'nan',
  notAboveZero: 'gtZero',
  belowMinimum: 'gtLimit',
  aboveMaximum: 'ltLimit',
} as const;
