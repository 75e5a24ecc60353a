/** First 6 and last 4 digits in groups of 4, the rest as bullets: `9036 00•• •••• 0017`. */
export function maskPan(pan: string): string {
  const masked = pan.slice(0, 6) + '•'.repeat(pan.length - 10) + pan.slice(-4);
  return masked.replace(/.{4}(?=.)/gu, '$& ');
}
