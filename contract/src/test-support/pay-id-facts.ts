/** Sample row of a new payment method in the list of methods. */
export const PAY_ID = {
  payeeType: 4,
  transactionKind: 'transferOut',
  features: ['transfers', 'payId'],
  productSetting: 'payId',
  cardField: 'IsPayIdAllowed',
  leavesProgramme: true,
} as const;
