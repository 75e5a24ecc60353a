/** `200100025` as `200 100 025`; what is not nine digits stays as it is. */
export function inGroups(accountNumber: string): string {
  return accountNumber.replace(/^(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3');
}

/** `000101` as `000-101`; what is not six digits stays as it is. */
export function withHyphen(bsb: string): string {
  return bsb.replace(/^(\d{3})(\d{3})$/, '$1-$2');
}
