import { deletePasscode } from '@wattle/contract/access/passcodes.ts';
import { renamePasskey } from '@wattle/contract/access/passkeys.ts';
import { openDispute } from '@wattle/contract/disputes/dispute.ts';
import { transferInternal } from '@wattle/contract/transfers/internal.ts';
import { describe, expect, it } from 'vitest';
import { checkBody, fieldFor, refusedWireField } from './operation.domain.ts';

const FIELDS = { currentpassword: {} };

describe('the check of a body', () => {
  it('returns the first message of each field of the form', () => {
    expect(checkBody(FIELDS, deletePasscode, { currentpassword: '' })).toEqual({ currentpassword: 'required' });
    expect(checkBody(FIELDS, deletePasscode, { currentpassword: 'Golden-Wattle-2026' })).toEqual({});
  });

  it('uses the field names of the form', () => {
    const body = { MemberNumber: 'x', Amount: 0, DestinationAccountNumber: '000' };
    const names = { Amount: 'amount', DestinationAccountNumber: 'account' } as const;
    expect(checkBody({ amount: {}, account: {} }, transferInternal, body, names)).toEqual({
      amount: 'transferAmountError',
      account: 'errorAccountNumberInvalid',
    });
  });

  it('says of a text above its limit that it is too long, and not that it is missing', () => {
    const words = {
      accountNumber: '200100017',
      Sequence: 1,
      Reason: 'twice',
      Amount: 1,
      Explanation: 'x'.repeat(1_001),
    };
    expect(checkBody({ Explanation: {} }, openDispute, words)).toEqual({ Explanation: 'tooLong' });
    expect(checkBody({ Explanation: {} }, openDispute, { ...words, Explanation: '' })).toEqual({
      Explanation: 'required',
    });
    expect(checkBody({ Name: {} }, renamePasskey, { Name: 'x'.repeat(61) })).toEqual({ Name: 'passkeyNameInvalid' });
  });

  it('ignores fields that the form lacks', () => {
    expect(checkBody({ amount: {} }, transferInternal, {}, { Amount: 'amount' })).toEqual({ amount: 'errorAmount' });
  });
});

describe('the field of a refusal', () => {
  it('is the one named in the response', () => {
    expect(refusedWireField(transferInternal, { code: '20240', field: 'MemberNumber' })).toBe('MemberNumber');
  });

  it('is the one that the operation has for the error if the response names none', () => {
    expect(refusedWireField(deletePasscode, { code: '20041' })).toBe('currentpassword');
    expect(refusedWireField(transferInternal, { code: '20240' })).toBe('Amount');
  });

  it('is missing for an error without a field and for one that the operation lacks', () => {
    expect(refusedWireField(transferInternal, { code: '10001' })).toBeUndefined();
    expect(refusedWireField(deletePasscode, { code: '20240' })).toBeUndefined();
  });

  it('is returned only if the form has it', () => {
    expect(fieldFor(FIELDS, {}, 'currentpassword')).toBe('currentpassword');
    expect(fieldFor(FIELDS, {}, 'toString')).toBeUndefined();
    expect(fieldFor(FIELDS, {}, undefined)).toBeUndefined();
  });
});
