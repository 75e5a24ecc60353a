/** One fault of a brand's files: in which file, at which key, and why. */
export type BrandFinding = {
  readonly file: string;
  /** Setting, text, token or element; empty if the file itself is at fault. */
  readonly key: string;
  readonly reason: string;
};

/** Finding in the content of one file; the caller adds the file. */
export type FindingIn = Omit<BrandFinding, 'file'>;

/** A brand cannot be imported. The message has one line for each finding. */
export class BrandFileError extends Error {
  readonly findings: readonly BrandFinding[];

  constructor(folder: string, findings: readonly BrandFinding[]) {
    super(findings.map((finding) => lineOf(folder, finding)).join('\n'));
    this.findings = findings;
  }
}

/** A finding in words, with the file that it is in. */
export function lineOf(folder: string, { file, key, reason }: BrandFinding): string {
  const place = file === '' ? folder : `${folder}/${file}`;
  return key === '' ? `${place}: ${reason}` : `${place}: ${key}: ${reason}`;
}
