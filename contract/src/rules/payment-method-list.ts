/** Properties of a payment method that server and web share, in addition to its call. */
export type MethodFacts = {
  /** `PayeeType` of the payees that are saved for it. */
  readonly payeeType: number;
  /** `Kind` of the payer's row in the list of transactions. */
  readonly transactionKind: string;
  /** Feature flags of brand, tenant and instance, all of which have to be on. */
  readonly features: readonly string[];
  /** The setting of a product that allows it. */
  readonly productSetting: string;
  /** The field of a card that says whether it may be used, on the wire. */
  readonly cardField: string;
  /** True: the bank carries it out, by a file. False: it stays between accounts of the programme. */
  readonly leavesProgramme: boolean;
};

/**
 * The payment methods that a cardholder can choose. This is the list: flags, settings, payee types and unions of names
 * are derived from it on both sides (payment-methods.ts). Their calls are in transfers/method-calls.ts. It has no
 * schemas, so that the entry of the web app may import it.
 */
export const PAYMENT_METHODS = {
  internal: {
    payeeType: 2,
    transactionKind: 'transferOut',
    features: ['transfers'],
    productSetting: 'internalTransfers',
    cardField: 'IsInternalTransferAllowed',
    leavesProgramme: false,
  },
  external: {
    payeeType: 3,
    transactionKind: 'transferOut',
    features: ['transfers', 'externalTransfers'],
    productSetting: 'externalTransfers',
    cardField: 'IsExternalTransferAllowed',
    leavesProgramme: true,
  },
  bpay: {
    payeeType: 1,
    transactionKind: 'bpay',
    features: ['bpay'],
    productSetting: 'bpay',
    cardField: 'IsBPayAllowed',
    leavesProgramme: true,
  },
  payId: {
    payeeType: 4,
    transactionKind: 'transferOut',
    features: ['transfers', 'payId'],
    productSetting: 'payId',
    cardField: 'IsPayIdAllowed',
    leavesProgramme: true,
  },
} as const satisfies Readonly<Record<string, MethodFacts>>;
