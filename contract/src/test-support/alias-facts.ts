/** Sample row of a new payment method in the list of methods. */
export const ALIAS = {
  payeeType: 5,
  transactionKind: 'transferOut',
  features: ['transfers', 'alias'],
  productSetting: 'alias',
  cardField: 'IsAliasAllowed',
  leavesProgramme: true,
} as const;
