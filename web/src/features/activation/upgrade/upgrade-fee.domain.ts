/**
 * The notice of an upgrade's fee, by its text: there is none of an upgrade that costs nothing. A person with only a
 * card pays it once the login is set up.
 */
export function feeNotice(fee: number, isUser: boolean): 'confirm.feeNotice' | 'confirm.feeLater' | null {
  if (fee <= 0) return null;
  return isUser ? 'confirm.feeNotice' : 'confirm.feeLater';
}
