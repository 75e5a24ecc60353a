import { METHOD_NAMES, PAYMENT_METHODS } from '@wattle/contract/rules/payment-methods.ts';
import { paths } from '../../paths.ts';
import type { AppRoute } from '../../router/app-route.ts';

/** The main feature of each payment method. A brand needs one of them; the form offers the methods of the card. */
const EITHER = METHOD_NAMES.map((name) => PAYMENT_METHODS[name].features[0]);

export const transferRoutes: readonly AppRoute[] = [
  {
    path: paths.fundsTransfer(),
    title: 'transfers:title',
    heading: 'transfers:payeeChoice.title',
    access: 'signed-in',
    load: async () => (await import('./journey/funds-transfer.screen.tsx')).FundsTransferScreen,
    texts: ['transfers', 'payees', 'validation', 'fields', 'transactions', 'cards'],
    anyFeature: EITHER,
    without: {
      feature: 'transfers',
      title: 'transfers:title.bills',
      heading: 'transfers:payeeChoice.title.bills',
      navigation: { label: 'common:navigation.payBills' },
    },
    navigation: {
      label: 'common:navigation.payOrTransfer',
      shortLabel: 'common:navigation.pay',
      icon: 'transfer',
      in: 'main',
      needs: 'pay',
    },
  },
  {
    path: paths.payees(),
    title: 'payees:title',
    access: 'signed-in',
    load: async () => (await import('./payees/payees.screen.tsx')).PayeesScreen,
    texts: ['payees', 'scams', 'transfers', 'validation', 'fields'],
    under: paths.fundsTransfer(),
    anyFeature: EITHER,
  },
  {
    path: paths.confirmTransfer(),
    title: 'transfers:confirm.title',
    access: 'signed-in',
    load: async () => (await import('./journey/confirm-transfer.screen.tsx')).ConfirmTransferScreen,
    texts: ['transfers', 'downloads', 'settlement', 'outcomes'],
    under: paths.fundsTransfer(),
    anyFeature: EITHER,
  },
];
