/** Rows returned by the factories. */
export type TestTenant = { readonly id: number; readonly name: string };
export type TestBrand = {
  readonly id: number;
  readonly tenantId: number;
  readonly identifier: string;
  readonly name: string;
};
export type TestProduct = { readonly id: number; readonly brand: TestBrand };
export type TestHolder = {
  readonly id: bigint;
  readonly brand: TestBrand;
  readonly firstName: string;
  readonly email: string;
};
export type TestAccount = {
  readonly id: bigint;
  readonly brand: TestBrand;
  readonly holder: TestHolder;
  readonly accountNumber: string;
  readonly ledgerAccountId: bigint;
};
export type TestCard = {
  readonly id: bigint;
  readonly brand: TestBrand;
  readonly account: TestAccount;
  readonly holder: TestHolder | null;
  readonly pan: string;
  readonly cardId: string;
  readonly accessCode: string;
  readonly expiry: string;
  readonly maskedNumber: string;
  /** Reference in a request. */
  readonly reference: { AccountNumber: string; MaskedCardNumber: string; ExpirationDate: string };
};
export type TestWebAccount = {
  readonly id: bigint;
  readonly brand: TestBrand;
  readonly holder: TestHolder;
  readonly account: TestAccount;
  readonly username: string;
  readonly password: string;
};
