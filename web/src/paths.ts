/**
 * Every address of the app, as the router takes it. The router adds the visitor's brand prefix, so
 * a link written with these keeps it.
 */
export const paths = {
  root: () => '/',
  cardSignIn: () => '/cardLogin',
  accountSignIn: () => '/login',
  passcodeSignIn: () => '/passcodeLogin',
  signUp: () => '/signup',
  signInMethods: () => '/signInMethods',
  setLoginPin: () => '/setLoginPin',
  /** Sign-in that leads to the passcode's page. */
  signInToSetLoginPin: () => '/login?next=setLoginPin',
  cardHome: () => '/cardHome',
  settings: () => '/settings/general',
  stopCard: () => '/settings/block',
  cardPin: () => '/settings/pin',
  cardName: () => '/settings/cardName',
  spendLimit: () => '/settings/spendLimit',
  paymentLimit: () => '/settings/paymentLimit',
  contactless: () => '/settings/contactless',
  additionalCard: () => '/settings/additionalCard',
  transactions: () => '/transactions',
  fundsTransfer: () => '/fundsTransfer',
  confirmTransfer: () => '/confirmTransfer',
  error: () => '/error',
  contactUs: () => '/contactUs',
  faqs: () => '/faqs',
  privacy: () => '/privacy',
  productInformation: () => '/productinformation',
  requestAccessCode: () => '/requestAccessCode',
  requestActivationCode: () => '/requestActivationCode',
  cardAccess: () => '/cardAccess',
  cardAccessPin: () => '/cardAccessPin',
  cardAccessDetails: () => '/cardAccessDetails',
  inbox: () => '/sandbox/inbox',
  components: () => '/sandbox/components',
} as const;
