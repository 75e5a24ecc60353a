/** Forms of address. The value is stored, the text is read; the empty one is no title. */
export const TITLES = [
  { value: 'Mr', enAU: 'Mr', zhCN: '先生' },
  { value: 'Mrs', enAU: 'Mrs', zhCN: '太太' },
  { value: 'Ms', enAU: 'Ms', zhCN: '女士' },
  { value: 'Miss', enAU: 'Miss', zhCN: '小姐' },
  { value: 'Mx', enAU: 'Mx', zhCN: 'Mx' },
  { value: 'Dr', enAU: 'Dr', zhCN: '博士' },
  { value: 'Prof', enAU: 'Prof', zhCN: '教授' },
] as const;
