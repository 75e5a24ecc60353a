import { readCsv, twice } from '../../../platform/text/csv.domain.ts';

const HEADER = 'bsb,institution,name,status';
export const BSB_STATUSES = ['open', 'closed', 'away'] as const;
export type BsbStatus = (typeof BSB_STATUSES)[number];

/** Branch in the directory. `away`: it cannot be looked up temporarily. */
export type Branch = {
  /** 6 digits. */
  readonly bsb: string;
  readonly institution: string;
  /** Institution and branch. */
  readonly name: string;
  readonly status: BsbStatus;
};

export type BsbFile = { readonly branches: readonly Branch[]; readonly findings: readonly string[] };

/** Reads a BSB directory: `000-101,Testbank,Testbank Sydney,open`. */
export function readBsbFile(text: string): BsbFile {
  const { lines, findings } = readCsv(text, HEADER);
  const branches: Branch[] = [];
  const faults = [...findings];
  for (const { line, values } of lines) {
    const [bsb = '', institution = '', name = '', stated] = values;
    const status = BSB_STATUSES.find((each) => each === stated);
    if (!/^\d{3}-\d{3}$/.test(bsb)) faults.push(`line ${line}: the BSB must be written as 000-101`);
    else if (!isName(institution) || !isName(name)) faults.push(`line ${line}: names must have 1 to 60 characters`);
    else if (!status) faults.push(`line ${line}: the status must be ${BSB_STATUSES.join(', ')}`);
    else branches.push({ bsb: bsb.replace('-', ''), institution, name, status });
  }
  return { branches, findings: [...faults, ...twice(branches.map(({ bsb }) => bsb))] };
}

function isName(text: string): boolean {
  return text.length >= 1 && text.length <= 60;
}
