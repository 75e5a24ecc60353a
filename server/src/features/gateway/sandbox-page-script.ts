/** Shows the wallets that the browser has, and that the frame around the page permits. */
export const SANDBOX_SCRIPT = `
const total = { label: 'Sandbox', amount: { currency: 'AUD', value: '1.00' } };
// The name of a method and not the address of one, which the browser would load.
const method = { supportedMethods: 'basic-card' };
const has = {
  apple: () => window.ApplePaySession?.canMakePayments() ?? false,
  // A frame without the permission throws.
  google: () => Boolean(new PaymentRequest([method], { total })),
};
for (const button of document.querySelectorAll('[data-wallet]')) {
  try {
    button.hidden = !has[button.dataset.wallet]();
  } catch {
    continue;
  }
  if (!button.hidden) button.form.hidden = false;
}
`;
