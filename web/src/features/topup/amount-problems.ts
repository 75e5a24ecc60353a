/** Keys of the validation texts, by what is wrong with an amount. */
export const AMOUNT_PROBLEMS = {
  empty: 'gtZero',
  notANumber: 'nan',
  notAboveZero: 'gtZero',
  belowMinimum: 'gtLimit',
  aboveMaximum: 'ltLimit',
} as const;
