/**
 * The notice of an upgrade's fee, by its text: an upgrade without a fee has none. A person with only a card pays it
 * once the login is set up.
 */
export function feeNotice(fee: number, isUser: boolean): 'confirm.feeNotice' | 'confirm.feeLater' | null {
  if (fee <= 0) return null;
  return isUser ? 'confirm.feeNotice' : 'confirm.feeLater';
}
