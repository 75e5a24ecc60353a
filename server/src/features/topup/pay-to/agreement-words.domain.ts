/** Description of an agreement in the payer's banking app. Banks show English alone. */
export function agreementWords(accountNumber: string): string {
  return `Top-up account ${accountNumber.slice(-4)}`;
}
