/** A notice of the default brand, so that the banner has something to show. */
export const BPAY_NOTICE = {
  enAU: {
    Title: 'BPAY stops on Sunday, 1 to 3 am.',
    Body: 'Payments you make then are sent at 3\u00a0am, Sydney time.',
  },
  zhCN: {
    Title: 'BPAY 将于星期日凌晨 1 点至 3 点暂停。',
    Body: '期间提交的付款会在 3 点（悉尼时间）后发出。',
  },
} as const;
