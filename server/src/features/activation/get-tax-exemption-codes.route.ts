import { getTaxExemptionCodes } from '@wattle/contract/activation/get-tax-exemption-codes.ts';
import { TAX_EXEMPTION_CODES, type TaxExemptionCode } from '@wattle/contract/activation/set-tax-file-number.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handlePublic } from '../../http/handle.ts';

const WORDS: Readonly<Record<TaxExemptionCode, Readonly<Record<'enAU' | 'zhCN', string>>>> = {
  pension: { enAU: 'I receive an age, disability or carer pension', zhCN: '领取养老金、残障抚恤金或照护者津贴' },
  otherPension: { enAU: 'I receive another pension or benefit', zhCN: '领取其他抚恤金或津贴' },
  lowIncome: { enAU: 'My income is too low to lodge a tax return', zhCN: '收入未达报税门槛' },
  nonResident: { enAU: 'I am not an Australian resident for tax', zhCN: '非澳大利亚税务居民' },
  childUnder16: { enAU: 'The account is for a child under 16', zhCN: '账户持有人未满 16 岁' },
};

export const getTaxExemptionCodesRoute = handlePublic(getTaxExemptionCodes, async ({ query }) => {
  const language = query.language ?? 'enAU';
  return ok({ TaxExemptionCodes: TAX_EXEMPTION_CODES.map((code) => ({ Key: code, Value: WORDS[code][language] })) });
});
