/** A sample of a new payment method's row in the list of the contract. */
export const PAY_ID = {
  payeeType: 4,
  transactionKind: 'transferOut',
  features: ['transfers'],
  productSetting: 'payId',
  cardField: 'IsPayIdAllowed',
  leavesProgramme: true,
} as const;
