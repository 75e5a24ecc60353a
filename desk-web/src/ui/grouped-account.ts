/** `200 100 717`, as people read an account number to one another. */
export const groupedAccount = (account: string): string => account.replaceAll(/(\d{3})(?=\d)/g, '$1 ');
