/** An answer is compared without regard to case, outer spaces and how the spaces within it are written. */
export function foldSecurityAnswer(answer: string): string {
  return answer.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
