/**
 * First segments of every route of the product, in lower case, and the segments that belong to the
 * server. None of them can be a brand: a first segment that is not here is a brand candidate.
 */
export const ROUTE_HEADS: ReadonlySet<string> = new Set([
  'error', 'contactus', 'faqs', 'privacy', 'productinformation', 'cardlogin', 'login', 'signup',
  'cardactivate', 'cardaccess', 'cardaccesspin', 'cardaccessdetails', 'requestaccesscode',
  'requestactivationcode', 'setloginpin', 'ekycmaxattemptsexceeded', 'requestreset',
  'requestpasswordreset', 'requestbackupreset', 'backupresetsuccess', 'reset', 'passcodelogin',
  'termsandconditions', 'termsandconditionsdeclined', 'activateallocatedcard', 'cardhome',
  'transactions', 'settfn', 'setpin', 'ekyc', 'ekycfailure', 'cardactivationsuccess',
  'upgradeconfirm', 'upgraderequested', 'accountsetup', 'loginoptionselector', 'cardidentityverify',
  'cardidentityauth', 'cardidentityauthfailed', 'myaccount', 'settings', 'fundstransfer',
  'returnfund', 'confirmtransfer', 'addcard', 'accessdetailssetup', 'topup', 'autotopupactivate',
  'increaselimit', 'scheduledpayments', 'statements', 'store',
]);

/** Served by the server itself. */
export const RESERVED_HEADS: ReadonlySet<string> = new Set([
  'api', 'assets', 'sandbox', 'network', 'healthz', 'readyz', 'metrics', 'favicon.ico', 'robots.txt',
]);
