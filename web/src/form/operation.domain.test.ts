import { deletePasscode } from '@wattle/contract/access/passcodes.ts';
import { transferInternal } from '@wattle/contract/transfers/internal/transfer-internal.ts';
import { describe, expect, it } from 'vitest';
import { checkBody, fieldFor, refusedWireField } from './operation.domain.ts';

const FIELDS = { currentpassword: {} };

describe('the check of a body', () => {
  it('says the first message of each field that the form has', () => {
    expect(checkBody(FIELDS, deletePasscode, { currentpassword: '' })).toEqual({ currentpassword: 'required' });
    expect(checkBody(FIELDS, deletePasscode, { currentpassword: 'Golden-Wattle-2026' })).toEqual({});
  });

  it('goes by the names of the form', () => {
    const body = { MemberNumber: 'x', Amount: 0, DestinationAccountNumber: '000' };
    const names = { Amount: 'amount', DestinationAccountNumber: 'account' } as const;
    expect(checkBody({ amount: {}, account: {} }, transferInternal, body, names)).toEqual({
      amount: 'transferAmountError',
      account: 'errorAccountNumberInvalid',
    });
  });

  it('leaves out what the form does not ask for', () => {
    expect(checkBody({ amount: {} }, transferInternal, {}, { Amount: 'amount' })).toEqual({ amount: 'errorAmount' });
  });
});

describe('the field of a refusal', () => {
  it('is the one that the answer names', () => {
    expect(refusedWireField(transferInternal, { code: '20240', field: 'MemberNumber' })).toBe('MemberNumber');
  });

  it('is the one that the operation gives for the error where the answer names none', () => {
    expect(refusedWireField(deletePasscode, { code: '20041' })).toBe('currentpassword');
    expect(refusedWireField(transferInternal, { code: '20240' })).toBe('Amount');
  });

  it('is none for an error that is about no field, and for one that the operation does not have', () => {
    expect(refusedWireField(transferInternal, { code: '10001' })).toBeUndefined();
    expect(refusedWireField(deletePasscode, { code: '20240' })).toBeUndefined();
  });

  it('is one of the form only if the form has it', () => {
    expect(fieldFor(FIELDS, {}, 'currentpassword')).toBe('currentpassword');
    expect(fieldFor(FIELDS, {}, 'toString')).toBeUndefined();
    expect(fieldFor(FIELDS, {}, undefined)).toBeUndefined();
  });
});
